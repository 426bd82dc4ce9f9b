import assert from 'node:assert/strict';
import { responseText } from '../../../../src/gateway/presentation/response-text.ts';

function shown(body: string, complete = true): string {
  return responseText({ status: 200, headers: {}, body: Buffer.from(body), complete });
}

describe('responseText', () => {
  it('indents JSON', () => assert.equal(shown('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}'));

  it('leaves each number, escape and name as it is written', () => {
    const exact = '{"id": 9007199254740993, "é\\u00e9": [1.0, 1E2, -0], "a": {}, "a": [ ], "b": ",:\\"}"}';
    assert.equal(
      shown(exact),
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
      assert.equal(shown(JSON.stringify(value)), JSON.stringify(value, null, 2));
  });

  it('leaves JSON as it stands that is nested too deep to be read', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    assert.equal(shown(deep), deep);
  });

  it('shows other text as it stands', () => assert.equal(shown('not {json'), 'not {json'));

  it('says where the response was cut', () => assert.match(shown('{"a":', false), /^\{"a":\n….*cut/));
});
