import { realpathSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { hasDatasetName } from '../../dataset/dataset.ts';
import { isDataFile } from '../../inference/formats/formats.ts';
import { projectFileName } from '../../project/project-file.ts';
import { plainText } from '../../text/plain-text.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { writeOutput } from './replace-file.ts';
import { SafeOutput } from './safe-output.ts';

/** The file that `--output` names; undefined for standard output, which `-` is, too. */
export function outputFile(flag: string | undefined): string | undefined {
  if (flag === '') throw new UsageError('--output takes a file, or - for standard output.');
  return flag === '-' ? undefined : flag;
}

/** How the names of files of a format end. Text for people can have any name but that of data. */
const endings = {
  stylish: undefined,
  github: undefined,
  azure: undefined,
  json: /\.json$/i,
  gitlab: /\.json$/i,
  sarif: /\.(?:sarif|json)$/i,
  junit: /\.xml$/i,
  csv: /\.csv$/i,
  yaml: /\.ya?ml$/i,
  markdown: /\.md$/i,
  svg: /\.svg$/i,
  mermaid: /\.(?:mmd|mermaid)$/i,
  dbml: /\.dbml$/i,
} as const satisfies Record<string, RegExp | undefined>;

export interface Output {
  /** Undefined for standard output. */
  readonly file: string | undefined;
  readonly format: keyof typeof endings;
  /** Whether it may replace a dataset file. */
  readonly isDataset?: true;
}

/**
 * Throws a `UsageError` if a command would replace a file that it reads, one of its outputs with another, or a file that isn't an
 * earlier output by its name. Links count as the files that they lead to. An input may be `-`.
 */
export function refuseOverwriting(outputs: readonly Output[], inputs: readonly string[]): void {
  const read = new Set(inputs.filter((path) => path !== '-').map(identify));
  const written = new Set<string>();
  for (const output of outputs) {
    if (output.file === undefined) continue;
    const file = identify(output.file);
    const reason = read.has(file) ? 'it is one of the files to read' : whyKept(output, output.file);
    if (reason !== undefined)
      throw new UsageError(
        `${plainText(output.file)} can't be replaced because ${reason}. Choose another file to write.`,
      );
    if (written.has(file)) throw new UsageError('--output and --report must name different files.');
    written.add(file);
  }
}

/** Why an output must not replace a file that exists; undefined if it may. */
function whyKept({ format, isDataset }: Output, path: string): string | undefined {
  const name = existingFile(path);
  if (name === undefined) return undefined;
  if (name.toLowerCase() === projectFileName) return 'it is a project file';
  if (hasDatasetName(name) && !isDataset) return 'it is a dataset file';
  const ending = endings[format];
  // Delimited text can have the name of any other text.
  const isOfFormat = ending?.test(name) ?? (/\.txt$/i.test(name) || !isDataFile(name));
  return isOfFormat ? undefined : `its name is not that of a file in the format ${format}`;
}

/** The name of the regular file that a path leads to; undefined if there is none. */
export function existingFile(path: string): string | undefined {
  try {
    return statSync(path).isFile() && !/^\/dev\//.test(path) ? basename(realpathSync(path)) : undefined;
  } catch {
    return undefined;
  }
}

/** What two paths to the same file have in common. */
function identify(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return resolve(path);
  }
}

/** A report as parts of a text, because all might not fit into memory. */
type ReportParts = Iterable<string | SafeOutput> | AsyncIterable<string | SafeOutput>;

/** Prints a report, or writes it to a file. If that fails, prints why, and is false. */
export async function printReport(
  file: string | undefined,
  parts: ReportParts,
  terminal: Terminal,
): Promise<boolean> {
  if (file !== undefined) return writeOutput(file, inPieces(parts), terminal);
  for await (const part of parts) terminal.out(part);
  return true;
}

/** Says why a command fails where its report doesn't: if that is in a file. */
export function reportFailureIn(file: string | undefined, terminal: Terminal): void {
  if (file !== undefined) terminal.error(`${plainText(file)} says what to fix.\n`);
}

/** In UTF-16 code units. */
const pieceLength = 64 * 1024;

/** Parts as texts of some length: each write takes time. */
async function* inPieces(parts: ReportParts): AsyncGenerator<string> {
  let piece = '';
  for await (const part of parts) {
    piece += SafeOutput.of(part).text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
