import assert from 'node:assert/strict';
import type { Design } from '../../../src/designer/design.ts';
import { designerStrings } from '../../../src/designer/strings.ts';
import { columnCount, dataTypeLabel, spokenLabel } from '../../../src/designer-view/labels.ts';
import { designOf } from '../designer/documents.ts';

describe('What a screen reader says of an item', () => {
  const strings = designerStrings();

  it('is the same after a message, which has no undefined properties', async () => {
    const text =
      '{ "name": "Sales", "tables": [{ "columns": [{ "name": "Customer" }, { "dataType": "string" }] }] }';
    const received: Design = JSON.parse(JSON.stringify(await designOf(text)));
    const [table] = received.tables;
    assert.ok(table);
    assert.equal(spokenLabel(received.dataset, [], strings), 'Sales');
    const columns = columnCount(table.columns.length, strings);
    assert.equal(spokenLabel(table, [columns], strings), '(unnamed), 2 columns, 1 problem');
    assert.deepEqual(
      table.columns.map((column) => spokenLabel(column, [dataTypeLabel(column.dataType, strings)], strings)),
      ['Customer, (no data type), 1 problem', '(unnamed), string, 1 problem'],
    );
  });
});
