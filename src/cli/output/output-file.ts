import { statSync } from 'node:fs';
import { appendFile, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { failure, type Result, success } from '../../result.ts';
import {
  errorCode,
  type FileOperations,
  isBusy,
  nodeFileOperations,
  type Permissions,
  writeAtomically,
} from '../../storage/file-operations.ts';
import { plainText } from '../../text/plain-text.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { SafeOutput } from './safe-output.ts';

/** The file that `--output` names; undefined for standard output, which `-` is, too. */
export function outputFile(flag: string | undefined): string | undefined {
  if (flag === '') throw new UsageError('--output takes a file, or - for standard output.');
  return flag === '-' ? undefined : flag;
}

/**
 * Throws a `UsageError` if a command would replace a file that it reads, or one of its outputs with another. Links count
 * as the files that they lead to. An input may be `-`.
 */
export function refuseOverwriting(outputs: readonly (string | undefined)[], inputs: readonly string[]): void {
  const read = new Set(inputs.filter((path) => path !== '-').map(identify));
  const written = new Set<string>();
  for (const output of outputs) {
    if (output === undefined) continue;
    const file = identify(output);
    if (read.has(file))
      throw new UsageError(
        `${plainText(output)} can't be replaced because it is one of the files to read. Choose another file to write.`,
      );
    if (written.has(file)) throw new UsageError('--output and --report must name different files.');
    written.add(file);
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

/** Writes as `replaceFile` does. If that fails, prints why, and is false. */
export async function writeOutput(
  path: string,
  text: string | AsyncIterable<string>,
  terminal: Terminal,
): Promise<boolean> {
  const written = await replaceFile(path, text);
  if (!written.ok) terminal.error(`${plainText(path)}: ${written.failure}\n`);
  return written.ok;
}

/**
 * Replaces a file, or makes a new one. Readers see the old content or the new one, never a part of it; if writing
 * fails, the old content stays. Of a link, the file that it leads to is replaced. Appends to a device such as a terminal,
 * and to the stream of this process that a path in `/dev` names. Other pipes are refused, because they can wait forever. A failure
 * says why and what to do, in sentences.
 */
export async function replaceFile(
  path: string,
  text: string | AsyncIterable<string>,
  files: FileOperations = nodeFileOperations,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<void, string>> {
  try {
    const existing = await findTarget(path);
    switch (existing.kind) {
      case 'stream':
        for await (const part of typeof text === 'string' ? [text] : text) await appendFile(path, part);
        return success(undefined);
      case 'folder':
        return failure(isFolderMessage());
      case 'other':
        return failure("The file can't be written because it is a pipe, a socket, or a device. Name a file.");
      case 'file':
        await writeAtomically(
          files,
          existing.path,
          join(dirname(existing.path), `.dataset-studio-${crypto.randomUUID()}.tmp`),
          typeof text === 'string' ? Buffer.from(text) : text,
          existing.permissions,
        );
        return success(undefined);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return failure(describeWriteFailure(isBusy(error, platform) ? 'EBUSY' : code));
  }
}

type Target =
  /** `path`: with symbolic links resolved. */
  | { readonly kind: 'file'; readonly path: string; readonly permissions: Permissions }
  | { readonly kind: 'stream' | 'folder' | 'other' };

/** What is at the path, or what a link there leads to. */
async function findTarget(path: string): Promise<Target> {
  try {
    const status = await stat(path);
    const isOpen = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/.test(path);
    if (isOpen && (status.isFile() || status.isFIFO())) return { kind: 'stream' };
    if (status.isFile())
      return { kind: 'file', path: await realpath(path), permissions: { mode: status.mode & 0o7777 } };
    if (status.isDirectory()) return { kind: 'folder' };
    return { kind: status.isCharacterDevice() ? 'stream' : 'other' };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const target = await readlink(path).catch(() => undefined);
    // The system follows links in the folder before it follows `..` in the target.
    if (target !== undefined) return findTarget(resolve(await realpath(dirname(path)), target));
    return { kind: 'file', path, permissions: 'usual' };
  }
}

function describeWriteFailure(code: string): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return "The file can't be written because its folder doesn't exist. Create the folder.";
    case 'EISDIR':
      return isFolderMessage();
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return "The file can't be written because permission was denied. Check the permissions.";
    case 'EBUSY':
      return "The file can't be written because another program has it open, or permission was denied. Close it there, or check the permissions.";
    case 'ENOSPC':
    case 'EDQUOT':
      return "The file can't be written because the disk is full. Free some space.";
    case 'ENAMETOOLONG':
      return "The file can't be written because its name is too long. Choose a shorter name.";
    default:
      return "The file can't be written. Check that its disk is available.";
  }
}

function isFolderMessage(): string {
  return "The file can't be written because it is a folder. Name a file.";
}
