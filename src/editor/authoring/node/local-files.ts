import { lstat, stat } from 'node:fs/promises';
import { l10n, type Uri } from 'vscode';
import { readRegularFile } from '../../../storage/regular-file.ts';
import {
  type FileReading,
  isFolderReason,
  noPermissionReason,
  type StoredFiles,
  unavailableReason,
  workspaceFiles,
} from '../workspace/file-content.ts';

/** Files of this machine are read without VS Code, which sends a message to the window and back for each. */
export const localFiles: StoredFiles = {
  read: (file) => (file.scheme === 'file' ? readLocal(file) : workspaceFiles.read(file)),

  isFolder: async (uri) =>
    uri.scheme === 'file'
      ? stat(uri.fsPath).then(
          (stats) => stats.isDirectory(),
          () => false,
        )
      : workspaceFiles.isFolder(uri),
};

async function readLocal(file: Uri): Promise<FileReading> {
  try {
    return { outcome: 'read', content: await readRegularFile(file.fsPath) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A link exists even if its target doesn't.
    if (code === 'ENOENT' && !(await exists(file))) return { outcome: 'gone' };
    return { outcome: 'unreadable', reason: reasonFor(code) };
  }
}

function exists(file: Uri): Promise<boolean> {
  return lstat(file.fsPath).then(
    () => true,
    () => false,
  );
}

function reasonFor(code: unknown): string {
  switch (code) {
    case 'ENOENT':
      return l10n.t('It is a link to a file that is not there.');
    case 'EACCES':
    case 'EPERM':
      return noPermissionReason();
    case 'EISDIR':
      return isFolderReason();
    case 'EBUSY':
      return l10n.t('Another program is using it: close it there, and try again.');
    case 'EFTYPE':
    case 'ENXIO':
      return l10n.t('It is not a file but a pipe, a socket or a device.');
    case 'ERR_FS_FILE_TOO_LARGE':
      return l10n.t('It is larger than 2 GB: split it.');
    default:
      return unavailableReason();
  }
}
