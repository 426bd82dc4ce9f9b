import assert from 'node:assert/strict';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { readDesign } from '../../../src/designer/read-design.ts';
import { designOf } from './documents.ts';

const json = `{ "name": "Sales", "tables": [
  { "name": "Order", "columns": [{ "name": "ID", "dataType": "int64" }, { "name": "id", "dataType": "string" }] },
  7,
  { "columns": [] }
] }`;

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

  for (const format of ['json', 'yaml'] as const)
    it(`is empty for a ${format} document with a merge conflict, whose sides would be two tables`, async () => {
      const side = (name: string) => (format === 'json' ? `{ "name": "${name}" }` : `  - name: ${name}`);
      const conflict = ['<<<<<<< HEAD', side('A'), '=======', side('B'), '>>>>>>> theirs', ''].join('\n');
      const text = format === 'json' ? `{ "tables": [\n${conflict}] }` : `tables:\n${conflict}`;
      const reading = await readDesign(new ParsedDocument(text, format));
      assert.deepEqual([reading.design.tables, reading.isValid], [[], false]);
      const resolved = text.replace(/<{7}.*\n|={7}\n.*\n>{7}.*\n/g, '');
      const { design } = await readDesign(new ParsedDocument(resolved, format));
      assert.deepEqual(
        design.tables.map(({ name }) => name),
        ['A'],
      );
    });

  it('is empty for an empty document', async () => {
    assert.deepEqual(await designOf(''), { dataset: { name: undefined, problems: [] }, tables: [] });
  });
});
