import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ExactJson, printableJson } from '../../../../src/cli/output/printable-json.ts';

describe('printableJson', () => {
  it('writes printable values as JSON.stringify does, with an indentation of two', () => {
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme-ascii' });
    fc.assert(fc.property(value, (item) => assert.equal(printableJson(item), JSON.stringify(item, null, 2))));
  });

  it('leaves out properties that are undefined', () => {
    assert.equal(printableJson({ a: undefined, b: 1 }), '{\n  "b": 1\n}');
  });

  it('escapes characters that change how the rest looks', () => {
    assert.equal(printableJson(['\u202e', '\u001b[31m']), '[\n  "\\u202e",\n  "\\u001b[31m"\n]');
  });

  it('prints an exact text as it is written, indented like its surroundings', () => {
    const value = { response: new ExactJson('{\n  "n": 1.0\n}') };
    assert.equal(printableJson(value), '{\n  "response": {\n    "n": 1.0\n  }\n}');
    assert.equal(printableJson(value, '  '), '{\n    "response": {\n      "n": 1.0\n    }\n  }');
  });
});
