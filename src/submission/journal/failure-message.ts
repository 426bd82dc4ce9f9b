import * as l10n from '@vscode/l10n';
import type { JournalFailure } from './failure.ts';

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
        'Each submission is recorded in the journal before it is sent, and another program is using a file in {folder}. Close the file there, then try again.',
        { folder },
      );
    default:
      return l10n.t(
        "Each submission is recorded in the journal before it is sent, and the journal in {folder} can't be written ({code}). Check that the folder exists and can be used, then try again.",
        { folder, code },
      );
  }
}
