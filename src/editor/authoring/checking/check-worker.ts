import { parentPort, workerData } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { validateText } from '../../../dataset/document.ts';
import { fixAll } from '../../../dataset/fixes/fix-all.ts';
import { quickFixes } from '../../../dataset/fixes/quick-fixes.ts';
import { isSamePlace } from '../workspace/same-place.ts';
import type { CheckAnswer, CheckRequest } from './check-thread.ts';
import { fewEnough } from './few-enough.ts';

// Checks and fixes texts in a worker thread, where the `vscode` module isn't available.
if (workerData?.messages) l10n.config({ contents: workerData.messages });

parentPort?.on('message', async (request: CheckRequest) => {
  const answer: CheckAnswer = { id: request.id, answer: await answerTo(request) };
  parentPort?.postMessage(answer);
});

async function answerTo({ text, format, settings, task }: CheckRequest): Promise<CheckAnswer['answer']> {
  switch (task.kind) {
    case 'problems':
      return fewEnough(await validateText(text, format, settings));
    case 'quick-fixes': {
      return quickFixes(text, format, settings, (problem) =>
        task.asked.some((asked) => isSamePlace(asked, problem)),
      );
    }
    case 'fix-all':
      return fixAll(text, format, settings);
  }
}
