import { access, appendFile, constants, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { failure, type Result, success } from '../../result.ts';
import {
  type FileOperations,
  isBusy,
  nodeFileOperations,
  type Permissions,
  writeAtomically,
} from '../../storage/file-operations.ts';
import { errorCode } from '../../system/error-code.ts';
import { plainText } from '../../text/plain-text.ts';
import type { Terminal } from '../terminal.ts';
import { TemporaryFiles } from './temporary-files.ts';

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

export interface ReplaceOptions {
  /** The content as it was read. A file that has another one now stays as it is. */
  readonly expected?: Uint8Array;
  /** Shared by the writes of one command. */
  readonly temporaryFiles?: TemporaryFiles;
  readonly files?: FileOperations;
  readonly platform?: NodeJS.Platform;
}

/**
 * Replaces a file, or makes a new one. Readers see the old content or the new one, never a part of it; if writing
 * fails, the old content stays. Of a link, the file that it leads to is replaced. It keeps its permissions and its owner; a file that
 * the user could not write to in place stays. Appends to a device such as a terminal, and to the stream of this process that a path in
 * `/dev` names. Other pipes are refused, because they can wait forever. A failure says why and what to do, in sentences.
 */
export async function replaceFile(
  path: string,
  text: string | AsyncIterable<string>,
  options: ReplaceOptions = {},
): Promise<Result<void, string>> {
  const { expected, temporaryFiles = new TemporaryFiles(), files = nodeFileOperations } = options;
  const { platform = process.platform } = options;
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
          await temporaryFiles.nameIn(dirname(existing.path)),
          typeof text === 'string' ? Buffer.from(text) : text,
          { permissions: existing.permissions, expected },
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

/** What is at the path, or what a link there leads to. Throws an error of `node:fs` for a file that can't be written in place. */
async function findTarget(path: string): Promise<Target> {
  try {
    const status = await stat(path);
    const isOpen = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/.test(path);
    if (isOpen && (status.isFile() || status.isFIFO())) return { kind: 'stream' };
    if (status.isFile()) {
      const { mode, uid, gid } = status;
      // Its folder alone decides who can rename another file over it, and a superuser can anything.
      if ((mode & 0o222) === 0) throw Object.assign(new Error('The file is read-only.'), { code: 'EACCES' });
      await access(path, constants.W_OK);
      const permissions = { mode: mode & 0o7777, uid, gid };
      return { kind: 'file', path: await realpath(path), permissions };
    }
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
    case 'ECHANGED':
      return 'The file was not written because another program has changed it in the meantime. Run the command again.';
    default:
      return "The file can't be written. Check that its disk is available.";
  }
}

function isFolderMessage(): string {
  return "The file can't be written because it is a folder. Name a file.";
}
