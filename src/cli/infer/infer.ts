import type { Readable } from 'node:stream';
import { describeDataFileFailure, fileSource, inputSource, nodePorts } from '../../data-files/file-source.ts';
import type { InferenceFailure } from '../../inference/failure.ts';
import { type ProfiledSource, profileSource } from '../../inference/infer.ts';
import { describeInferenceFailure } from '../../inference/messages/failure.ts';
import { inferenceReport } from '../../inference/report/report.ts';
import type { DataSource } from '../../inference/source.ts';
import { inferTables } from '../../inference/tables/infer-tables.ts';
import { hasFractions, toDataset } from '../../inference/tables/to-dataset.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { lineForPeople } from '../output/line-for-people.ts';
import { refuseOverwriting } from '../output/refuse-overwriting.ts';
import type { Terminal } from '../terminal.ts';
import { dataFiles } from './data-files.ts';
import { datasetName } from './dataset-name.ts';
import { chooseDecimalType, declareDecimalType } from './decimal-type.ts';
import { type InferOptions, readOptions } from './options.ts';
import { formatDataset, formatReport, summarize } from './output.ts';
import { ProgressLine } from './progress.ts';

export interface InferContext {
  readonly terminal: Terminal;
  readonly input: () => Readable;
  /** Cancels the command. */
  readonly signal: AbortSignal;
}

/** `dataset-studio infer`: reads data files whole and prints the dataset that fits them. */
export async function infer(args: readonly string[], context: InferContext): Promise<ExitCode> {
  const { terminal, signal } = context;
  const options = readOptions(args);
  const files = await dataFiles(options.paths);
  refuseOverwriting([options.output, options.report], files.paths);
  const sources = files.paths.map((path) => openSource(path, options, context));
  const profiled = await profileAll(sources, options, context);
  for (const { path, reason } of files.unreadable)
    terminal.error(`${lineForPeople(path)}: The folder can't be read. ${reason}\n`);
  if (signal.aborted) return exitCode.cancelled;
  if (profiled === undefined || files.unreadable.length > 0) return exitCode.usage;

  const tables = inferTables(profiled, { merge: options.merge, nulls: options.nulls });
  const decimalType = await chooseDecimalType(options, files.paths);
  const dataset = toDataset(options.name ?? datasetName(files.paths), tables, decimalType.name);
  const report = inferenceReport(tables, decimalType.name);
  if (options.report === undefined) terminal.error(summarize(report));
  else if (!(await write(options.report, formatReport(report, options.report), terminal)))
    return exitCode.usage;
  if (decimalType.isAssumed && hasFractions(tables)) terminal.error(declareDecimalType(decimalType.name));
  const text = await formatDataset(dataset, options.format);
  if (options.output === undefined) terminal.out(text);
  else if (!(await write(options.output, text, terminal))) return exitCode.usage;
  return exitCode.done;
}

function openSource(path: string, options: InferOptions, { input, signal }: InferContext): DataSource {
  if (path !== '-') return fileSource(path);
  const stream = input();
  // As long as it is open, the process waits for what it may bring.
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  return inputSource(options.name ?? 'stdin', stream);
}

/** `undefined` if a source can't be read; all are tried, so that one run shows all that is wrong. */
async function profileAll(
  sources: readonly DataSource[],
  options: InferOptions,
  { terminal, signal }: InferContext,
): Promise<readonly ProfiledSource[] | undefined> {
  const progress = new ProgressLine(terminal);
  const profiled: ProfiledSource[] = [];
  for (const source of sources) {
    const result = await profileSource(source, nodePorts, {
      ...options,
      signal,
      onProgress: (reading) => progress.show(reading),
    });
    progress.clear();
    if (signal.aborted) break;
    if (result.ok) profiled.push(result.value);
    else terminal.error(`${lineForPeople(source.label)}: ${describe(result.failure)}\n`);
  }
  return profiled.length === sources.length ? profiled : undefined;
}

function describe(failure: InferenceFailure): string {
  return failure.kind === 'unreadable'
    ? describeDataFileFailure(failure.error)
    : describeInferenceFailure(failure);
}

async function write(path: string, text: string, terminal: Terminal): Promise<boolean> {
  const { replaceFile } = await import('../output/replace-file.ts');
  const result = await replaceFile(path, text);
  if (!result.ok) terminal.error(`${lineForPeople(path)}: ${result.failure.message}\n`);
  return result.ok;
}
