import assert from 'node:assert/strict';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import type { Item, ItemPart } from '../../../src/designer/design.ts';
import { placeAt, readDesign, spanOf } from '../../../src/designer/read-design.ts';

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

describe('An item and its text', () => {
  for (const [format, text] of [
    ['json', json],
    ['yaml', yaml],
  ] as const) {
    it(`lead to each other in ${format.toUpperCase()}`, async () => {
      const { places } = await readDesign(new ParsedDocument(text, format));
      const expectations: [Item, ItemPart, string][] = [
        [[], 'name', 'Sales'],
        [[0], 'name', 'Order'],
        [[0, 0], 'name', 'ID'],
        [[0, 0], 'dataType', format === 'json' ? 'int64' : 'Int64'],
      ];
      for (const [item, field, expected] of expectations) {
        const span = spanOf(places, item, field);
        assert.ok(span);
        assert.equal(text.slice(span.start, span.end), expected);
        assert.deepEqual(placeAt(places, span.start + 1), { item, field });
      }
    });
  }

  it('lead to the item where it has no such field', async () => {
    const { places } = await readDesign(new ParsedDocument(json, 'json'));
    const span = spanOf(places, [2], 'name');
    assert.ok(span);
    assert.equal(json.slice(span.start, span.end), '{ "columns": [] }');
  });

  it('lead to the dataset from outside of its tables, and of those that a second list replaces', async () => {
    const text = '{ "tables": [{ "name": "Old" }], "name": "d", "tables": [{ "name": "New" }] }';
    const { places } = await readDesign(new ParsedDocument(text, 'json'));
    assert.deepEqual(placeAt(places, text.indexOf('Old')), { item: [], field: 'item' });
    assert.deepEqual(placeAt(places, text.indexOf('New')), { item: [0], field: 'name' });
    assert.deepEqual(placeAt(places, text.indexOf('"d"')), { item: [], field: 'name' });
  });
});
