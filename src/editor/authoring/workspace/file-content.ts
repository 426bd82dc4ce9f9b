import { lstat, stat } from 'node:fs/promises';
import { FileType, type Uri, workspace } from 'vscode';
import { describeReadFailure } from '../../../storage/read-failure.ts';
import { readRegularFile } from '../../../storage/regular-file.ts';

export type FileReading =
  | { readonly outcome: 'read'; readonly content: Uint8Array }
  /** There is no such file any more. */
  | { readonly outcome: 'gone' }
  /** `reason`: sentences for people, with what to do. */
  | { readonly outcome: 'unreadable'; readonly reason: string };

/** Reads what is on disk, whatever VS Code holds open. */
export async function readFileContent(uri: Uri): Promise<FileReading> {
  try {
    return { outcome: 'read', content: await read(uri) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (isNotFound(code) && !(await isThere(uri))) return { outcome: 'gone' };
    return { outcome: 'unreadable', reason: describeReadFailure(code) };
  }
}

export async function isFolder(uri: Uri): Promise<boolean> {
  try {
    if (uri.scheme === 'file') return (await stat(uri.fsPath)).isDirectory();
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/** Files of this machine are read without VS Code, which sends a message to the window and back for each. */
function read(uri: Uri): Thenable<Uint8Array> {
  return uri.scheme === 'file' ? readRegularFile(uri.fsPath) : workspace.fs.readFile(uri);
}

/** A link is there, too, although what it leads to is not. */
async function isThere(uri: Uri): Promise<boolean> {
  if (uri.scheme !== 'file') return false;
  return lstat(uri.fsPath).then(
    () => true,
    () => false,
  );
}

function isNotFound(code: unknown): boolean {
  return code === 'FileNotFound' || code === 'ENOENT';
}
