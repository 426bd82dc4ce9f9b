import assert from 'node:assert/strict';
import { indentJson } from '../../../src/text/indent-json.ts';

describe('indentJson', () => {
  it('leaves each number, escape and name as it is written', () => {
    const exact = '{"id": 9007199254740993, "é\\u00e9": [1.0, 1E2, -0], "a": {}, "a": [ ], "b": ",:\\"}"}';
    assert.equal(
      indentJson(exact),
      [
        '{',
        '  "id": 9007199254740993,',
        '  "é\\u00e9": [',
        '    1.0,',
        '    1E2,',
        '    -0',
        '  ],',
        '  "a": {},',
        '  "a": [],',
        '  "b": ",:\\"}"',
        '}',
      ].join('\n'),
    );
  });

  it('lays out ordinary JSON as JavaScript does', () => {
    for (const value of [{ a: [1, [], {}, [[2]]], b: { c: null } }, [], {}, 'x', 1, [{}], [1, 2]])
      assert.equal(indentJson(JSON.stringify(value)), JSON.stringify(value, null, 2));
  });

  it('leaves JSON as it stands that is nested too deep to be read', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assert.equal(indentJson(deep), deep);
  });

  it('leaves other text as it stands', () => assert.equal(indentJson('not {json'), 'not {json'));
});
