import assert from 'node:assert/strict';
import fc from 'fast-check';
import { movedItems } from '../../../src/comparison/pairing.ts';

const order = fc.integer({ min: 0, max: 8 }).chain((length) =>
  fc.shuffledSubarray(
    Array.from({ length }, (_, index) => index),
    { minLength: length },
  ),
);

describe('The items that moved', () => {
  it('leave the other items in their old order', () => {
    fc.assert(
      fc.property(order, (positions) => {
        const moved = movedItems(positions);
        const others = positions.filter((_, index) => !moved.has(index));
        assert.deepEqual(
          others,
          others.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('are as few as possible', () => {
    fc.assert(
      fc.property(order, (positions) => {
        assert.equal(positions.length - movedItems(positions).size, longestIncreasing(positions));
      }),
    );
  });
});

/** By the definition: tries all subsets. */
function longestIncreasing(positions: readonly number[]): number {
  let longest = 0;
  for (let subset = 0; subset < 2 ** positions.length; subset++) {
    const chosen = positions.filter((_, index) => (subset >> index) & 1);
    if (chosen.every((position, index) => index === 0 || position > (chosen[index - 1] ?? -1)))
      longest = Math.max(longest, chosen.length);
  }
  return longest;
}
