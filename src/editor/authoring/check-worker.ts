import { parentPort } from 'node:worker_threads';
import { validateText } from '../../dataset/document.ts';
import type { CheckAnswer, CheckRequest } from './check-thread.ts';
import { deferred } from './deferred-messages.ts';

/** Checks texts in a thread of its own. Nothing here may need VS Code, which is out of reach in a thread. */
parentPort?.on('message', async ({ id, text, format, settings }: CheckRequest) => {
  const problems = await validateText(text, format, { ...settings, localize: deferred });
  const answer: CheckAnswer = { id, problems };
  parentPort?.postMessage(answer);
});
