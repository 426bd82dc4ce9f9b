import assert from 'node:assert/strict';
import fc from 'fast-check';
import { itemAfter, updateBetween, withUpdate } from '../../../src/designer/update.ts';
import { designWith } from './documents.ts';

const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'));
const designs = fc
  .tuple(names, fc.array(fc.constantFrom('x', 'y')))
  .map(([tables, columns]) => designWith(Object.fromEntries(tables.map((name) => [name, columns]))));

describe('An update of a design', () => {
  it('turns one design into another', () => {
    fc.assert(
      fc.property(designs, designs, (before, after) => {
        assert.deepEqual(withUpdate(before, updateBetween(before, after)), after);
      }),
    );
  });

  it('contains the changed table only, and leaves the others the same objects', () => {
    const before = designWith({ A: ['x'], B: ['x'], C: ['x'] });
    const after = designWith({ A: ['x'], B: ['y'], C: ['x'] });
    const update = updateBetween(before, after);
    assert.deepEqual(update, { from: 1, removed: 1, inserted: [after.tables[1]] });
    const result = withUpdate(before, update);
    assert.equal(result.tables[0], before.tables[0]);
    assert.equal(result.tables[2], before.tables[2]);
  });

  it('moves the items after an added or a removed table', () => {
    const before = designWith({ A: ['x'], C: ['x'] });
    const after = designWith({ A: ['x'], B: ['x'], C: ['x'] });
    assert.deepEqual(itemAfter([1, 0], updateBetween(before, after)), [2, 0]);
    assert.deepEqual(itemAfter([2, 0], updateBetween(after, before)), [1, 0]);
    assert.deepEqual(itemAfter([0], updateBetween(before, after)), [0]);
    assert.deepEqual(itemAfter([], updateBetween(before, after)), []);
  });
});
