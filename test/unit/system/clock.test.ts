import assert from 'node:assert/strict';
import { systemClock } from '../../../src/system/clock.ts';

describe('The system clock', () => {
  it('ends a wait when the time is over', async () => {
    const began = performance.now();
    await systemClock.sleep(20, new AbortController().signal);
    assert.ok(performance.now() - began >= 15);
  });

  it('ends a wait immediately when it is aborted, before or during it', async () => {
    const abort = new AbortController();
    const waiting = systemClock.sleep(3_600_000, abort.signal);
    abort.abort();
    assert.equal(await waiting, undefined);
    assert.equal(await systemClock.sleep(3_600_000, abort.signal), undefined);
  });
});
