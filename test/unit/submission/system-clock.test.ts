import assert from 'node:assert/strict';
import { systemClock } from '../../../src/submission/system-clock.ts';

describe('Waiting in real time', () => {
  it('ends when the time is over', async () => {
    const began = performance.now();
    await systemClock.sleep(20, new AbortController().signal);
    assert.ok(performance.now() - began >= 15);
  });

  it('ends at once when it is aborted, before or while it waits', async () => {
    const abort = new AbortController();
    const waiting = systemClock.sleep(3_600_000, abort.signal);
    abort.abort();
    assert.equal(await waiting, undefined);
    assert.equal(await systemClock.sleep(3_600_000, abort.signal), undefined);
  });
});
