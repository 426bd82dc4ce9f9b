import { parentPort } from 'node:worker_threads';
import { FileChecker } from './check-file.ts';
import type { CheckWork, ThreadReport } from './check-threads.ts';
import { FileQueue } from './file-queue.ts';

/** Checks files, one after the other, until none is left. */
async function check({ files, memory, thread }: CheckWork): Promise<void> {
  const queue = new FileQueue(files.length, memory);
  const checker = new FileChecker();
  for (let index = queue.take(thread); index !== undefined; index = queue.take(thread)) {
    const report = await checker.report(files[index] ?? '');
    if (!report.isChecked || report.problems.length > 0)
      parentPort?.postMessage({ index, report } satisfies ThreadReport);
    queue.finish(thread);
  }
}

parentPort?.once('message', check);
