import assert from 'node:assert/strict';
import { retryWhileBusy } from '../../../src/storage/file-operations.ts';

describe('retryWhileBusy', () => {
  /** Runs a step that fails `failures` times with `code`; resolves to the number of runs. */
  async function runsOf(platform: NodeJS.Platform, code: string, failures: number): Promise<number> {
    let runs = 0;
    let slept = 0;
    const step = async () => {
      runs += 1;
      if (runs <= failures) throw Object.assign(new Error(code), { code });
      return 'done';
    };
    const sleep = async (milliseconds: number) => {
      slept += milliseconds;
    };
    const result = await retryWhileBusy(step, { platform, sleep }).catch((error) => error.code);
    assert.equal(result, runs > failures ? 'done' : code);
    assert.ok(slept < 500);
    return runs;
  }

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`repeats a step after ${code} on Windows`, async () => {
      assert.equal(await runsOf('win32', code, 9), 10);
    });

    it(`reports ${code} if it lasts`, async () => {
      assert.equal(await runsOf('win32', code, 100), 10);
    });

    it(`reports ${code} at once on other systems`, async () => {
      assert.equal(await runsOf('linux', code, 1), 1);
      assert.equal(await runsOf('darwin', code, 1), 1);
    });
  }

  it('reports other failures at once', async () => {
    for (const code of ['ENOENT', 'ENOSPC', 'EEXIST']) assert.equal(await runsOf('win32', code, 1), 1);
  });
});
