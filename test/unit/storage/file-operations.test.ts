import assert from 'node:assert/strict';
import {
  type FileOperations,
  nodeFileOperations,
  retryingWhileBusy,
} from '../../../src/storage/file-operations.ts';

describe('file operations of the journal on Windows', () => {
  const steps: readonly [string, (files: FileOperations) => Promise<unknown>][] = [
    ['rename', (files) => files.rename('from', 'to')],
    ['remove', (files) => files.remove('file')],
    ['read', (files) => files.read('file', 10)],
    ['stat', (files) => files.stat('file')],
  ];

  for (const [name, step] of steps)
    it(`repeat ${name} while another program has the file open`, async () => {
      let calls = 0;
      const busyTwice = async () => {
        calls += 1;
        if (calls <= 2) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
        return `${name} done`;
      };
      const busy = { ...nodeFileOperations, [name]: busyTwice };
      const options = { platform: 'win32', sleep: async () => undefined } as const;
      assert.equal(await step(retryingWhileBusy(busy, options)), `${name} done`);
      assert.equal(calls, 3);
    });
});
