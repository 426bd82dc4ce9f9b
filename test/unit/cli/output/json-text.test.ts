import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ExactJson, jsonText } from '../../../../src/cli/output/json-text.ts';

describe('jsonText', () => {
  it('writes printable values as JSON.stringify does, with an indentation of two', () => {
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme-ascii' });
    fc.assert(fc.property(value, (item) => assert.equal(jsonText(item), JSON.stringify(item, null, 2))));
  });

  it('leaves out properties that are undefined', () => {
    assert.equal(jsonText({ a: undefined, b: 1 }), '{\n  "b": 1\n}');
  });

  it('prints the tokens of an exact text as they are written, indented like its surroundings', () => {
    const value = { response: new ExactJson('{"n":1.0}') };
    assert.equal(jsonText(value), '{\n  "response": {\n    "n": 1.0\n  }\n}');
    assert.equal(jsonText(value, '  '), '{\n    "response": {\n      "n": 1.0\n    }\n  }');
  });
});
