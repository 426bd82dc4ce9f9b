import { stat } from 'node:fs/promises';
import { l10n } from 'vscode';
import { TextChecks } from '../../../app/document-tasks/text-checks.ts';
import { readFile } from '../../../app/read-file.ts';
import { readRegularFile } from '../../../storage/regular-file.ts';
import type { AuthoringHost } from '../checking/checking.ts';
import { type StoredFiles, workspaceFiles } from '../workspace/stored-files.ts';
import { checkWorkerStarter } from './start-check-worker.ts';

export function nodeHost(): AuthoringHost {
  // This module is bundled into `dist/extension/main.js`, in the same folder as the worker.
  const checks = new TextChecks(
    checkWorkerStarter(new URL('./check-worker.js', import.meta.url)),
    l10n.bundle,
  );
  return { files: localFiles, checks, canSubmit: true, dispose: () => checks.dispose() };
}

/** Reads local files with Node.js: VS Code's file system API needs a round trip to the window for each file. */
const localFiles: StoredFiles = {
  read: (file) =>
    file.scheme === 'file' ? readFile(() => readRegularFile(file.fsPath)) : workspaceFiles.read(file),

  isFolder: async (uri) => {
    if (uri.scheme !== 'file') return workspaceFiles.isFolder(uri);
    return (await stat(uri.fsPath).catch(() => undefined))?.isDirectory() === true;
  },
};
