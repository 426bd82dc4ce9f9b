import { describeReadFailure } from '../../app/messages/read-failure.ts';
import { type DocumentFormat, formatOf } from '../../dataset/dataset.ts';
import { type CheckedDocument, checkDocument, readValue, type ValueFormat } from '../../dataset/document.ts';
import { syntaxProblem } from '../../dataset/problem.ts';
import { failure, type Result, success } from '../../result.ts';
import { type ReadSyncOptions, readRegularFileSync } from '../../storage/regular-file.ts';
import { plainText } from '../../text/plain-text.ts';
import { type FileProblem, stylish } from '../output/problem-formats.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { FoundFiles } from './glob-files.ts';
import { WorkspaceRuleSettings } from './rule-settings.ts';

export interface ReadDocument {
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
}

/**
 * Reads a file synchronously: the command line has nothing else to do, and an asynchronous call takes three times as long.
 * The failure says why it can't be read and what to do, in sentences.
 * Throws a `UsageError` for a file that isn't a dataset file by its name.
 */
export function readDocument(path: string, options?: ReadSyncOptions): Result<ReadDocument, string> {
  const format = requireDatasetName(path);
  try {
    return success({ format, content: readRegularFileSync(path, options) });
  } catch (error) {
    return failure(describeReadFailure(error));
  }
}

/** The format of a file by its name. Throws a `UsageError` if that isn't the name of a dataset file. */
export function requireDatasetName(path: string): DocumentFormat {
  const format = formatOf(path);
  if (!format)
    throw new UsageError(
      `${plainText(path)} is not a dataset file. Its name must end in .json, .yaml, or .yml.`,
    );
  return format;
}

export interface CheckedFiles {
  /** In the order of the files, including one for each file or folder that can't be checked. */
  readonly problems: readonly FileProblem[];
  /** How many files and folders can't be checked. */
  readonly unchecked: number;
  /** Whether the settings of rules have errors. */
  readonly areSettingsWrong: boolean;
}

/** In bytes. Most files are smaller. */
const memorySize = 64 * 1024;

/**
 * Checks files one after the other, each by the rules of its workspace. `onChecked` gets how many are done. Throws a
 * `UsageError` for a file that isn't a dataset file by its name.
 */
export async function checkFiles(
  { files, unreadable }: FoundFiles,
  onChecked: (count: number) => void,
): Promise<CheckedFiles> {
  for (const file of files) requireDatasetName(file);
  const settings = new WorkspaceRuleSettings({
    onProblem: (found) => {
      problems.push(found);
      areSettingsWrong ||= found.problem.severity === 'error';
    },
  });
  // What each file is read into.
  const memory = Buffer.allocUnsafeSlow(memorySize);
  const problems: FileProblem[] = [];
  let unchecked = 0;
  let areSettingsWrong = false;
  const leaveOut = (file: string, message: string) => {
    problems.push({ file, problem: syntaxProblem(message) });
    unchecked++;
  };
  for (const { path, reason } of unreadable) leaveOut(path, `The folder can't be read. ${reason}`);
  for (const [index, file] of files.entries()) {
    const reading = readDocument(file, { memory });
    if (reading.ok) {
      const { content, format } = reading.value;
      const checked = await checkDocument(content, format, await settings.for(file));
      for (const problem of checked.problems) problems.push({ file, problem });
    } else {
      leaveOut(file, `The file can't be read. ${reading.failure}`);
    }
    onChecked(index + 1);
  }
  return { problems, unchecked, areSettingsWrong };
}

/** Reads a file. Throws a `UsageError` if it can't be read. */
export function requireDocument(path: string): ReadDocument {
  const reading = readDocument(path);
  if (!reading.ok) throw new UsageError(`${plainText(path)} can't be read. ${reading.failure}`);
  return reading.value;
}

/** Reads a file and checks it by the rules of its workspace. Throws a `UsageError` if it can't be read. */
export async function checkFile(path: string, settings: WorkspaceRuleSettings): Promise<CheckedDocument> {
  const { content, format } = requireDocument(path);
  return checkDocument(content, format, await settings.for(path));
}

/** In bytes. A longer document can't be a string (`decodeUtf8`). */
const maxLength = 2 ** 29;

/**
 * Reads a document's value from a file, or from standard input for `-`, which is read as JSON, otherwise as YAML. If
 * there is none, prints its problems on standard error.
 */
export async function readInputValue(
  path: string,
  terminal: Terminal,
): Promise<Result<unknown, 'unreadable'>> {
  if (path === '') throw new UsageError('An argument is empty. Name a document, or - for standard input.');
  const input = path === '-' ? await readStandardInput() : readDocument(path);
  if (!input.ok) {
    terminal.error(`${plainText(path)} can't be read. ${input.failure}\n`);
    return failure('unreadable');
  }
  const parsed = await readValue(input.value.content, input.value.format);
  if (parsed.ok) return success(parsed.value);
  const file = path === '-' ? 'standard input' : path;
  const problems = parsed.failure.problems.map((problem): FileProblem => ({ file, problem }));
  for (const part of stylish(problems, [file])) terminal.error(part);
  return failure('unreadable');
}

async function readStandardInput(): Promise<
  Result<{ readonly content: Uint8Array; readonly format: ValueFormat }, string>
> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxLength) break;
    }
  } catch {
    return failure('Check what is connected to standard input.');
  }
  return success({ content: Buffer.concat(chunks), format: 'unknown' });
}
