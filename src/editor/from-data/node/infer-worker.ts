import { parentPort } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import { describeDataFileFailure, fileSource, nodePorts } from '../../../data-files/file-source.ts';
import type { DataSource } from '../../../inference/source.ts';
import { inferSources } from '../inferring/infer-sources.ts';
import { memorySource } from '../inferring/memory-source.ts';
import type { InferMessage, InferRequest, WorkerFile } from './worker-messages.ts';

/** Milliseconds between two reports of progress. */
const progressInterval = 100;

// The entry point of a Node.js worker thread, which handles one request. An error ends it, as does a cancellation.
parentPort?.once('message', async ({ files, reading, translations }: InferRequest) => {
  const send = (message: InferMessage) => parentPort?.postMessage(message);
  if (translations) l10n.config({ contents: translations });
  const sources = files.map(openFile);
  const size = sources.reduce((sum, source) => sum + (source.size ?? 0), 0);
  let reported = performance.now();
  const inferred = await inferSources(sources, {
    ports: nodePorts,
    reading,
    describeReadFailure: describeDataFileFailure,
    onProgress: (bytes) => {
      const now = performance.now();
      if (now - reported < progressInterval) return;
      reported = now;
      send({ kind: 'progress', part: bytes / size });
    },
  });
  if (inferred) send({ kind: 'done', inferred });
});

function openFile(file: WorkerFile): DataSource {
  const source = file.kind === 'path' ? fileSource(file.path) : memorySource(file.name, file.content);
  return { ...source, label: file.name };
}
