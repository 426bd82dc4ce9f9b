import assert from 'node:assert/strict';
import { editDataset } from '../../../src/dataset/edits/edit-dataset.ts';
import { applyEdits } from '../../../src/dataset/edits/text-edit.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { type Change, operationOf, startEdits } from '../../../src/designer/change.ts';
import { designOf } from './documents.ts';

const text = `name: Sales
tables:
  - name: Order # the first
    columns:
      - name: ID
        dataType: Int64
  - name: Line
    columns: []
`;

async function changed(change: Change): Promise<string> {
  const operation = operationOf(change, await designOf(text, 'yaml'));
  assert.ok(operation);
  const result = await editDataset(new ParsedDocument(text, 'yaml'), [operation]);
  assert.ok(result.ok);
  return applyEdits(text, result.value);
}

describe('A change in the designer', () => {
  it('renames, and keeps comments', async () => {
    assert.equal(
      await changed({ kind: 'rename', item: [0], name: 'Orders' }),
      text.replace('Order #', 'Orders #'),
    );
  });

  it('sets a data type', async () => {
    assert.equal(
      await changed({ kind: 'set-data-type', item: [0, 0], dataType: 'string' }),
      text.replace('Int64', 'string'),
    );
  });

  it('adds a column with a name that is free', async () => {
    assert.equal(
      await changed({ kind: 'add', item: [0, 1], name: 'id' }),
      text.replace('Int64\n', 'Int64\n      - name: id2\n        dataType: string\n'),
    );
  });

  it('adds a table', async () => {
    assert.match(
      await changed({ kind: 'add', item: [2], name: 'Line' }),
      / {2}- name: Line2\n {4}columns: \[\]\n$/,
    );
  });

  it('duplicates with a name that is free', async () => {
    assert.match(await changed({ kind: 'duplicate', item: [1] }), /- name: Line2\n {4}columns: \[\]\n$/);
  });

  it('moves and removes', async () => {
    assert.match(
      await changed({ kind: 'move', item: [1], to: 0 }),
      /^name: Sales\ntables:\n {2}- name: Line\n/,
    );
    assert.doesNotMatch(await changed({ kind: 'remove', item: [0] }), /Order/);
  });

  it('neither moves nor removes the dataset itself', async () => {
    const design = await designOf(text, 'yaml');
    assert.equal(operationOf({ kind: 'remove', item: [] }, design), undefined);
    assert.equal(operationOf({ kind: 'move', item: [], to: 0 }, design), undefined);
    assert.equal(operationOf({ kind: 'duplicate', item: [] }, design), undefined);
  });
});

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
