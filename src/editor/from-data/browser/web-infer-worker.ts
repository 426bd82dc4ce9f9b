import { memorySource, webPorts } from '../../../inference/bytes/memory-source.ts';
import { inferSources } from '../../../inference/infer-sources.ts';
import type { InferAnswer, InferQuestion } from './browser-data-host.ts';

/** Milliseconds between two reports of progress. */
const progressInterval = 100;

// The entry point of a web worker, which reads the files of one request. A cancellation ends it, whatever it does.
self.addEventListener('message', ({ data }: MessageEvent<InferQuestion>) => {
  const { files, reading, merge, sendsFiles } = data;
  const send = (answer: InferAnswer) => self.postMessage(answer);
  let reported = Number.NEGATIVE_INFINITY;
  let label = '';
  inferSources(
    files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
    webPorts,
    {
      reading,
      merge,
      onFile: sendsFiles ? (file) => send({ kind: 'file', file }) : undefined,
      onProgress: (progress) => {
        const now = performance.now();
        if (progress.label === label && now - reported < progressInterval) return;
        reported = now;
        label = progress.label;
        send({ kind: 'progress', progress });
      },
    },
  ).then((inferred) => send({ kind: 'done', inferred }), reportError);
});
