import assert from 'node:assert/strict';
import type { ReadingChoices } from '../../../src/inference/source.ts';
import { carriers, csv, type Rows } from './carriers.ts';
import { cells, writeXlsx } from './formats/xlsx-file.ts';
import { failureOf, inferTable, typesOf } from './infer-text.ts';

const titled: Rows = [
  ['Prices of 2024', ''],
  ['id', 'price'],
  ['1', '2.5'],
  ['2', '-99'],
  ['3', '4'],
];

const several: Rows = [
  ['id', 'price'],
  ['1', '2.5'],
  ['2', '3.5'],
  ['3', '4.5'],
  ['', ''],
  ['name', 'count'],
  ['a', '1'],
  ['b', '2'],
  ['', ''],
  ['day', 'text'],
  ['2024-01-01', 'x'],
];

/** Names, types, rows, and empty values of a table that was read with options. */
const cases: readonly [Rows, ReadingChoices, string[], number, number][] = [
  [titled, { nulls: ['-99'] }, ['id:Int64', 'price:Double'], 3, 1],
  [titled, { header: true }, ['id:Int64', 'price:Double'], 3, 0],
  [titled, { headerRow: 2 }, ['id:Int64', 'price:Double'], 3, 0],
  [titled, { skip: 2, header: false }, ['Column1:Int64', 'Column2:Double'], 3, 0],
  [titled, { skip: 1, nulls: ['2.5', '-99', '4'] }, ['id:Int64', 'price:string'], 3, 3],
  // The table at a header that the user names ends where another one begins.
  [several, { headerRow: 6 }, ['name:string', 'count:Int64'], 2, 0],
  [several, {}, ['id:Int64', 'price:Double'], 3, 0],
];

describe('Reading options', () => {
  for (const [carrier, write] of Object.entries({ csv, ...carriers }))
    it(`mean the same in ${carrier}`, async () => {
      for (const [rows, choices, types, count, empty] of cases) {
        const table = await inferTable(write(rows), { fileName: `table.${carrier}`, ...choices });
        const values = table.columns.reduce((sum, column) => sum + (column.empty ?? 0), 0);
        assert.deepEqual(
          [typesOf(table), table.rows, values],
          [types, count, empty],
          JSON.stringify(choices),
        );
      }
    });

  it('for the rows of arrays are refused where rows are objects, which name their columns', async () => {
    for (const [fileName, text] of [
      ['a.json', '[{"a":1}]'],
      ['a.json', '{"rows":[{"a":1}]}'],
      ['a.json', '{"a":1}'],
      ['a.ndjson', '{"a":1}\n{"a":2}\n'],
    ] as const)
      for (const choices of [{ headerRow: 1 }, { skip: 0 }])
        assert.deepEqual(await failureOf(text, { fileName, ...choices }), { kind: 'rows-of-objects' }, text);
    const failure = await failureOf('[["a"],[1]]', { fileName: 'a.json', skip: 2 });
    assert.deepEqual(failure, { kind: 'no-record' });
  });

  it('leave other tables of arrays, which a note names by their places', async () => {
    const { notes } = await inferTable(carriers.json?.(several) ?? '', { fileName: 'a.json' });
    assert.match(notes.join(), /2 other tables, which were skipped: arrays 6-8, 10-11/);
  });

  it('find a number of a sheet that is written with all digits of its double', async () => {
    const rows = [[cells.text('a')], [cells.number('1.1000000000000001')], [cells.number('2.5')]];
    const content = writeXlsx([{ name: 'table', rows }]);
    const table = await inferTable(content, { fileName: 'a.xlsx', nulls: ['1.1'] });
    assert.equal(table.columns[0]?.empty, 1);
  });
});
