import * as l10n from '@vscode/l10n';
import { isRecord } from '../../text/is-record.ts';

/**
 * Why a file or folder can't be read, and what to do, in sentences: the one description for all commands and tools. `failed`:
 * an error of `node:fs` or `readRegularFile`, or a failure with its code.
 */
export function describeReadFailure(failed: unknown): string {
  switch (isRecord(failed) ? failed.code : undefined) {
    case 'ENOENT':
      return l10n.t('It does not exist. Check the path. If it is a link, check its target.');
    case 'ELOOP':
      return l10n.t('It is a link that leads back to itself. Check its target.');
    case 'EISDIR':
      return l10n.t('It is a folder. Name a file in it, or give the folder another name.');
    case 'EFTYPE':
    case 'ENXIO':
      return l10n.t('It is a pipe, a socket, or a device. Name a file.');
    case 'EACCES':
    case 'EPERM':
      return l10n.t('Permission was denied. Check its permissions.');
    case 'EBUSY':
      return l10n.t('Another program is using it. Close it there and try again.');
    case 'ERR_FS_FILE_TOO_LARGE':
      return l10n.t('It is larger than 2 GB. Split it.');
    default:
      return l10n.t('Check that the file system is available.');
  }
}

/** The same for a file, as a message of its own. */
export function describeUnreadableFile(failed: unknown): string {
  return l10n.t("The file can't be read. {0}", describeReadFailure(failed));
}
