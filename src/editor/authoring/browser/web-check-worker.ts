import { type WorkerMessage, workerMessageHandler } from '../../../app/document-tasks/check-requests.ts';

const handle = workerMessageHandler();

// The entry point of a web worker. `reportError` fires the `error` event of the `Worker` that started this one.
self.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  handle(data).then((answer) => {
    if (answer) self.postMessage(answer);
  }, reportError);
});
