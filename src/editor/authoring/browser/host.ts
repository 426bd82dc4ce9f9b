import { Uri } from 'vscode';
import type { AuthoringHost } from '../authoring-host.ts';
import { TextChecks } from '../checking/text-checks.ts';
import { workspaceFiles } from '../workspace/file-content.ts';
import { checkWorkerStarter } from './start-check-worker.ts';

export function browserHost(extensionUri: Uri): AuthoringHost {
  const worker = Uri.joinPath(extensionUri, 'dist', 'web', 'check-worker.js');
  const checks = new TextChecks(checkWorkerStarter(worker.toString(true)));
  return {
    files: workspaceFiles,
    checks,
    // `fetch` doesn't report whether a request was sent, so an outcome could never be "not sent".
    canSubmit: false,
    dispose: () => checks.dispose(),
  };
}
