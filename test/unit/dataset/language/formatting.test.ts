import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/dataset/edits/text-edit.ts';
import { formatJson } from '../../../../src/dataset/language/formatting.ts';

const style = { tabSize: 2, insertSpaces: true, eol: '\n' };

describe('formatJson', () => {
  it('changes only white space', () => {
    assert.deepEqual(formatJson('{"a":1 }', undefined, style), [
      { start: 1, end: 1, newText: '\n  ' },
      { start: 5, end: 5, newText: ' ' },
      { start: 6, end: 7, newText: '\n' },
    ]);
    assert.deepEqual(formatJson('{\n  "a": 1\n}', undefined, style), []);
  });

  it('formats only a range', () => {
    const text = '{"a":1,\n"b":2,\n"c":3}';
    const start = text.indexOf('"b"');
    const edits = formatJson(text, { start, end: start + 5 }, style);
    assert.equal(applyEdits(text, edits), '{"a":1,\n"b": 2,\n"c":3}');
  });

  it('replaces the text with one edit if there would be many', () => {
    const value = { items: Array.from({ length: 20_000 }, (_, index) => ({ index })) };
    const text = ` ${JSON.stringify(value)} `;
    const edits = formatJson(text, undefined, style);
    assert.equal(edits.length, 1);
    assert.equal(applyEdits(text, edits).trim(), JSON.stringify(value, null, 2));
  });

  it('does not change what is nested too deeply, whether it has errors or not', () => {
    const deep = '['.repeat(15_000);
    const closed = deep + ']'.repeat(15_000);
    for (const text of [
      deep,
      closed,
      `// "\n${deep}`,
      `/* " */${deep}`,
      `"\n${deep}`,
      `${']'.repeat(15_000)}${deep}`,
    ])
      for (const range of [undefined, { start: text.length >> 1, end: text.length }])
        assert.deepEqual(formatJson(text, range, style), [], text.slice(0, 20));
    const quoted = `{"a":"${deep}"}`;
    assert.notDeepEqual(formatJson(quoted, undefined, style), []);
  });
});
