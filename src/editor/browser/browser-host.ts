import { l10n, Uri } from 'vscode';
import type { CheckAnswer } from '../../app/document-tasks/check-requests.ts';
import type { StartCheckWorker } from '../../app/document-tasks/check-thread.ts';
import { TextChecks } from '../../app/document-tasks/text-checks.ts';
import { type StudioHost, workspaceProjectFiles } from '../studio/common-studio.ts';
import { workspaceFiles } from '../studio/stored-files.ts';
import { readInWorker } from './read-in-worker.ts';

export function browserHost(extensionUri: Uri): StudioHost {
  // Its URL can have another origin.
  const script = Uri.joinPath(extensionUri, 'dist', 'web', 'worker.js').toString(true);
  return {
    files: workspaceFiles,
    checks: new TextChecks(checkWorkerStarter(script), l10n.bundle),
    read: (files, options) => readInWorker(script, files, options),
    onDisk: () => undefined,
    projectFilesOf: workspaceProjectFiles,
    // `fetch` doesn't report whether a request was sent, so an outcome could never be "not sent".
    canSubmit: false,
  };
}

/** `script`: the URL of the compiled `web-worker.ts`. */
function checkWorkerStarter(script: string): StartCheckWorker {
  return ({ onAnswer, onFailure }) => {
    const worker = new Worker(script);
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => onAnswer(data));
    worker.addEventListener('error', onFailure);
    return worker;
  };
}
