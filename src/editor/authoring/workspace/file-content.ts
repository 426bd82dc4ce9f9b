import { FileSystemError, FileType, l10n, type Uri, workspace } from 'vscode';
import { failure, type Result, success } from '../../../result.ts';

export type FileReadFailure =
  | { readonly kind: 'not-found' }
  /** `message`: a localized message that says why the file can't be read and what to do. */
  | { readonly kind: 'unreadable'; readonly message: string };

/** Reads the saved content of files, ignoring unsaved changes in editors. */
export interface StoredFiles {
  read(file: Uri): Promise<Result<Uint8Array, FileReadFailure>>;
  isFolder(uri: Uri): Promise<boolean>;
}

/** In bytes. VS Code makes several copies of a file that it reads for an extension. */
const maxSize = 64 * 2 ** 20;

/** Reads files of any scheme with VS Code's file system API, the only API for files in a browser. */
export const workspaceFiles: StoredFiles = {
  async read(file) {
    try {
      const { type, size } = await workspace.fs.stat(file);
      if ((type & FileType.Directory) !== 0) return unreadable(isFolderMessage());
      if (size > maxSize) return unreadable(tooLargeMessage());
      const content = await workspace.fs.readFile(file);
      return content.length > maxSize ? unreadable(tooLargeMessage()) : success(content);
    } catch (error) {
      const code = error instanceof FileSystemError ? error.code : undefined;
      return code === 'FileNotFound' ? failure({ kind: 'not-found' }) : unreadable(errorMessage(code));
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

function errorMessage(code: string | undefined): string {
  switch (code) {
    case 'NoPermissions':
      return noPermissionMessage();
    case 'FileIsADirectory':
      return isFolderMessage();
    default:
      return unavailableMessage();
  }
}

export function unreadable(message: string): Result<never, FileReadFailure> {
  return failure({ kind: 'unreadable', message });
}

function tooLargeMessage(): string {
  return l10n.t("The file can't be read because it is larger than 64 MB. Split the file.");
}

export function noPermissionMessage(): string {
  return l10n.t("The file can't be read because permission was denied. Check the file's permissions.");
}

export function isFolderMessage(): string {
  return l10n.t(
    "The file can't be read because it is a folder. Rename the folder so that it doesn't have the name of a dataset file.",
  );
}

export function unavailableMessage(): string {
  return l10n.t("The file can't be read. Check that its file system is available.");
}
