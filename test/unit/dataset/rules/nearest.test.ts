import assert from 'node:assert/strict';
import { nearest } from '../../../../src/dataset/rules/nearest.ts';

describe('The nearest known name', () => {
  for (const [name, known, expected] of [
    ['NAME', ['name', 'tables'], 'name'],
    ['nmae', ['name', 'tables'], 'name'],
    ['tabels', ['name', 'tables'], 'tables'],
    ['table', ['name', 'tables'], 'tables'],
    ['colour', ['name', 'columns'], undefined],
    ['x', ['y'], undefined],
    ['', ['a'], undefined],
    ['decimal', ['Dec', 'Decimal128', 'Decimal'], 'Decimal'],
    ['a', [], undefined],
  ] as const) {
    it(`to "${name}" among ${known.join(', ')} is ${expected}`, () => {
      assert.equal(nearest(name, known), expected);
    });
  }

  it('is not searched for a huge name', () => {
    assert.equal(nearest('x'.repeat(10_000_000), ['name']), undefined);
  });
});
