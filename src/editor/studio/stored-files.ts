import { FileType, type Uri, workspace } from 'vscode';
import { type ReadFailure, readFile } from '../../app/read-file.ts';
import type { Result } from '../../result.ts';

/** Reads the saved content of files, ignoring unsaved changes in editors. */
export interface StoredFiles {
  read(file: Uri): Promise<Result<Uint8Array, ReadFailure>>;
  isFolder(uri: Uri): Promise<boolean>;
}

/** In bytes. VS Code makes several copies of a file that it reads for an extension. */
const maxSize = 64 * 2 ** 20;

/** Reads a regular file of up to 64 MB, or throws an error with a code. */
export async function readStoredFile(file: Uri): Promise<Uint8Array> {
  const { type, size } = await workspace.fs.stat(file);
  if ((type & FileType.Directory) !== 0) throw errorWith('EISDIR');
  // VS Code would wait for a pipe, and read a device forever.
  if ((type & FileType.File) === 0) throw errorWith('EFTYPE');
  if (size > maxSize) throw errorWith('ERR_EDITOR_FILE_TOO_LARGE');
  const content = await workspace.fs.readFile(file);
  if (content.length > maxSize) throw errorWith('ERR_EDITOR_FILE_TOO_LARGE');
  return content;
}

/** Reads files of any scheme with VS Code's file system API, the only API for files in a browser. */
export const workspaceFiles = {
  read: (file: Uri) => readFile(() => readStoredFile(file)),

  async isFolder(uri: Uri): Promise<boolean> {
    try {
      return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
    } catch {
      // Reading it reports what is wrong.
      return false;
    }
  },
} satisfies StoredFiles;

function errorWith(code: string): Error {
  return Object.assign(new Error(code), { code });
}
