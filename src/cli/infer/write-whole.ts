import { randomUUID } from 'node:crypto';
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { failure, type Result, success } from '../../result.ts';
import { reasonUnwritable } from './reason-unwritable.ts';

/** Replaces a file by a text, so that nobody ever sees a part of it. The failure is sentences for people. */
export async function writeWhole(path: string, text: string): Promise<Result<void, string>> {
  try {
    const target = await realpath(path).catch(() => path);
    const status = await stat(target).catch(() => undefined);
    if (status !== undefined && !status.isFile()) {
      // A terminal or a pipe, such as /dev/stdout, can't be replaced.
      await writeFile(target, text);
      return success(undefined);
    }
    const temporary = `${target}.${randomUUID()}.tmp`;
    try {
      await writeFile(temporary, text, { flag: 'wx', ...(status && { mode: status.mode }) });
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return success(undefined);
  } catch (error) {
    return failure(reasonUnwritable(error));
  }
}
