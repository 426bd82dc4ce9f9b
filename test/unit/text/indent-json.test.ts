import assert from 'node:assert/strict';
import { indentJson } from '../../../src/text/indent-json.ts';

describe('indentJson', () => {
  it('does not change numbers, escapes and names', () => {
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

  it('formats ordinary JSON like JSON.stringify', () => {
    for (const value of [{ a: [1, [], {}, [[2]]], b: { c: null } }, [], {}, 'x', 1, [{}], [1, 2]])
      assert.equal(indentJson(JSON.stringify(value)), JSON.stringify(value, null, 2));
  });

  it('has its own line breaks, and none at the end', () => {
    assert.equal(indentJson(' [1,\r\n\r\n"\\r\\n"]\r\n'), '[\n  1,\n  "\\r\\n"\n]');
  });

  it('does not change JSON that is nested too deeply', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assert.equal(indentJson(deep), deep);
  });

  it('does not change other text', () => assert.equal(indentJson('not {json'), 'not {json'));
});
