import * as l10n from '@vscode/l10n';
import { isRecord } from '../is-record.ts';

/**
 * Why a file or folder can't be read, and what to do, in sentences: the one description for all commands and tools. `failed`:
 * an error of a file system (`read-file.ts`), or a failure with its code.
 */
export function describeReadFailure(failed: unknown): string {
  const code = isRecord(failed) ? String(failed.code) : '';
  return Object.hasOwn(messages, code)
    ? messages[code as keyof typeof messages]()
    : l10n.t('Check that the file system is available.');
}

const missing = () => l10n.t('It does not exist. Check the path. If it is a link, check its target.');
const isFolder = () => l10n.t('It is a folder. Name a file in it, or give the folder another name.');
const notAFile = () => l10n.t('It is a pipe, a socket, or a device. Name a file.');
const notPermitted = () => l10n.t('Permission was denied. Check its permissions.');

/** By the codes of `node:fs`, and of VS Code's file systems. */
const messages = {
  ENOENT: missing,
  ENOTDIR: missing,
  ENAMETOOLONG: missing,
  FileNotFound: missing,
  ELOOP: () => l10n.t('It is a link that leads back to itself. Check its target.'),
  EISDIR: isFolder,
  FileIsADirectory: isFolder,
  EFTYPE: notAFile,
  ENXIO: notAFile,
  EACCES: notPermitted,
  EPERM: notPermitted,
  NoPermissions: notPermitted,
  EBUSY: () => l10n.t('Another program is using it. Close it there and try again.'),
  ERR_FS_FILE_TOO_LARGE: () => l10n.t('It is larger than 2 GB. Split it.'),
  ERR_EDITOR_FILE_TOO_LARGE: () => l10n.t('It is larger than 64 MB. Split it.'),
};

/** Whether there is no such file. Of a link, its target may be missing. */
export function isMissing(failed: unknown): boolean {
  const code = isRecord(failed) ? String(failed.code) : '';
  return Object.hasOwn(messages, code) && messages[code as keyof typeof messages] === missing;
}

/** A message that a file can't be read. `reason`: why, and what to do, in sentences. */
export function describeUnreadableFile(reason: string): string {
  return l10n.t("The file can't be read. {0}", reason);
}
