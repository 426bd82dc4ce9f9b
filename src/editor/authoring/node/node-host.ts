import { lstat, stat } from 'node:fs/promises';
import type { Uri } from 'vscode';
import { failure, type Result, success } from '../../../result.ts';
import { readRegularFile } from '../../../storage/regular-file.ts';
import type { AuthoringHost } from '../checking/checking.ts';
import { TextChecks } from '../checking/text-checks.ts';
import {
  type FileReadFailure,
  type StoredFiles,
  unreadable,
  workspaceFiles,
} from '../workspace/file-content.ts';
import { checkWorkerStarter } from './start-check-worker.ts';

export function nodeHost(): AuthoringHost {
  // This module is bundled into `dist/extension/main.js`, in the same folder as the worker.
  const checks = new TextChecks(checkWorkerStarter(new URL('./check-worker.js', import.meta.url)));
  return { files: localFiles, checks, canSubmit: true, dispose: () => checks.dispose() };
}

/** Reads local files with Node.js: VS Code's file system API needs a round trip to the window for each file. */
const localFiles: StoredFiles = {
  read: (file) => (file.scheme === 'file' ? readLocal(file) : workspaceFiles.read(file)),

  isFolder: async (uri) =>
    uri.scheme === 'file'
      ? stat(uri.fsPath).then(
          (stats) => stats.isDirectory(),
          () => false,
        )
      : workspaceFiles.isFolder(uri),
};

async function readLocal(file: Uri): Promise<Result<Uint8Array, FileReadFailure>> {
  try {
    return success(await readRegularFile(file.fsPath));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // A symbolic link can exist although its target doesn't.
    if (code === 'ENOENT' && !(await exists(file))) return failure({ kind: 'not-found' });
    return unreadable(code);
  }
}

function exists(file: Uri): Promise<boolean> {
  return lstat(file.fsPath).then(
    () => true,
    () => false,
  );
}
