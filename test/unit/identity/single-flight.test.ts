import assert from 'node:assert/strict';
import { SingleFlight } from '../../../src/identity/single-flight.ts';

describe('SingleFlight', () => {
  it('runs once for callers at the same time, and again for a later one', async () => {
    const flights = new SingleFlight<number>();
    let runs = 0;
    const run = () => flights.run('key', undefined, async () => ++runs);
    assert.deepEqual(await Promise.all([run(), run(), run()]), [1, 1, 1]);
    assert.equal(await run(), 2);
  });

  it('runs different keys separately', async () => {
    const flights = new SingleFlight<string>();
    const run = (key: string) => flights.run(key, undefined, async () => key);
    assert.deepEqual(await Promise.all([run('a'), run('b')]), ['a', 'b']);
  });

  it('returns the same failure to all callers, and runs again for the next', async () => {
    const flights = new SingleFlight<string>();
    const fail = () =>
      flights.run('key', undefined, async () => {
        throw new Error('broken');
      });
    const results = await Promise.allSettled([fail(), fail()]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await flights.run('key', undefined, async () => 'mended'), 'mended');
  });

  it('frees a caller that cancels, and continues for the other', async () => {
    const flights = new SingleFlight<string>();
    let land: (value: string) => void = () => undefined;
    const landed = new Promise<string>((resolve) => {
      land = resolve;
    });
    const cancelled = new AbortController();
    let runSignal: AbortSignal | undefined;
    const start = (signal: AbortSignal) => {
      runSignal = signal;
      return landed;
    };
    const first = flights.run('key', cancelled.signal, start);
    const second = flights.run('key', undefined, start);
    cancelled.abort();
    await assert.rejects(first, { name: 'AbortError' });
    assert.equal(runSignal?.aborted, false);
    land('done');
    assert.equal(await second, 'done');
  });

  it('cancels the operation when its last caller has cancelled, and starts another for the next', async () => {
    const flights = new SingleFlight<string>();
    const cancelled = new AbortController();
    let runSignal: AbortSignal | undefined;
    const first = flights.run('key', cancelled.signal, (signal) => {
      runSignal = signal;
      return new Promise(() => undefined);
    });
    cancelled.abort();
    await assert.rejects(first);
    assert.equal(runSignal?.aborted, true);
    assert.equal(await flights.run('key', undefined, async () => 'anew'), 'anew');
  });

  it('rejects a caller that has already cancelled, without starting', async () => {
    const flights = new SingleFlight<string>();
    let runs = 0;
    const run = flights.run('key', AbortSignal.abort(), async () => {
      runs += 1;
      return '';
    });
    await assert.rejects(run, { name: 'AbortError' });
    assert.equal(runs, 0);
  });
});
