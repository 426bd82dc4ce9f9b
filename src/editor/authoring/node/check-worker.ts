import { parentPort } from 'node:worker_threads';
import { handleWorkerMessage } from '../checking/check-requests.ts';
import type { WorkerMessage } from '../checking/check-thread.ts';

// The entry point of a Node.js worker thread. An uncaught error ends the thread.
parentPort?.on('message', async (message: WorkerMessage) => {
  const answer = await handleWorkerMessage(message);
  if (answer) parentPort?.postMessage(answer);
});
