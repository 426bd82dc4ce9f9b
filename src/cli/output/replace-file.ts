import { randomBytes } from 'node:crypto';
import { appendFile, open, readlink, realpath, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { failure, type Result, success } from '../../result.ts';
import { errorCode, nodeFileOperations } from '../../storage/file-operations.ts';

export interface WriteFailure {
  readonly kind: 'not-written';
  /** Why and what to do, in sentences. */
  readonly message: string;
}

/**
 * Replaces a file, or makes a new one. Readers see the old content or the new one, never a part of it; if writing
 * fails, the old content stays. Of a link, the file that it leads to is replaced. Appends to a device such as a terminal,
 * and to the stream of this process that a path in `/dev` names. Other pipes are refused, because they can wait forever.
 */
export async function replaceFile(path: string, text: string): Promise<Result<void, WriteFailure>> {
  try {
    const existing = await findTarget(path);
    switch (existing.kind) {
      case 'stream':
        await appendFile(path, text);
        return success(undefined);
      case 'folder':
        return notWritten(isFolderMessage());
      case 'other':
        return notWritten(
          "The file can't be written because it is a pipe, a socket, or a device. Name a file.",
        );
      case 'file':
        await replace(existing.path, text, existing.mode);
        return success(undefined);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return notWritten(describeWriteFailure(code));
  }
}

type Target =
  /** `path`: with symbolic links resolved. `mode`: its permissions; undefined if it doesn't exist yet. */
  | { readonly kind: 'file'; readonly path: string; readonly mode: number | undefined }
  | { readonly kind: 'stream' | 'folder' | 'other' };

/** What is at the path, or what a link there leads to. */
async function findTarget(path: string): Promise<Target> {
  try {
    const status = await stat(path);
    const isOpen = /^\/dev\/(?:stdout|stderr|fd\/\d+)$/.test(path);
    if (isOpen && (status.isFile() || status.isFIFO())) return { kind: 'stream' };
    if (status.isFile()) return { kind: 'file', path: await realpath(path), mode: status.mode & 0o7777 };
    if (status.isDirectory()) return { kind: 'folder' };
    return { kind: status.isCharacterDevice() ? 'stream' : 'other' };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const target = await readlink(path).catch(() => undefined);
    // The system follows links in the folder before it follows `..` in the target.
    if (target !== undefined) return findTarget(resolve(await realpath(dirname(path)), target));
    return { kind: 'file', path, mode: undefined };
  }
}

async function replace(target: string, text: string, mode: number | undefined): Promise<void> {
  const temporary = join(dirname(target), `.dataset-studio-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode ?? 0o666);
    try {
      // The mode of a new file is reduced by the process's mask.
      if (mode !== undefined) await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await nodeFileOperations.rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

function notWritten(message: string): Result<void, WriteFailure> {
  return failure({ kind: 'not-written', message });
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
