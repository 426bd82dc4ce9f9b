import { failure, type Result, success } from '../result.ts';
import { describeReadFailure, isMissing } from '../text/read-failure.ts';

/** Why a file can't be read. `details`: why, and what to do, in sentences. */
export type ReadFailure =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unreadable'; readonly details: string };

/**
 * The content of a file, with `read` of one of the file systems: of `node:fs` (`system/regular-file.ts`), or of VS Code
 * (`editor/studio/stored-files.ts`). Both read regular files of a limited size only, and throw an error with a code otherwise.
 */
export async function readFile(
  read: () => Uint8Array | Promise<Uint8Array>,
): Promise<Result<Uint8Array, ReadFailure>> {
  try {
    return success(await read());
  } catch (error) {
    return failure(readFailureOf(error));
  }
}

/** `error`: of a file system. */
export function readFailureOf(error: unknown): ReadFailure {
  return isMissing(error)
    ? { kind: 'not-found' }
    : { kind: 'unreadable', details: describeReadFailure(error) };
}

/** Why a file can't be read, and what to do, in sentences. */
export function reasonOf(failed: ReadFailure): string {
  return failed.kind === 'not-found' ? describeReadFailure({ code: 'ENOENT' }) : failed.details;
}
