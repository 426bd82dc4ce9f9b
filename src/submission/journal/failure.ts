import { failure, type Result, success } from '../../result.ts';
import { errorCode } from '../../storage/file-operations.ts';

/** Why the journal can't be read or written. */
export interface JournalFailure {
  readonly kind: 'file-system';
  /** As in `node:fs`: `ENOSPC`, `EACCES`, `EROFS` and others. */
  readonly code: string;
  /** The journal's folder. */
  readonly folder: string;
}

/** Turns errors of the file system into failures. Other errors are bugs, and are thrown. */
export async function withFileFailures<Value>(
  folder: string,
  step: () => Promise<Value>,
): Promise<Result<Value, JournalFailure>> {
  try {
    return success(await step());
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return failure({ kind: 'file-system', code, folder });
  }
}
