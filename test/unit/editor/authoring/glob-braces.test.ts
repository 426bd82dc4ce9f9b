import assert from 'node:assert/strict';
import { expandBraces } from '../../../../src/editor/authoring/workspace/glob-braces.ts';

describe('The alternatives of a glob pattern', () => {
  for (const [pattern, ...alternatives] of [
    ['**/node_modules', '**/node_modules'],
    ['**/*.{yml,txt}', '**/*.yml', '**/*.txt'],
    ['{a,b}/{c,d}', 'a/c', 'a/d', 'b/c', 'b/d'],
    ['{a,b{c,d}e}', 'a', 'bce', 'bde'],
    ['{a}', 'a'],
    ['x{,y}', 'x', 'xy'],
    ['{a,{b}', '{a,{b}'],
    ['a}b', 'a}b'],
  ])
    it(`of ${pattern} are ${alternatives.join(' and ')}`, () => {
      assert.deepEqual(expandBraces(pattern ?? ''), alternatives);
    });

  it('are not listed if there are too many', () => {
    const pattern = '{a,b}'.repeat(1000);
    assert.deepEqual(expandBraces(pattern), [pattern]);
    const wide = `{${'a,'.repeat(5000)}}`;
    assert.deepEqual(expandBraces(wide), [wide]);
  });
});
