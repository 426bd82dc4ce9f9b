import assert from 'node:assert/strict';
import { BatchSendLimit } from '../../../../src/submission/batch/pacing.ts';

describe('The limit of what a batch sends', () => {
  it('sends nothing until all pauses have ended, also one that begins during another', async () => {
    const ends: (() => void)[] = [];
    const clock = { sleep: () => new Promise<void>((resolve) => ends.push(resolve)) };
    const limit = new BatchSendLimit(2, clock, new AbortController().signal);
    const sent: string[] = [];
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    limit.pause(1);
    const sending = limit.run(async () => sent.push('a document'));
    await turn();
    limit.pause(1);
    ends[0]?.();
    await turn();
    assert.deepEqual([sent, limit.sending], [[], 0]);
    ends[1]?.();
    await sending;
    assert.deepEqual(sent, ['a document']);
  });
});
