import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { RecentInput } from '../../../../src/gateway/network/recent-input.ts';

describe('Recent input', () => {
  it('is handled after one turn of the event loop if that has been idle', async () => {
    const input = new RecentInput();
    await input.handled();
    await delay(20);
    assert.equal(await turnsOf(() => input.handled()), 1);
  });

  it('is handled after another turn if the event loop was busy', async () => {
    const input = new RecentInput();
    await input.handled();
    await delay(20);
    beBusy(20);
    assert.equal(await turnsOf(() => input.handled()), 2);
  });

  it('is handled after another turn if the event loop is busy between two calls', async () => {
    const input = new RecentInput();
    await input.handled();
    await delay(20);
    const callTwice = () => {
      const first = input.handled();
      beBusy(20);
      return Promise.all([first, input.handled()]);
    };
    assert.equal(await turnsOf(callTwice), 2);
  });

  it('is awaited for at most three turns if the event loop is always busy', async () => {
    const input = new RecentInput();
    const stayBusy = () => beBusy(10);
    assert.equal(await turnsOf(() => input.handled(), stayBusy), 3);
  });
});

/** How many turns of the event loop it takes, if it is called while the event loop handles input. */
async function turnsOf(action: () => Promise<unknown>, inEach = () => {}): Promise<number> {
  await stat(import.meta.dirname);
  let turns = 0;
  const count = () => {
    turns += 1;
    inEach();
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await action();
  clearImmediate(next);
  return turns;
}

function beBusy(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}
