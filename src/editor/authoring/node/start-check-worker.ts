import { Worker } from 'node:worker_threads';
import type { StartCheckWorker } from '../../../app/document-tasks/check-thread.ts';

/** The maximum heap size of the worker: several times what the largest YAML file needs. */
const maxHeapMegabytes = 2048;

/** Starts the compiled `node-check-worker.ts` as a Node.js worker thread. */
export function checkWorkerStarter(module: URL): StartCheckWorker {
  return ({ onAnswer, onFailure }) => {
    const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes } });
    worker.unref();
    worker.on('message', onAnswer);
    worker.on('error', onFailure);
    return worker;
  };
}
