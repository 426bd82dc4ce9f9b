import assert from 'node:assert/strict';
import { FileQueue } from '../../../../src/cli/checking/file-queue.ts';

describe('The queue of files', () => {
  it('hands out each file once, to threads that share its memory', () => {
    const queue = new FileQueue(3, 2);
    const other = new FileQueue(3, queue.memory);
    const taken = [queue.take(0), other.take(1)];
    queue.finish(0);
    taken.push(queue.take(0));
    assert.deepEqual(taken, [0, 1, 2]);
    other.finish(1);
    assert.equal(other.take(1), undefined);
    assert.equal(queue.isFinished, false);
    queue.finish(0);
    assert.equal(other.isFinished, true);
  });

  it('hands out again what a thread has put back', () => {
    const queue = new FileQueue(2, 2);
    const other = new FileQueue(2, queue.memory);
    queue.take(0);
    other.take(1);
    assert.equal(queue.isEmpty, true);
    queue.putBack(0);
    assert.equal(queue.unfinishedOf(0), undefined);
    assert.equal(queue.isEmpty, false);
    other.finish(1);
    assert.equal(other.take(1), 0);
    assert.equal(queue.take(0), undefined);
    other.finish(1);
    assert.equal(queue.isFinished, true);
  });
});
