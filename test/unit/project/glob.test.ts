import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Glob } from '../../../src/project/glob.ts';

const cases: readonly (readonly [pattern: string, matches: readonly string[], others: readonly string[]])[] =
  [
    ['a.json', ['a.json'], ['b/a.json', 'a.jsonx', 'aXjson', '']],
    ['*.json', ['a.json', '.json', '.a.json'], ['b/a.json', 'a.yaml']],
    ['a?c', ['abc', 'a😀c', 'a.c'], ['ac', 'a/c', 'abbc']],
    ['datasets/**', ['datasets/a', 'datasets/b/c', 'datasets/.git/x'], ['datasets', 'other/datasets/a']],
    ['**/a', ['a', 'b/a', 'b/.c/a'], ['ba', 'a/b']],
    ['**', ['a', 'a/b', '.a/.b'], []],
    ['x/**/y', ['x/y', 'x/a/y', 'x/a/b/y'], ['xy', 'x/ay', 'x/y/z']],
    ['a**b', ['ab', 'acb'], ['a/b']],
    ['**/fixtures/**', ['fixtures/a', 'b/fixtures/c/d'], ['fixtures', 'myfixtures/a']],
    ['{a,b}/*.json', ['a/x.json', 'b/x.json'], ['c/x.json', 'a,b/x.json']],
    ['{a,b{c,d}}', ['a', 'bc', 'bd'], ['b', 'c']],
    ['{a/**,b}/c', ['a/x/c', 'a/x/y/c', 'b/c'], ['c', 'a/c']],
    ['{,x}a', ['a', 'xa'], ['ya']],
    ['{**/a,b}', ['a', 'x/a', 'b'], ['x/b']],
    ['{a,b', ['a', 'b'], ['{a,b', 'ab']],
    ['[ab]!(c)+.$^|\\', ['[ab]!(c)+.$^|\\'], ['a']],
    ['a,b', ['a,b'], ['a', 'b']],
    ['', [''], ['a']],
    ['Sales/*.Dataset.json', ['sales/a.dataset.JSON', 'SALES/Ä.dataset.json'], ['sale/a.dataset.json']],
    ['é', ['e\u0301', 'É'], ['e']],
  ];

describe('A glob', () => {
  it('takes any number of braces', () => {
    for (const count of [4_000, 100_000]) {
      assert.equal(new Glob('{'.repeat(count)).matches('a'), false);
      assert.equal(new Glob(`${'{'.repeat(count)}a${'}'.repeat(count)}`).matches('b'), false);
      assert.equal(new Glob('{a,'.repeat(count)).matches('a'), true);
    }
    assert.equal(new Glob(`${'{'.repeat(50)}a,b${'}'.repeat(50)}`).matches('b'), true);
  });

  for (const [pattern, matches, others] of cases)
    it(`matches names as documented: ${pattern}`, () => {
      const glob = new Glob(pattern);
      for (const path of matches) assert.equal(glob.matches(path), true, path);
      for (const path of others) assert.equal(glob.matches(path), false, path);
    });

  it('matches as a regular expression of the same meaning does', () => {
    const part = fc.constantFrom('a', 'b', '/', '*', '?', '**/', '/**', '{a,b}', '{a/,*}');
    const pattern = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    const path = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, path, (glob, file) => {
        assert.equal(new Glob(glob).matches(file), expressionOf(glob).test(file));
      }),
      { numRuns: 3000 },
    );
  });

  it('takes no longer for patterns that others take minutes for', () => {
    const path = `${'a'.repeat(3000)}b`;
    for (const pattern of [
      `${'*a'.repeat(400)}c`,
      `${'**/'.repeat(300)}c`,
      `${'{a,'.repeat(300)}${'}*'.repeat(300)}c`,
    ])
      assert.equal(new Glob(pattern).matches(path), false);
  });
});

/** An expression that is exponential, for short patterns. */
function expressionOf(glob: string): RegExp {
  const source = glob.replace(
    /(?<=^|[/{,])\*\*\/|(?<=^|[/{,])\*\*(?=$|[,}])|[*?{,}]/g,
    (part) =>
      ({ '**/': '(?:[^/]*/)*', '**': '.*', '*': '[^/]*', '?': '[^/]', '{': '(?:', ',': '|', '}': ')' })[
        part
      ] ?? part,
  );
  return new RegExp(`^(?:${source})$`, 'su');
}
