import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../../result.ts';
import { errorCode, isBusy } from '../../storage/file-operations.ts';

/** Why the journal can't be read or written. */
export interface JournalFailure {
  readonly kind: 'file-system';
  /** As in `node:fs`: `ENOSPC`, `EACCES`, `EROFS` and others. On Windows, `EBUSY` also if permission may be denied. */
  readonly code: string;
  /** The journal's folder. */
  readonly folder: string;
}

/** Turns errors of the file system into failures. Other errors are bugs, and are thrown. */
export async function withFileFailures<Value>(
  folder: string,
  step: () => Promise<Value>,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<Value, JournalFailure>> {
  try {
    return success(await step());
  } catch (error) {
    const code = isBusy(error, platform) ? 'EBUSY' : errorCode(error);
    if (code === undefined) throw error;
    return failure({ kind: 'file-system', code, folder });
  }
}

/** Why the journal can't be written, and what to do, in whole sentences. */
export function describeJournalFailure({ code, folder }: Omit<JournalFailure, 'kind'>): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t(
        'Each submission is recorded in the journal before it is sent, and there is no space left in {folder}. Free some space, then try again.',
        { folder },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return l10n.t(
        "Each submission is recorded in the journal before it is sent, and the journal in {folder} can't be written ({code}). Make the folder writable or choose another one, then try again.",
        { folder, code },
      );
    case 'EBUSY':
      return l10n.t(
        'Each submission is recorded in the journal before it is sent, and another program has a file in {folder} open, or permission was denied. Close the file there or make the folder writable, then try again.',
        { folder },
      );
    default:
      return l10n.t(
        "Each submission is recorded in the journal before it is sent, and the journal in {folder} can't be written ({code}). Check that the folder exists and can be used, then try again.",
        { folder, code },
      );
  }
}
