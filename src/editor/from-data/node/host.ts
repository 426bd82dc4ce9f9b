import { Worker } from 'node:worker_threads';
import { l10n, type Uri } from 'vscode';
import { fileName } from '../file-name.ts';
import type { FromDataHost, InferFilesOptions } from '../from-data-host.ts';
import type { FileFailure, InferredFiles } from '../inferring/infer-sources.ts';
import { readContent } from '../inferring/read-content.ts';
import type { InferMessage, InferRequest, WorkerFile } from './worker-messages.ts';

/** For one thread, in megabytes. */
const maxMemory = 2048;

/** The compiled `infer-worker.ts`, beside the bundle `main.js`. */
const workerModule = new URL('./infer-worker.js', import.meta.url);

/** Reads data files in a worker thread. */
export const nodeHost: FromDataHost = {
  async inferFiles(files, options) {
    const prepared = await prepare(files, options.signal);
    if (options.signal.aborted) return undefined;
    const inferred = await inferInWorker(prepared.files, options);
    return inferred && { ...inferred, failures: [...prepared.failures, ...inferred.failures] };
  },
};

/** The worker reads files on disk by itself; others are read through VS Code. */
async function prepare(
  uris: readonly Uri[],
  signal: AbortSignal,
): Promise<{ readonly files: readonly WorkerFile[]; readonly failures: readonly FileFailure[] }> {
  const files: WorkerFile[] = [];
  const failures: FileFailure[] = [];
  for (const uri of uris) {
    if (signal.aborted) break;
    const name = fileName(uri);
    if (uri.scheme === 'file') {
      files.push({ kind: 'path', name, path: uri.fsPath });
      continue;
    }
    const content = await readContent(uri);
    if (content.ok) files.push({ kind: 'content', name, content: content.value });
    else failures.push({ file: name, message: content.failure });
  }
  return { files, failures };
}

/** A cancellation ends the thread, whatever it does. */
function inferInWorker(
  files: readonly WorkerFile[],
  { signal, reading = {}, onProgress }: InferFilesOptions,
): Promise<InferredFiles | undefined> {
  const worker = new Worker(workerModule, { resourceLimits: { maxOldGenerationSizeMb: maxMemory } });
  const request: InferRequest = { files, reading, translations: l10n.bundle };
  return new Promise<InferredFiles | undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    worker.on('message', (message: InferMessage) => {
      switch (message.kind) {
        case 'progress':
          onProgress?.(message.part);
          break;
        case 'done':
          resolve(message.inferred);
      }
    });
    // Such as too little memory.
    worker.once('exit', () => resolve({ tables: [], merged: undefined, failures: files.map(failed) }));
    worker.once('error', () => undefined);
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

function failed({ name }: WorkerFile): FileFailure {
  return {
    file: name,
    message: l10n.t(
      'Reading failed, probably because it ran out of memory. Close other programs, and try again.',
    ),
  };
}
