import { parentPort } from 'node:worker_threads';
import { memorySource } from '../inference/bytes/memory-source.ts';
import type { ListedValue } from '../inference/columns/column-profiles.ts';
import { type DataFile, inferSources } from '../inference/infer-sources.ts';
import type { DataSource } from '../inference/source.ts';
import { fileSource, nodePorts } from './file-source.ts';
import { heartbeat, type InferMessage, type InferRequest } from './inference-thread.ts';

/** Values that are sent together. */
const sentValues = 1000;

// The entry point of a worker thread, which handles one request. A cancellation ends the thread, whatever it does.
parentPort?.once('message', async ({ files, reading, merge, input, listed, handled }: InferRequest) => {
  const send = (message: InferMessage) => parentPort?.postMessage(message);
  const beat = setInterval(() => send({ kind: 'alive' }), heartbeat);
  const count = new Int32Array(handled);
  let values: ListedValue[] = [];
  const sendValues = () => {
    if (values.length === 0) return;
    const before = Atomics.load(count, 0);
    send({ kind: 'values', values });
    values = [];
    Atomics.wait(count, 0, before);
  };
  const inferred = await inferSources(
    files.map((file) => ({ ...open(file, input), reading: file.reading })),
    nodePorts,
    {
      reading,
      merge,
      listed,
      onValues: async ([value]) => {
        if (value !== undefined) values.push(value);
        if (values.length === sentValues) sendValues();
      },
      onFile: (file) => {
        sendValues();
        send({ kind: 'file', file });
      },
      onProgress: (progress) => send({ kind: 'progress', progress }),
    },
  );
  clearInterval(beat);
  send({ kind: 'done', merged: inferred.merged });
});

function open(file: DataFile, input: InferRequest['input']): DataSource {
  switch (file.kind) {
    case 'disk':
      return fileSource(file.path, file);
    case 'input':
      return { name: file.name, label: file.label, isOnce: true, stream: () => partsOf(input) };
    case 'memory':
      return memorySource(file);
  }
}

async function* partsOf(input: InferRequest['input']): AsyncGenerator<Uint8Array> {
  for await (const part of input ?? []) {
    if ('code' in part) throw Object.assign(new Error('The input failed.'), part);
    yield part;
  }
}
