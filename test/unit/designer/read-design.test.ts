import assert from 'node:assert/strict';
import { parseTree } from '../../../src/dataset/read-tree.ts';
import type { Field, Item } from '../../../src/designer/item.ts';
import { placeAt, spanOf } from '../../../src/designer/read-design.ts';
import { designOf } from './documents.ts';

const json = `{ "name": "Sales", "tables": [
  { "name": "Order", "columns": [{ "name": "ID", "dataType": "int64" }, { "name": "id", "dataType": "string" }] },
  7,
  { "columns": [] }
] }`;

const yaml = `name: Sales
tables:
  - name: Order
    columns:
      - name: ID
        dataType: Int64
`;

describe('The design of a document', () => {
  it('has the tables and columns with their names, data types and problems', async () => {
    const { dataset, tables } = await designOf(json);
    assert.equal(dataset.name, 'Sales');
    assert.deepEqual(
      tables.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.dataType])]),
      [
        [
          'Order',
          [
            ['ID', 'int64'],
            ['id', 'string'],
          ],
        ],
        [undefined, []],
        [undefined, []],
      ],
    );
    assert.deepEqual(
      tables[0]?.columns.map(({ problems }) => problems.map(({ code, field }) => `${code} ${field}`)),
      [['unknown-data-type dataType'], ['duplicate-column name']],
    );
    assert.deepEqual(
      tables.map(({ problems }) => problems.map(({ code }) => code)),
      [[], ['wrong-type'], ['missing-property', 'no-columns']],
    );
  });

  it('is what could be parsed of a broken document, without syntax errors as problems of an item', async () => {
    const { tables } = await designOf('{ "name": "d", "tables": [{ "name": "A", "columns": [{ "name": "x" ');
    assert.deepEqual(
      tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
      [['A', ['x']]],
    );
    assert.ok(tables.every(({ problems }) => problems.every(({ code }) => code !== 'syntax')));
  });

  it('is empty for an empty document', async () => {
    assert.deepEqual(await designOf(''), { dataset: { name: undefined, problems: [] }, tables: [] });
  });
});

describe('An item and its text', () => {
  for (const [format, text] of [
    ['json', json],
    ['yaml', yaml],
  ] as const) {
    it(`lead to each other in ${format.toUpperCase()}`, async () => {
      const { root } = await parseTree(text, format);
      const places: [Item, Field, string][] = [
        [[], 'name', 'Sales'],
        [[0], 'name', 'Order'],
        [[0, 0], 'name', 'ID'],
        [[0, 0], 'dataType', format === 'json' ? 'int64' : 'Int64'],
      ];
      for (const [item, field, expected] of places) {
        const span = spanOf(root, text, item, field);
        assert.ok(span);
        assert.equal(text.slice(span.start, span.end), expected);
        assert.deepEqual(placeAt(root, span.start + 1), { item, field });
      }
    });
  }

  it('lead to the item where it has no such field', async () => {
    const { root } = await parseTree(json, 'json');
    const span = spanOf(root, json, [2], 'name');
    assert.ok(span);
    assert.equal(json.slice(span.start, span.end), '{ "columns": [] }');
  });
});
