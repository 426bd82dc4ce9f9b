import { parentPort } from 'node:worker_threads';
import type { CheckWork } from '../../../../src/cli/checking/check-threads.ts';
import { FileQueue } from '../../../../src/cli/checking/file-queue.ts';

// Crashes at each file whose name says so, in the way that it says.
parentPort?.once('message', ({ files, memory, thread }: CheckWork) => {
  const queue = new FileQueue(files.length, memory);
  for (let index = queue.take(thread); index !== undefined; index = queue.take(thread)) {
    if (files[index]?.startsWith('exit')) process.exit(3);
    if (files[index]?.startsWith('throw')) throw new TypeError('secret of the document');
    queue.finish(thread);
  }
});
