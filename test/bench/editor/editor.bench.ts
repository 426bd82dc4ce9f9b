import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryFolder } from '../../../scripts/repository.ts';
import { reportVariable } from '../../../scripts/testing/report-file.ts';
import { makeVsix, vsixPath } from '../../../scripts/vsix.ts';
import { runInBrowser, runInServer } from '../../workbench/extension-tests/server-tests.ts';
import type { Table } from '../benchmark.ts';
import { median, threeDigits } from '../side-by-side.ts';
import type { EditorMeasurements, MeasurementRequest } from './measurements.ts';

export const name = 'In VS Code';

const ours = 'dataset-studio.dataset-studio';
const empty = 'bench.empty';
const sessions = 9;
/** The number of windows without a server. */
const browserSessions = 5;

/** VS Code's own extension for merge conflicts joins the lines of the document after each keystroke, in any file. */
const settings = { 'merge-conflict.codeLens.enabled': false, 'merge-conflict.decorators.enabled': false };

/** In milliseconds. */
const max = { activation: 5, typing: 50, reading: 50 };

export async function run(): Promise<Table> {
  await makeVsix();
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-bench-'));
  try {
    const measurements: EditorMeasurements[] = [];
    for (let session = 0; session < sessions; session++) {
      // Alternates the order, because the first extension pays for what both need.
      const extensions = session % 2 === 0 ? [empty, ours] : [ours, empty];
      measurements.push(await measure(folder, { extensions, typing: session === 0, reading: session === 0 }));
    }
    const overhead = median(
      measurements.map(
        ({ activation }) => (activation[ours] ?? Number.NaN) - (activation[empty] ?? Number.NaN),
      ),
    );
    const inBrowser: number[] = [];
    while (inBrowser.length < browserSessions) inBrowser.push(await activationInBrowser(folder));
    const typing = measurements[0]?.typing;
    const reading = measurements[0]?.reading;
    if (!typing || reading === undefined) throw new Error('Typing and reading were not measured.');
    const { json1, json10, yaml1, plain1, plain10 } = typing;
    const milliseconds = (time: number) => `${threeDigits(time)} ms`;
    return {
      columns: ['measurement', 'time', 'target'],
      rows: [
        ['activation, compared to an empty extension', milliseconds(overhead), `≤ ${max.activation} ms`],
        ['activation in a browser, including loading', milliseconds(median(inBrowser)), ''],
        ['longest block while typing in 1 MB of JSON', milliseconds(json1), `≤ ${max.typing} ms`],
        ['longest block while typing in 1 MB of YAML', milliseconds(yaml1), `≤ ${max.typing} ms`],
        ['longest block while typing in 10 MB of JSON', milliseconds(json10), `≤ ${max.typing} ms`],
        ['longest block while reading 1 GB of CSV', milliseconds(reading), `≤ ${max.reading} ms`],
        ['longest block while typing in 1 MB of plain text, without the extension', milliseconds(plain1), ''],
        [
          'longest block while typing in 10 MB of plain text, without the extension',
          milliseconds(plain10),
          '',
        ],
      ],
      notes: [
        `Activation: medians of ${sessions} windows, and of ${browserSessions} in a browser. Blocks: medians of five rounds, of the whole extension host, including VS Code's own work, but without its extension for merge conflicts. Keystrokes of a user, which also request completion. One in four makes the text invalid, and the next one makes it valid again.`,
      ],
      violations: [
        ...(overhead > max.activation ? ['activation takes too long'] : []),
        ...(Math.max(json1, json10, yaml1) > max.typing
          ? ['typing blocks the extension host for too long']
          : []),
        ...(reading > max.reading ? ['reading 1 GB blocks the extension host for too long'] : []),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(
  folder: string,
  request: Omit<MeasurementRequest, 'output'>,
): Promise<EditorMeasurements> {
  const output = join(folder, 'measurements.json');
  await runInServer({
    extensionFolder: createEmptyExtension(folder),
    vsix: vsixPath(),
    entryPoint: await buildEntryPoint('measure', 'node'),
    // The workspace has no dataset files, which would activate the extension before the measurement.
    workspace: createWorkspace(folder),
    env: { DATASET_STUDIO_MEASURE: JSON.stringify({ ...request, output } satisfies MeasurementRequest) },
  });
  return JSON.parse(readFileSync(output, 'utf8'));
}

/** Measures loading and activating the extension in a window without a server, in milliseconds. */
async function activationInBrowser(folder: string): Promise<number> {
  const output = join(folder, 'browser.json');
  await runInBrowser({
    extensionFolder: repositoryFolder,
    entryPoint: await buildEntryPoint('measure-in-browser', 'browser'),
    workspace: createWorkspace(folder),
    env: { [reportVariable]: output },
  });
  return JSON.parse(readFileSync(output, 'utf8'));
}

function createEmptyExtension(parent: string): string {
  const folder = createFolder(join(parent, 'empty'));
  const [publisher, extension] = empty.split('.');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: extension,
      publisher,
      version: '1.0.0',
      engines: { vscode: '^1.105.0' },
      type: 'module',
      main: './extension.js',
      activationEvents: ['onCommand:empty.none'],
    }),
  );
  writeFileSync(join(folder, 'extension.js'), 'export function activate() {}\n');
  return folder;
}

function createWorkspace(parent: string): string {
  const folder = createFolder(join(parent, 'workspace'));
  writeFileSync(join(folder, 'notes.txt'), '');
  writeFileSync(join(createFolder(join(folder, '.vscode')), 'settings.json'), JSON.stringify(settings));
  return folder;
}

function createFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function buildEntryPoint(name: string, platform: 'node' | 'browser'): Promise<string> {
  const [format, ending] = platform === 'node' ? (['esm', 'js'] as const) : (['cjs', 'cjs'] as const);
  const outfile = join(repositoryFolder, 'dist', 'bench', `${name}.${ending}`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform,
    format,
    external: ['vscode'],
  });
  return outfile;
}
