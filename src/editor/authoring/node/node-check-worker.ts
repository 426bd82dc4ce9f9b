import { parentPort } from 'node:worker_threads';
import { type WorkerMessage, workerMessageHandler } from '../../../app/document-tasks/check-requests.ts';

const handle = workerMessageHandler();

// The entry point of a Node.js worker thread. An uncaught error ends the thread.
parentPort?.on('message', async (message: WorkerMessage) => {
  const answer = await handle(message);
  if (answer) parentPort?.postMessage(answer);
});
