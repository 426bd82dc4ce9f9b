import { l10n, Uri } from 'vscode';
import type { CheckAnswer } from '../../../app/document-tasks/check-requests.ts';
import type { StartCheckWorker } from '../../../app/document-tasks/check-thread.ts';
import { TextChecks } from '../../../app/document-tasks/text-checks.ts';
import type { AuthoringHost } from '../checking/checking.ts';
import { workspaceFiles } from '../workspace/stored-files.ts';

export function browserHost(extensionUri: Uri): AuthoringHost {
  const worker = Uri.joinPath(extensionUri, 'dist', 'web', 'check-worker.js');
  const checks = new TextChecks(checkWorkerStarter(worker.toString(true)), l10n.bundle);
  return {
    files: workspaceFiles,
    checks,
    // `fetch` doesn't report whether a request was sent, so an outcome could never be "not sent".
    canSubmit: false,
    dispose: () => checks.dispose(),
  };
}

/** Starts the compiled `web-check-worker.ts` as a web worker. `script`: its URL, which can have another origin. */
export function checkWorkerStarter(script: string): StartCheckWorker {
  return ({ onAnswer, onFailure }) => {
    const worker = new Worker(script);
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => onAnswer(data));
    worker.addEventListener('error', onFailure);
    return worker;
  };
}
