import { basename, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import * as l10n from '@vscode/l10n';
import { inferDataset } from '../../app/infer.ts';
import { describeInferenceFailure } from '../../app/messages/inference-failure.ts';
import { InferenceThread } from '../../data-files/inference-thread.ts';
import type { DataFile, FilesProgress } from '../../inference/infer-sources.ts';
import { plainText } from '../../text/plain-text.ts';
import { type ExitCode, exitCode } from '../command.ts';
import { WorkspaceRuleSettings } from '../input/rule-settings.ts';
import { refuseOverwriting, replaceFile } from '../output/output-file.ts';
import type { Terminal } from '../terminal.ts';
import { dataFiles } from './data-files.ts';
import type { InferOptions } from './options.ts';
import { declareDecimalType, formatDataset, formatReport, summarize } from './output.ts';

export interface InferContext {
  readonly terminal: Terminal;
  readonly input: () => Readable;
  /** Starts to listen for signals, which end the process until then. The signal cancels the command. */
  readonly listen: () => AbortSignal;
}

/** Reads data files whole and prints the dataset that fits them. */
export async function infer(
  options: InferOptions,
  { terminal, input, listen }: InferContext,
): Promise<ExitCode> {
  const { paths, unreadable } = await dataFiles(options.paths);
  refuseOverwriting([options.output, options.report], paths);
  const signal = listen();
  const thread = new InferenceThread();
  const progress = new ProgressLine(terminal);
  const stream = paths.includes('-') ? input() : undefined;
  const result = await inferDataset(
    paths.map((path) => dataFile(path, options)),
    { ...options, reading: options, signal, onProgress: (reading) => progress.show(reading) },
    {
      read: (files, reading) => thread.read(files, reading, stream),
      dataTypes: () => declaredDataTypes(options, paths),
    },
  );
  progress.clear();
  for (const { path, reason } of unreadable)
    terminal.error(`${plainText(path)}: The folder can't be read. ${reason}\n`);
  if (!result.ok) {
    if (result.failure.kind === 'cancelled') return exitCode.cancelled;
    for (const { file, failure } of result.failure.files)
      terminal.error(`${plainText(file)}: ${describeInferenceFailure(failure)}\n`);
    return exitCode.usage;
  }
  if (unreadable.length > 0) return exitCode.usage;

  const { dataset, report, assumedDecimalType } = result.value;
  if (options.report === undefined) terminal.error(summarize(report));
  else if (!(await write(options.report, formatReport(report, options.report), terminal)))
    return exitCode.usage;
  if (assumedDecimalType !== undefined) terminal.error(declareDecimalType(assumedDecimalType));
  const text = await formatDataset(dataset, options.format);
  if (options.output === undefined) terminal.out(text);
  else if (!(await write(options.output, text, terminal))) return exitCode.usage;
  return exitCode.done;
}

function dataFile(path: string, { name = 'stdin' }: InferOptions): DataFile {
  if (path === '-') return { kind: 'input', name, label: '-', path: '' };
  return { kind: 'disk', name: basename(path), label: path, path: resolve(path) };
}

/** Those of the nearest `.vscode/settings.json` above the output, the data or the current folder that has any for fractions. */
async function declaredDataTypes(
  { output }: InferOptions,
  paths: readonly string[],
): Promise<readonly string[]> {
  const settings = new WorkspaceRuleSettings();
  const file = paths.find((path) => path !== '-');
  const places = [output, file, resolve('dataset.json')].filter((place) => place !== undefined);
  return (await Promise.all(places.map((place) => settings.for(place)))).flatMap(
    ({ dataTypes }) => dataTypes,
  );
}

async function write(path: string, text: string, terminal: Terminal): Promise<boolean> {
  const result = await replaceFile(path, text);
  if (!result.ok) terminal.error(`${plainText(path)}: ${result.failure.message}\n`);
  return result.ok;
}

/** Milliseconds between two changes of the line. */
const interval = 100;

/** Shows on a terminal how far a file is read. */
class ProgressLine {
  readonly #terminal: Terminal;
  #shown = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show({ label, size, bytes }: FilesProgress): void {
    const now = performance.now();
    if (this.#terminal.status === undefined || now - this.#shown < interval) return;
    this.#shown = now;
    const file = plainText(label, 60);
    const megabytes = Math.floor(bytes / 1_000_000);
    this.#terminal.status(
      size === undefined
        ? l10n.t('Reading {0}: {1} MB', file, megabytes)
        : l10n.t('Reading {0}: {1} MB of {2} MB', file, megabytes, Math.ceil(size / 1_000_000)),
    );
  }

  clear(): void {
    if (this.#shown > 0) this.#terminal.status?.('');
    this.#shown = 0;
  }
}
