import { memorySource, webPorts } from '../../../inference/bytes/memory-source.ts';
import { inferSources } from '../../../inference/infer-sources.ts';
import type { InferAnswer, InferQuestion } from './read-in-worker.ts';

// The entry point of a web worker, which reads the files of one request. A cancellation ends it, whatever it does.
self.addEventListener('message', ({ data }: MessageEvent<InferQuestion>) => {
  const { files, reading, merge, sendsFiles } = data;
  const send = (answer: InferAnswer) => self.postMessage(answer);
  inferSources(
    files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
    webPorts,
    {
      reading,
      merge,
      onFile: sendsFiles ? (file) => send({ kind: 'file', file }) : undefined,
      onProgress: (progress) => send({ kind: 'progress', progress }),
    },
  ).then((inferred) => send({ kind: 'done', inferred }), reportError);
});
