import { stat } from 'node:fs/promises';
import { l10n } from 'vscode';
import { TextChecks } from '../../app/document-tasks/text-checks.ts';
import { readFile } from '../../app/read-file.ts';
import { InferenceThread } from '../../data-files/inference-thread.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import { readRegularFile } from '../../system/regular-file.ts';
import { checkWorkerStarter } from '../authoring/node/start-check-worker.ts';
import { type StudioHost, workspaceProjectFiles } from '../studio/common-studio.ts';
import { type StoredFiles, workspaceFiles } from '../studio/stored-files.ts';
import { fileName } from '../studio/uris.ts';

export function nodeHost(): StudioHost {
  // This module is bundled into `dist/extension/main.js`, in the same folder as the worker.
  const startWorker = checkWorkerStarter(new URL('./check-worker.js', import.meta.url));
  return {
    files: localFiles,
    checks: new TextChecks(startWorker, l10n.bundle),
    // In a worker thread, which opens files on a disk by itself.
    read: (files, options) => new InferenceThread().read(files, options),
    onDisk: (uri) =>
      uri.scheme === 'file'
        ? { kind: 'disk', name: fileName(uri), label: fileName(uri), path: uri.fsPath }
        : undefined,
    projectFilesOf: (document) =>
      document.scheme === 'file' ? diskProjectFiles : workspaceProjectFiles(document),
    canSubmit: true,
  };
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
