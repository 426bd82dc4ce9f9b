import { Uri } from 'vscode';
import type { AuthoringHost } from '../authoring-host.ts';
import { workspaceFiles } from '../workspace/file-content.ts';
import { checkWorkerStarter } from './start-check-worker.ts';

export function browserHost(extensionUri: Uri): AuthoringHost {
  const worker = Uri.joinPath(extensionUri, 'dist', 'web', 'check-worker.js');
  return {
    files: workspaceFiles,
    startCheckWorker: checkWorkerStarter(worker.toString(true)),
    // `fetch` doesn't report whether a request was sent, so an outcome could never be "not sent".
    canSubmit: false,
  };
}
