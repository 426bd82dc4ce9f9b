import * as l10n from '@vscode/l10n';
import type { JournalFault } from './fault.ts';

/** Why the journal can't be written, and what mends it, in plain sentences. */
export function describeJournalFault({ code, folder }: JournalFault): string {
  const place = { folder };
  const rule = l10n.t('What is sent must be noted first, so that no dataset is lost or made twice.');
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `${rule} ${l10n.t('There is no space left for the journal in {folder}: make some, and try again.', place)}`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${rule} ${l10n.t("The journal in {folder} can't be written ({code}): make the folder writable, or choose another.", { ...place, code })}`;
    case 'EBUSY':
      return `${rule} ${l10n.t('Another program is using a file of the journal in {folder}: close it there, and try again.', place)}`;
    default:
      return `${rule} ${l10n.t("The journal in {folder} can't be written ({code}): check that it is a folder that can be used, and try again.", { ...place, code })}`;
  }
}

/** To be told with an outcome that could not be noted. */
export function describeUnrecorded({ code, folder }: JournalFault): string {
  return l10n.t(
    "This outcome couldn't be written to the journal in {folder} ({code}). Until it can, the journal calls it unknown.",
    { folder, code },
  );
}
