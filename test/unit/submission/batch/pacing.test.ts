import assert from 'node:assert/strict';
import { Turns } from '../../../../src/submission/batch/pacing.ts';

describe('Turns', () => {
  it('come one after the other, with two free turns of the event loop in between', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const take = async (name: string) => {
      await turns.next();
      order.push(name);
      setImmediate(() => {
        order.push(`1 after ${name}`);
        setImmediate(() => order.push(`2 after ${name}`));
      });
    };
    await Promise.all([take('a'), take('b')]);
    assert.deepEqual(order, ['a', '1 after a', '2 after a', 'b']);
  });

  it('can be taken again when none is left', async () => {
    const turns = new Turns();
    for (let count = 0; count < 3; count++) await turns.next();
  });
});
