import assert from 'node:assert/strict';
import fc from 'fast-check';
import { itemsAfter, updateBetween, withUpdate } from '../../../src/designer/update.ts';
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
    const [added, removed] = [updateBetween(before, after), updateBetween(after, before)];
    assert.deepEqual(itemsAfter(before, added)([1, 0]), [2, 0]);
    assert.deepEqual(itemsAfter(after, removed)([2, 0]), [1, 0]);
    assert.equal(itemsAfter(after, removed)([1, 0]), undefined);
    assert.deepEqual(itemsAfter(before, added)([0]), [0]);
    assert.deepEqual(itemsAfter(before, added)([]), []);
  });

  it('moves the columns after an added or a removed column, also of a table that moves', () => {
    const before = designWith({ A: ['x', 'y'], B: ['v'], C: ['z'] });
    const after = designWith({ A: ['w', 'x', 'y'], C: ['z'] });
    const [update, back] = [updateBetween(before, after), updateBetween(after, before)];
    assert.deepEqual(itemsAfter(before, update)([0, 1]), [0, 2]);
    assert.deepEqual(itemsAfter(before, update)([2, 0]), [1, 0]);
    assert.deepEqual(itemsAfter(after, back)([0, 2]), [0, 1]);
    assert.equal(itemsAfter(after, back)([0, 0]), undefined);
    assert.deepEqual(itemsAfter(after, back)([1, 0]), [2, 0]);
    const renamed = updateBetween(before, designWith({ A: ['x', 'u'], B: ['v'], C: ['z'] }));
    assert.deepEqual(itemsAfter(before, renamed)([0, 1]), [0, 1]);
  });
});
