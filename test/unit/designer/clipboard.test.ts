import assert from 'node:assert/strict';
import { editDataset } from '../../../src/dataset/edits/edit-dataset.ts';
import { applyEdits } from '../../../src/dataset/edits/text-edit.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { itemsInText, operationToPaste, textToCopy } from '../../../src/designer/clipboard.ts';
import type { Item } from '../../../src/designer/design.ts';
import { spanOf } from '../../../src/designer/places.ts';
import { readDesign } from '../../../src/designer/read-design.ts';

const json = `{
  "name": "Sales",
  "tables": [
    {
      "name": "Order",
      "columns": [
        { "name": "id", "dataType": "Int64" },
        {
          "name": "paid",
          "dataType": "bool"
        }
      ]
    },
    { "name": "Line", "columns": [] }
  ]
}
`;

const yaml = `name: Sales
tables:
  - name: Order
    columns:
      - name: id # the key
        dataType: Int64
      - { name: paid, dataType: bool }
`;

async function copied(text: string, format: 'json' | 'yaml', item: Item): Promise<string> {
  const { places } = await readDesign(new ParsedDocument(text, format));
  const span = spanOf(places, item, 'item');
  assert.ok(span);
  return textToCopy(text, span, format);
}

async function pasted(clipboard: string, item: Item, text = json, format: 'json' | 'yaml' = 'json') {
  const items = await itemsInText(clipboard);
  const document = new ParsedDocument(text, format);
  const paste = items && operationToPaste(items, item, (await readDesign(document)).design);
  assert.ok(paste);
  const edits = await editDataset(document, [paste.operation]);
  assert.ok(edits.ok);
  return { text: applyEdits(text, edits.value), first: paste.first };
}

describe('Copying in the designer', () => {
  it('copies the text of an item without the indentation of its surroundings', async () => {
    assert.equal(await copied(json, 'json', [0, 0]), '{ "name": "id", "dataType": "Int64" }');
    assert.equal(await copied(json, 'json', [0, 1]), '{\n  "name": "paid",\n  "dataType": "bool"\n}');
  });

  it('copies YAML as an item of a list, with its comments', async () => {
    assert.equal(await copied(yaml, 'yaml', [0, 0]), '- name: id # the key\n  dataType: Int64');
    assert.equal(await copied(yaml, 'yaml', [0, 1]), '{ name: paid, dataType: bool }');
    assert.match(await copied(yaml, 'yaml', [0]), /^- name: Order\n {2}columns:\n {4}- name: id # the key\n/);
  });

  it('copies what can be pasted', async () => {
    for (const [text, format] of [
      [json, 'json'],
      [yaml, 'yaml'],
    ] as const)
      for (const item of [[], [0], [0, 0], [0, 1]] as const)
        assert.equal(
          (await itemsInText(await copied(text, format, item)))?.kind,
          item.length === 2 ? 'columns' : 'tables',
        );
  });
});

describe('Pasting in the designer', () => {
  it('adds columns below a column, or at the end of a table, with names that are free', async () => {
    const column = '{ "name": "ID", "dataType": "Int64", "description": "kept" },';
    const below = await pasted(column, [0, 0]);
    assert.deepEqual(below.first, [0, 1]);
    assert.deepEqual(JSON.parse(below.text).tables[0].columns[1], {
      name: 'ID2',
      dataType: 'Int64',
      description: 'kept',
    });
    const atEnd = await pasted(`${column}\n${column}`, [0]);
    assert.deepEqual(
      JSON.parse(atEnd.text).tables[0].columns.map(({ name }: { name: string }) => name),
      ['id', 'paid', 'ID2', 'ID3'],
    );
  });

  it('adds tables after the active one, or at the end', async () => {
    const table = '{ "name": "Order", "columns": [] }';
    assert.deepEqual((await pasted(table, [0, 1])).first, [1]);
    assert.deepEqual((await pasted(table, [])).first, [2]);
    const { text } = await pasted(json, [0]);
    assert.deepEqual(
      JSON.parse(text).tables.map(({ name }: { name: string }) => name),
      ['Order', 'Order2', 'Line2', 'Line'],
    );
  });

  it('makes YAML of JSON, and the reverse', async () => {
    const { text } = await pasted('{ "name": "note", "dataType": "string" }', [0, 0], yaml, 'yaml');
    // As its neighbors are written.
    assert.equal(text, yaml.replace('Int64\n', 'Int64\n      - { name: note, dataType: string }\n'));
    assert.match((await pasted('- name: a\n  dataType: string\n', [1])).text, /"name": "a"/);
  });

  for (const text of [
    '',
    'Hello',
    '[]',
    '{}',
    '[{ "name": "a" }, 1]',
    '[{"name":"a","columns":[]},{"name":"b"}]',
    '{',
  ])
    it(`finds nothing in ${JSON.stringify(text)}`, async () =>
      assert.equal(await itemsInText(text), undefined));

  it('reads no YAML that takes long', async () => {
    assert.equal(await itemsInText('- name: a\n'.repeat(10_000)), undefined);
  });

  it('has no place for columns outside of a table', async () => {
    const { design } = await readDesign(new ParsedDocument(json, 'json'));
    const items = await itemsInText('{ "name": "a" }');
    assert.ok(items);
    assert.equal(operationToPaste(items, [], design), undefined);
  });
});
