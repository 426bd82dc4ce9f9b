import { type WorkerMessage, workerMessageHandler } from '../../app/document-tasks/check-requests.ts';
import { memorySource, webPorts } from '../../inference/bytes/memory-source.ts';
import { inferSources } from '../../inference/infer-sources.ts';
import type { InferAnswer, InferQuestion } from './read-in-worker.ts';

const check = workerMessageHandler();

// The entry point of all web workers: one script, because two of them would each contain what they share. A worker only checks
// documents, or reads the data files of one request. `reportError` fires the `error` event of the `Worker` that started it.
self.addEventListener('message', ({ data }: MessageEvent<WorkerMessage | InferQuestion>) => {
  const done = 'files' in data ? readFiles(data) : check(data);
  done.then((answer) => {
    if (answer) self.postMessage(answer);
  }, reportError);
});

/** A cancellation ends the worker, whatever it does. */
async function readFiles({ files, reading, merge, sendsFiles }: InferQuestion): Promise<InferAnswer> {
  const send = (answer: InferAnswer) => self.postMessage(answer);
  const sources = files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : []));
  const inferred = await inferSources(sources, webPorts, {
    reading,
    merge,
    onFile: sendsFiles ? (file) => send({ kind: 'file', file }) : undefined,
    onProgress: (progress) => send({ kind: 'progress', progress }),
  });
  return { kind: 'done', inferred };
}
