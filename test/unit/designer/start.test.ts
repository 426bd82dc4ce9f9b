import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/dataset/edits/text-edit.ts';
import { startEdits } from '../../../src/designer/start.ts';

describe('Starting a dataset in the designer', () => {
  it('replaces an empty text by a dataset without tables', () => {
    for (const text of ['', ' \r\n']) {
      assert.equal(JSON.parse(applyEdits(text, startEdits(text, 'json', '  ') ?? [])).tables.length, 0);
      assert.match(applyEdits(text, startEdits(text, 'yaml', '  ') ?? []), /^name: \S/);
    }
  });

  it('is indented as the editor indents', () => {
    for (const indent of ['\t', '    ']) {
      const text = applyEdits('', startEdits('', 'json', indent) ?? []);
      assert.deepEqual(text.match(/^[ \t]+/gm), [indent, indent]);
    }
  });

  it('changes nothing if the text was written after the designer showed that it is empty', () => {
    assert.equal(startEdits('{ "name": "Sales" }', 'json', '  '), undefined);
    assert.equal(startEdits('# Sales', 'yaml', '  '), undefined);
  });
});
