import { statSync } from 'node:fs';
import { type ReadFailure, readFile, reasonOf } from '../../app/read-file.ts';
import { type DocumentFormat, formatOf } from '../../dataset/dataset.ts';
import { readValue, type ValueFormat } from '../../dataset/document.ts';
import { isDataFile } from '../../inference/formats/formats.ts';
import { failure, type Result, success } from '../../result.ts';
import { readRegularFileSync } from '../../system/regular-file.ts';
import { plainText } from '../../text/plain-text.ts';
import { isMissing } from '../../text/read-failure.ts';
import type { OptionDeclarations } from '../command.ts';
import type { FileProblem } from '../output/file-problem.ts';
import { stylish } from '../output/stylish.ts';
import { InputError, type Terminal, UsageError } from '../terminal.ts';
import { withoutLinkedText } from './linked-text.ts';

/** A document as it is read. */
export interface ReadDocument {
  readonly format: DocumentFormat;
  readonly content: Uint8Array;
}

/** The option of commands that read standard input as one of several files. */
export const inputOptions = {
  'stdin-filename': { value: 'NAME', help: 'the name of what - reads: its format, and the rules for it' },
} as const satisfies OptionDeclarations;

/** The options of the commands that compare with a revision. */
export const revisionOptions = {
  against: { value: 'REVISION', help: 'compare with the merge base of this Git revision and HEAD' },
  exact: { help: 'compare with the revision of --against itself' },
} as const satisfies OptionDeclarations;

/**
 * The name of each file. That of standard input (-) is `inputName`. Throws a `UsageError` for a name that isn't that of a dataset
 * file.
 */
export function namesOf(files: readonly string[], inputName: string | undefined): (file: string) => string {
  if (inputName !== undefined && !files.includes('-'))
    throw new UsageError('--stdin-filename is the name of standard input. Name - as a file, too.');
  const nameOf = (file: string) => (file === '-' ? (inputName ?? file) : file);
  for (const file of files)
    if (file !== '-') requireDatasetName(file);
    else if (inputName !== undefined) requireDatasetName(inputName, false);
  return nameOf;
}

/**
 * Reads a file, or standard input for `-`, which is JSON unless it has another name. Synchronously: the command line has nothing
 * else to do, and an asynchronous call takes three times as long. The failure says why it can't be read and what to do, in
 * sentences. Throws a `UsageError` for a name that isn't that of a dataset file.
 */
export async function readNamed(path: string, name = path): Promise<Result<ReadDocument, string>> {
  const format = name === '-' ? 'json' : requireDatasetName(name, path === name);
  const read = path === '-' ? await readStandardInput() : await readFile(() => readRegularFileSync(path));
  return read.ok ? success({ format, content: read.value }) : failure(reasonOf(read.failure));
}

/** The format of a file by its name. Throws a `UsageError` if that isn't the name of a dataset file. `isPath`: whether it is also where the file is. */
export function requireDatasetName(name: string, isPath = true): DocumentFormat {
  const format = formatOf(name);
  if (format) return format;
  const shown = plainText(name);
  const status = isPath ? statusOf(name) : undefined;
  if (status === 'missing') throw new UsageError(`${shown} does not exist. Check the path.`);
  if (status === 'folder') throw new UsageError(`${shown} is a folder. Name a file in it.`);
  throw new UsageError(
    isDataFile(name)
      ? `${shown} is a data file, not a dataset file. To check it against a dataset, use "dataset-studio check"; to make a dataset for it, "dataset-studio infer".`
      : `${shown} is not a dataset file. Its name must end in .json, .yaml, or .yml.`,
  );
}

/** Undefined for a file, and for what can't be accessed. */
function statusOf(path: string): 'folder' | 'missing' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : undefined;
  } catch (error) {
    return isMissing(error) ? 'missing' : undefined;
  }
}

/** Reads a file. Throws a `UsageError` if it can't be read. */
export async function requireDocument(path: string): Promise<ReadDocument> {
  requireDatasetName(path);
  const reading = await readNamed(path);
  if (!reading.ok) throw new InputError(`${plainText(path)} can't be read. ${reading.failure}`);
  return reading.value;
}

/** In bytes. A longer document can't be a string (`decodeUtf8`). */
const maxLength = 2 ** 29;

interface InputDocument {
  readonly value: unknown;
  readonly content: Uint8Array;
  readonly format: ValueFormat;
}

/**
 * Reads a document and its value from a file, or from standard input for `-`, which is read as JSON, otherwise as YAML. If
 * there is none, prints its problems on standard error.
 */
export async function readInput(
  path: string,
  terminal: Terminal,
): Promise<Result<InputDocument, 'unreadable'>> {
  if (path === '') throw new UsageError('An argument is empty. Name a document, or - for standard input.');
  const format = path === '-' ? 'unknown' : requireDatasetName(path);
  const input = await readNamed(path);
  if (!input.ok) {
    terminal.error(`${plainText(path)} can't be read. ${input.failure}\n`);
    return failure('unreadable');
  }
  const { content } = input.value;
  const parsed = await readValue(content, format);
  if (parsed.ok) return success({ value: parsed.value, content, format });
  const file = path === '-' ? 'standard input' : path;
  const shown = await withoutLinkedText(path, input.value, parsed.failure.problems);
  const problems = shown.map((problem): FileProblem => ({ file, problem }));
  for (const part of stylish(problems, [file])) terminal.error(part);
  return failure('unreadable');
}

async function readStandardInput(): Promise<Result<Uint8Array, ReadFailure>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxLength) break;
    }
  } catch {
    return failure({ kind: 'unreadable', details: 'Check what is connected to standard input.' });
  }
  return success(Buffer.concat(chunks));
}
