import * as l10n from '@vscode/l10n';
import { errorCode } from '../input/document-file.ts';

/** Why a file can't be written, in sentences for people. */
export function reasonUnwritable(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return l10n.t("The file can't be written because its folder doesn't exist. Create the folder.");
    case 'EISDIR':
      return l10n.t("The file can't be written because it is a folder. Name a file.");
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return l10n.t("The file can't be written because permission was denied. Check the permissions.");
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t("The file can't be written because the disk is full. Free some space.");
    default:
      return l10n.t("The file can't be written. Check that its disk is available.");
  }
}
