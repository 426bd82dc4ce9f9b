import { FileSystemError, FileType, l10n, type Uri, workspace } from 'vscode';
import { describeUnreadableFile } from '../../../app/messages/read-failure.ts';
import { failure, type Result, success } from '../../../result.ts';

export type FileReadFailure =
  | { readonly kind: 'not-found' }
  /** `code`: of `node:fs`, if it is known. `message`: a localized message that says why the file can't be read and what to do. */
  | { readonly kind: 'unreadable'; readonly code: unknown; readonly message: string };

/** Reads the saved content of files, ignoring unsaved changes in editors. */
export interface StoredFiles {
  read(file: Uri): Promise<Result<Uint8Array, FileReadFailure>>;
  isFolder(uri: Uri): Promise<boolean>;
}

/** In bytes. VS Code makes several copies of a file that it reads for an extension. */
const maxSize = 64 * 2 ** 20;

/** Reads files of any scheme with VS Code's file system API, the only API for files in a browser. */
export const workspaceFiles = {
  /** `isLimited`: whether files of more than 64 MB are refused. */
  async read(file: Uri, isLimited = true): Promise<Result<Uint8Array, FileReadFailure>> {
    try {
      const { type, size } = await workspace.fs.stat(file);
      if ((type & FileType.Directory) !== 0) return unreadable('EISDIR');
      // VS Code would wait for a pipe, and read a device forever.
      if ((type & FileType.File) === 0) return unreadable('EFTYPE');
      if (isLimited && size > maxSize) return tooLarge();
      const content = await workspace.fs.readFile(file);
      return isLimited && content.length > maxSize ? tooLarge() : success(content);
    } catch (error) {
      const code = error instanceof FileSystemError ? error.code : undefined;
      if (code === 'FileNotFound') return failure({ kind: 'not-found' });
      return unreadable(systemCodes[code ?? '']);
    }
  },

  async isFolder(uri: Uri): Promise<boolean> {
    try {
      return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
    } catch {
      // Reading it reports what is wrong.
      return false;
    }
  },
} satisfies StoredFiles;

/** The codes of Node.js for those of VS Code. */
const systemCodes: Readonly<Record<string, string>> = { NoPermissions: 'EACCES', FileIsADirectory: 'EISDIR' };

/** `code`: a code of Node.js. */
export function unreadable(code: unknown): Result<never, FileReadFailure> {
  return failure({ kind: 'unreadable', code, message: describeUnreadableFile({ code }) });
}

function tooLarge(): Result<never, FileReadFailure> {
  const message = l10n.t("The file can't be read because it is larger than 64 MB. Split the file.");
  return failure({ kind: 'unreadable', code: 'ERR_FS_FILE_TOO_LARGE', message });
}
