import assert from 'node:assert/strict';
import { SharedRun } from '../../../src/storage/shared-run.ts';

describe('SharedRun', () => {
  /** Each run waits until it is ended. */
  function controlled() {
    const ends: ((error?: Error) => void)[] = [];
    const shared = new SharedRun(
      () =>
        new Promise<number>((resolve, reject) => {
          const run = ends.length;
          ends.push((error) => (error ? reject(error) : resolve(run)));
        }),
    );
    return { shared, ends };
  }

  it('starts at once if no run is in progress', () => {
    const { shared, ends } = controlled();
    void shared.run();
    assert.equal(ends.length, 1);
  });

  it('gives callers during a run the next run, which they share', async () => {
    const { shared, ends } = controlled();
    const first = shared.run();
    const later = [shared.run(), shared.run(), shared.run()];
    assert.equal(ends.length, 1);
    ends[0]?.();
    assert.equal(await first, 0);
    assert.equal(ends.length, 2);
    ends[1]?.();
    assert.deepEqual(await Promise.all(later), [1, 1, 1]);
    assert.equal(ends.length, 2);
  });

  it('reports a failure to those who share the run, and starts again for the others', async () => {
    const { shared, ends } = controlled();
    const first = shared.run();
    const second = shared.run();
    ends[0]?.(new Error('failed'));
    await assert.rejects(first, { message: 'failed' });
    ends[1]?.();
    assert.equal(await second, 1);
    const third = shared.run();
    ends[2]?.();
    assert.equal(await third, 2);
  });

  it('rests before a run that follows another, and gives it to those who call meanwhile', async () => {
    const starts: number[] = [];
    const shared = new SharedRun(
      async () => {
        starts.push(performance.now());
        await new Promise((resolve) => setTimeout(resolve, 20));
        return starts.length;
      },
      (run) => run * 40,
    );
    const first = shared.run();
    const second = shared.run();
    assert.equal(await first, 1);
    const third = shared.run();
    assert.deepEqual(await Promise.all([second, third]), [2, 2]);
    const [one = 0, two = 0] = starts;
    assert.ok(two - one >= 50, String(two - one));
  });

  it('has one run in progress, and starts it after each call that it covers', async () => {
    let inProgress = 0;
    let begun = 0;
    const shared = new SharedRun(async () => {
      inProgress += 1;
      assert.equal(inProgress, 1);
      begun += 1;
      const run = begun;
      for (let turn = 0; turn < run % 3; turn++) await new Promise(setImmediate);
      inProgress -= 1;
      return run;
    });
    const call = async (turns: number) => {
      for (let round = 0; round < 20; round++) {
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
        const before = begun;
        assert.ok((await shared.run()) > before);
      }
    };
    await Promise.all([0, 1, 2, 3].map(call));
    assert.ok(begun < 80);
  });
});
