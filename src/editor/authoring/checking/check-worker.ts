import { parentPort } from 'node:worker_threads';
import { validateText } from '../../../dataset/document.ts';
import { isSamePlace } from '../workspace/same-place.ts';
import type { CheckAnswer, CheckRequest } from './check-thread.ts';
import { deferred } from './deferred-messages.ts';
import { fewEnough } from './few-enough.ts';

/** Checks and mends texts in a thread of its own. Nothing here may need VS Code, which is out of reach in a thread. */
parentPort?.on('message', async (request: CheckRequest) => {
  const answer: CheckAnswer = { id: request.id, answer: await answerTo(request) };
  parentPort?.postMessage(answer);
});

async function answerTo({ text, format, settings, task }: CheckRequest): Promise<CheckAnswer['answer']> {
  const options = { ...settings };
  switch (task.kind) {
    case 'problems':
      return fewEnough(await validateText(text, format, options), deferred);
    case 'quick-fixes': {
      const { quickFixes } = await import('../../../dataset/fixes/quick-fixes.ts');
      return quickFixes(text, format, options, (problem) =>
        task.asked.some((asked) => isSamePlace(asked, problem)),
      );
    }
    case 'fix-all':
      return (await import('../../../dataset/fixes/fix-all.ts')).fixAll(text, format, options);
  }
}
