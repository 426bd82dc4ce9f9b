import assert from 'node:assert/strict';
import { editDataset } from '../../../src/dataset/edits/edit-dataset.ts';
import { applyEdits } from '../../../src/dataset/edits/text-edit.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { type DesignChange, operationsOf, startEdits } from '../../../src/designer/design-change.ts';
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

async function changed(change: DesignChange): Promise<string> {
  const operations = operationsOf(change, await designOf(text, 'yaml'));
  assert.ok(operations.length > 0);
  const result = await editDataset(new ParsedDocument(text, 'yaml'), operations);
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
      await changed({ kind: 'set-data-type', items: [[0, 0]], dataType: 'string' }),
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

  it('moves, removes, and sets the data type of several columns', async () => {
    const columns = ['a', 'b', 'c', 'd', 'e'];
    const source = JSON.stringify({
      name: 'D',
      tables: [{ name: 'T', columns: columns.map((name) => ({ name, dataType: 'string' })) }],
    });
    const namesAfter = async (change: DesignChange) => {
      const operations = operationsOf(change, await designOf(source, 'json'));
      const result = await editDataset(new ParsedDocument(source, 'json'), operations);
      assert.ok(result.ok);
      const [table] = JSON.parse(applyEdits(source, result.value)).tables;
      return table.columns
        .map(({ name, dataType }: Record<string, string>) => `${name}${dataType === 'Int64' ? '!' : ''}`)
        .join('');
    };
    const items = (indexes: readonly number[]) => indexes.map((index) => [0, index] as const);
    assert.equal(await namesAfter({ kind: 'move', items: items([0, 1]), to: [0, 3] }), 'cdeab');
    assert.equal(await namesAfter({ kind: 'move', items: items([3, 4]), to: [0, 1] }), 'adebc');
    assert.equal(await namesAfter({ kind: 'move', items: items([0, 2, 4]), to: [0, 1] }), 'baced');
    assert.equal(await namesAfter({ kind: 'remove', items: items([1, 3]) }), 'ace');
    assert.equal(
      await namesAfter({ kind: 'set-data-type', items: items([0, 2]), dataType: 'Int64' }),
      'a!bc!de',
    );
  });

  it('moves and removes', async () => {
    assert.match(
      await changed({ kind: 'move', items: [[1]], to: [0] }),
      /^name: Sales\ntables:\n {2}- name: Line\n/,
    );
    assert.doesNotMatch(await changed({ kind: 'remove', items: [[0]] }), /Order/);
  });

  it('neither moves nor removes the dataset itself', async () => {
    const design = await designOf(text, 'yaml');
    assert.deepEqual(operationsOf({ kind: 'remove', items: [[]] }, design), []);
    assert.deepEqual(operationsOf({ kind: 'move', items: [], to: [] }, design), []);
    assert.deepEqual(operationsOf({ kind: 'duplicate', item: [] }, design), []);
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
