import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { reportVariable } from '../../scripts/counting-reporter.ts';
import { makeVsix, vsixPath } from '../../scripts/vsix.ts';
import { runInBrowser, runInServer } from '../workbench/server-tests.ts';
import { repositoryFolder } from '../workbench/session.ts';
import type { Table } from './benchmark.ts';
import type { EditorMeasures, MeasureOrder } from './in-editor/measures.ts';
import { median, threeDigits } from './side-by-side.ts';

export const name = 'In VS Code';

const ours = 'dataset-studio.dataset-studio';
const empty = 'bench.empty';
const sessions = 9;
/** Windows without a server. */
const browserSessions = 5;

/** In milliseconds. */
const most = { activation: 5, typing: 50 };

export async function run(): Promise<Table> {
  await makeVsix();
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-bench-'));
  try {
    const measures: EditorMeasures[] = [];
    for (let session = 0; session < sessions; session++) {
      // Each goes first in turn: the first one pays for what both need.
      const extensions = session % 2 === 0 ? [empty, ours] : [ours, empty];
      measures.push(await measure(folder, { extensions, typing: session === 0 }));
    }
    const more = median(
      measures.map(({ activation }) => (activation[ours] ?? Number.NaN) - (activation[empty] ?? Number.NaN)),
    );
    const inBrowser: number[] = [];
    while (inBrowser.length < browserSessions) inBrowser.push(await activationInBrowser(folder));
    const typing = measures[0]?.typing;
    if (!typing) throw new Error('Typing was not measured.');
    const { json1, json10, yaml1, plain1 } = typing;
    const milliseconds = (time: number) => `${threeDigits(time)} ms`;
    return {
      columns: ['what', 'time', 'promised'],
      rows: [
        ['activation, more than an empty extension', milliseconds(more), `≤ ${most.activation} ms`],
        ['activation in a browser, loading included', milliseconds(median(inBrowser)), ''],
        ['longest block while typing in 1 MB of JSON', milliseconds(json1), `≤ ${most.typing} ms`],
        ['longest block while typing in 1 MB of YAML', milliseconds(yaml1), `≤ ${most.typing} ms`],
        ['longest block while typing in 10 MB of JSON', milliseconds(json10), ''],
        ['the same without us, in 1 MB of plain text', milliseconds(plain1), ''],
      ],
      notes: [
        `Activation: the median of ${sessions} windows, in a browser of ${browserSessions}. Blocks: the median of five rounds, of the whole extension host, VS Code's own work included; one key in four breaks the text, the next mends it.`,
      ],
      broken: [
        ...(more > most.activation ? ['the cost of activation'] : []),
        ...(Math.max(json1, yaml1) > most.typing ? ['the longest block while typing in 1 MB'] : []),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(folder: string, order: Omit<MeasureOrder, 'output'>): Promise<EditorMeasures> {
  const output = join(folder, 'measures.json');
  await runInServer({
    extensionFolder: makeEmptyExtension(folder),
    vsix: vsixPath(),
    entryPoint: await buildEntryPoint('measure', 'node'),
    // Without dataset files, which would activate the extension before it is measured.
    workspace: makeWorkspace(folder),
    env: { DATASET_STUDIO_MEASURE: JSON.stringify({ ...order, output } satisfies MeasureOrder) },
  });
  return JSON.parse(readFileSync(output, 'utf8'));
}

/** In a window without a server: the time that loading and activating the extension takes, in milliseconds. */
async function activationInBrowser(folder: string): Promise<number> {
  const output = join(folder, 'browser.json');
  await runInBrowser({
    extensionFolder: repositoryFolder,
    entryPoint: await buildEntryPoint('measure-in-browser', 'browser'),
    workspace: makeWorkspace(folder),
    env: { [reportVariable]: output },
  });
  return JSON.parse(readFileSync(output, 'utf8'));
}

function makeEmptyExtension(parent: string): string {
  const folder = makeEmptyFolder(join(parent, 'empty'));
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

function makeWorkspace(parent: string): string {
  const folder = makeEmptyFolder(join(parent, 'workspace'));
  writeFileSync(join(folder, 'notes.txt'), '');
  return folder;
}

function makeEmptyFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function buildEntryPoint(name: string, platform: 'node' | 'browser'): Promise<string> {
  const [format, ending] = platform === 'node' ? (['esm', 'js'] as const) : (['cjs', 'cjs'] as const);
  const outfile = join(repositoryFolder, 'dist', 'bench', `${name}.${ending}`);
  await build({
    entryPoints: [join(import.meta.dirname, 'in-editor', `${name}.ts`)],
    outfile,
    bundle: true,
    platform,
    format,
    external: ['vscode'],
  });
  return outfile;
}
