import { FileSystemError, FileType, l10n, type Uri, workspace } from 'vscode';

export type FileReading =
  | { readonly outcome: 'read'; readonly content: Uint8Array }
  /** There is no such file any more. */
  | { readonly outcome: 'gone' }
  /** `reason`: sentences for people, with what to do. */
  | { readonly outcome: 'unreadable'; readonly reason: string };

/** Reads files as they are stored, whatever VS Code holds open. */
export interface StoredFiles {
  read(file: Uri): Promise<FileReading>;
  isFolder(uri: Uri): Promise<boolean>;
}

/** Of a file of a virtual workspace, in bytes: VS Code copies it several times on the way here. */
const maxSize = 64 * 2 ** 20;

/** Files of any scheme, through VS Code's file system API: the only way in a browser. */
export const workspaceFiles: StoredFiles = {
  async read(file) {
    try {
      const { type, size } = await workspace.fs.stat(file);
      if ((type & FileType.Directory) !== 0) return unreadable(isFolderReason());
      if (size > maxSize) return unreadable(tooLargeReason());
      const content = await workspace.fs.readFile(file);
      return content.length > maxSize ? unreadable(tooLargeReason()) : { outcome: 'read', content };
    } catch (error) {
      const code = error instanceof FileSystemError ? error.code : undefined;
      return code === 'FileNotFound' ? { outcome: 'gone' } : unreadable(reasonFor(code));
    }
  },

  async isFolder(uri) {
    try {
      return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
    } catch {
      return false;
    }
  },
};

function reasonFor(code: string | undefined): string {
  switch (code) {
    case 'NoPermissions':
      return noPermissionReason();
    case 'FileIsADirectory':
      return isFolderReason();
    default:
      return unavailableReason();
  }
}

function unreadable(reason: string): FileReading {
  return { outcome: 'unreadable', reason };
}

function tooLargeReason(): string {
  return l10n.t('It is larger than 64 MB: split it.');
}

export function noPermissionReason(): string {
  return l10n.t("Permission was denied: check the file's permissions.");
}

export function isFolderReason(): string {
  return l10n.t('It is a folder: give it a name that is not that of a dataset file.');
}

export function unavailableReason(): string {
  return l10n.t('Check that the file system is there.');
}
