import { l10n, Uri } from 'vscode';
import type { CheckAnswer } from '../../app/document-tasks/check-requests.ts';
import type { StartCheckWorker } from '../../app/document-tasks/check-thread.ts';
import { TextChecks } from '../../app/document-tasks/text-checks.ts';
import { readInWorker } from '../from-data/browser/read-in-worker.ts';
import { type StudioHost, workspaceProjectFiles } from '../studio/common-studio.ts';
import { workspaceFiles } from '../studio/stored-files.ts';

export function browserHost(extensionUri: Uri): StudioHost {
  const script = (name: string) => Uri.joinPath(extensionUri, 'dist', 'web', name).toString(true);
  return {
    files: workspaceFiles,
    checks: new TextChecks(checkWorkerStarter(script('check-worker.js')), l10n.bundle),
    read: (files, options) => readInWorker(script('infer-worker.js'), files, options),
    onDisk: () => undefined,
    projectFilesOf: workspaceProjectFiles,
    // `fetch` doesn't report whether a request was sent, so an outcome could never be "not sent".
    canSubmit: false,
  };
}

/** Starts the compiled `web-check-worker.ts` as a web worker. `script`: its URL, which can have another origin. */
function checkWorkerStarter(script: string): StartCheckWorker {
  return ({ onAnswer, onFailure }) => {
    const worker = new Worker(script);
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => onAnswer(data));
    worker.addEventListener('error', onFailure);
    return worker;
  };
}
