import { randomBytes } from 'node:crypto';
import { open, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { failure, type Result, success } from '../../result.ts';
import { nodeFileOperations } from '../../storage/file-operations.ts';
import { errorCode } from '../input/document-file.ts';

export interface WriteFailure {
  readonly kind: 'not-written';
  /** Why and what to do, in sentences. */
  readonly reason: string;
}

/**
 * Replaces a file, or makes a new one. Readers see the old content or the new one, never a part of it; if writing
 * fails, the old content stays. Of a link, the file that it leads to is replaced.
 */
export async function replaceFile(path: string, text: string): Promise<Result<void, WriteFailure>> {
  let temporary: string | undefined;
  try {
    const existing = await existingFile(path);
    if (existing !== undefined && !existing.isRegular)
      return failure({
        kind: 'not-written',
        reason: 'It is a folder, a pipe or a device. Name a file.',
      });
    const target = existing?.path ?? path;
    temporary = join(
      dirname(target),
      `.${basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`,
    );
    const file = await open(temporary, 'wx', existing?.mode ?? 0o666);
    try {
      // The mode of a new file is reduced by the process's mask.
      if (existing !== undefined) await file.chmod(existing.mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await nodeFileOperations.rename(temporary, target);
    return success(undefined);
  } catch (error) {
    if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => undefined);
    if (typeof errorCode(error) !== 'string') throw error;
    return failure({ kind: 'not-written', reason: reasonNotWritten(error) });
  }
}

async function existingFile(
  path: string,
): Promise<{ readonly path: string; readonly isRegular: boolean; readonly mode: number } | undefined> {
  try {
    const status = await stat(path);
    return { path: await realpath(path), isRegular: status.isFile(), mode: status.mode & 0o7777 };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function reasonNotWritten(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'Its folder does not exist. Create the folder, or name another file.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'Permission was denied. Check the permissions of the file and its folder.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Free some space.';
    case 'ENAMETOOLONG':
      return 'Its name is too long. Choose a shorter one.';
    default:
      return 'Check that the file system is available.';
  }
}
