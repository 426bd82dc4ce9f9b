import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Cell, type CellValue, readXlsx, type WriteOptions, writeXlsx } from 'hucre';
import readExcelFile from 'read-excel-file/node';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import type { ColumnReport } from '../../../../src/inference/report/report.ts';
import { DataFolder, failureOfFile, inferFile, inferOnlyTable, types } from '../formats/infer-file.ts';

/** Number formats that show dates or times, built into Excel and not. */
const dateFormats = [
  'm/d/yy',
  'yyyy-mm-dd',
  'dd.mm.yyyy hh:mm',
  'd-mmm-yy',
  'h:mm AM/PM',
  '[$-409]d mmmm yyyy',
  '[Red]yyyy"-Q"',
  'd hh:mm:ss',
];

/** Number formats that don't, though they have the letters of dates in them. */
const otherFormats = ['0.00', '#,##0 "days"', '[Red]0;[Blue]-0', '0.0E+00', '0\\h', '@', '_-* #,##0_-'];

/** A column of one kind; its style is the same in all rows. */
interface Column {
  readonly values: readonly CellValue[];
  readonly style: Partial<Cell>;
}

const rowCount = 12;

/** A column in which `empty` of five cells are empty. */
function column(empty: number): fc.Arbitrary<Column> {
  const of = (value: fc.Arbitrary<CellValue>, formats?: readonly string[]): fc.Arbitrary<Column> =>
    columnOf(value, empty, formats);
  return fc.oneof(
    of(fc.integer({ min: -1e6, max: 1e6 }), otherFormats),
    of(fc.double({ min: -1e9, max: 1e9, noNaN: true }), otherFormats),
    of(fc.boolean()),
    of(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter(isPlainText)),
    of(
      fc
        .date({ min: new Date('1904-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map(toSeconds),
      dateFormats,
    ),
    of(fc.oneof(fc.integer(), fc.boolean(), fc.constant('text'))),
  );
}

/** What readers treat alike: no control characters, which XML can't have, no spaces around, no dates. */
function isPlainText(text: string): boolean {
  return /^\p{L}[\p{L}\p{N}&<>"' ]*[\p{L}&<>"']$/u.test(text);
}

function toSeconds(date: Date): Date {
  return new Date(Math.round(date.getTime() / 1000) * 1000);
}

function columnOf(
  value: fc.Arbitrary<CellValue>,
  empty: number,
  formats?: readonly string[],
): fc.Arbitrary<Column> {
  const cell = fc.oneof(
    { arbitrary: fc.constant(null), weight: empty },
    { arbitrary: value, weight: 5 - empty },
  );
  return fc.record({
    values: fc.array(cell, { minLength: rowCount, maxLength: rowCount }),
    style:
      formats === undefined
        ? fc.constant({})
        : fc.constantFrom(...formats).map((numFmt) => ({ style: { numFmt } })),
  });
}

/** No row is blank: rows below a blank one can be another table. */
const workbooks = fc.record({
  first: column(0),
  others: fc.array(column(1), { maxLength: 5 }),
  stringMode: fc.constantFrom('shared' as const, 'inline' as const),
  dateSystem: fc.constantFrom('1900' as const, '1904' as const),
});

/** A sheet with the names `c0`, `c1`… and the columns. */
function write(columns: readonly Column[], options: Omit<WriteOptions, 'sheets'>): Promise<Uint8Array> {
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row] ?? null));
  const cells = new Map<string, Partial<Cell>>();
  for (const [index, { values, style }] of columns.entries())
    for (const [row, value] of values.entries())
      if (value !== null) cells.set(`${row + 1},${index}`, { value, ...style });
  const sheet = { name: 'Data', rows: [columns.map((_, index) => `c${index}`), ...rows], cells };
  return writeXlsx({ ...options, sheets: [sheet] });
}

describe('A workbook of another writer', function () {
  this.timeout(60_000);
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  it('has the cells that another reader finds', async () => {
    await fc.assert(
      fc.asyncProperty(workbooks, async ({ first, others, ...options }) => {
        const columns = [first, ...others];
        const path = folder.write('book.xlsx', await write(columns, options));
        const [sheet] = await readExcelFile(path);
        const [, ...rows] = sheet?.data ?? [];
        const [table] = await inferFile(path);
        assert.equal(table?.rows, rows.length);
        for (const [index, column] of (table?.columns ?? []).entries())
          compare(
            column,
            rows.map((row) => toCellValue(row[index])),
          );
      }),
      { numRuns: caseCount(150) },
    );
  });

  it("has the types of formulas' results, and errors are empty", async () => {
    const formula = (text: string, formulaResult: CellValue): Partial<Cell> => ({
      formula: text,
      formulaResult,
    });
    const content = await writeXlsx({
      sheets: [
        {
          name: 'Formulas',
          rows: [['sum', 'name', 'isLarge', 'failed', 'error']],
          cells: new Map([
            ['1,0', formula('1+1', 2)],
            ['1,1', formula('"a"&"b"', 'ab')],
            ['1,2', formula('2>1', true)],
            ['1,3', formula('1/0', '#DIV/0!')],
            ['1,4', { value: '#N/A', type: 'error' }],
            ['2,0', formula('1/2', 0.5)],
            ['2,4', { value: 5 }],
          ]),
        },
      ],
    });
    const table = await inferOnlyTable(folder.write('book.xlsx', content));
    assert.deepEqual(types(table), {
      sum: 'Double',
      name: 'string',
      isLarge: 'bool',
      failed: 'string',
      error: 'Int64',
    });
    assert.deepEqual(
      table.columns.map(({ values, decidingRow }) => [values, decidingRow]),
      [
        [2, 2],
        [1, 1],
        [1, 1],
        [1, 1],
        [1, 2],
      ],
    );
  });

  it('has a table for each sheet with cells, also for hidden ones; a merged cell is its first one', async () => {
    const content = await writeXlsx({
      sheets: [
        {
          name: 'Orders & more',
          rows: [
            ['id', 'name', null],
            [1, 'a', 'b'],
          ],
          merges: [{ startRow: 0, startCol: 1, endRow: 0, endCol: 2 }],
        },
        { name: 'Empty', rows: [] },
        { name: 'Hidden', rows: [['day'], [new Date('2024-01-31')]], hidden: true },
        { name: 'Very hidden', rows: [['flag'], [true]], veryHidden: true },
      ],
    });
    const tables = await inferFile(folder.write('book.xlsx', content));
    const described = tables.map((table) => [table.name, types(table)]);
    assert.deepEqual(described, [
      ['Orders & more', { id: 'Int64', name: 'string', Column3: 'string' }],
      ['Hidden', { day: 'DateTime' }],
      ['Very hidden', { flag: 'bool' }],
    ]);
    const sheets = (await readXlsx(content)).sheets.filter(({ rows }) => rows.length > 0);
    assert.deepEqual(
      tables.map(({ rows }) => rows),
      sheets.map(({ rows }) => rows.length - 1),
    );
  });

  it('with rich text, comments, tables, links and frozen rows has the same columns', async () => {
    const content = await writeXlsx({
      sheets: [
        {
          name: 'Data',
          rows: [
            ['id', 'text'],
            [1, 'x'],
            [2, 'y'],
          ],
          cells: new Map([
            ['1,1', { value: 'rich', richText: [{ text: 'ri', font: { bold: true } }, { text: 'ch' }] }],
            [
              '2,1',
              { value: 'y', comment: { text: '<t>no value</t>' }, hyperlink: { target: 'https://a.test' } },
            ],
          ]),
          freezePane: { rows: 1 },
          tables: [{ name: 'Table1', range: 'A1:B3', columns: [{ name: 'id' }, { name: 'text' }] }],
        },
      ],
    });
    const table = await inferOnlyTable(folder.write('book.xlsx', content));
    assert.deepEqual(types(table), { id: 'Int64', text: 'string' });
    assert.deepEqual(table.columns[1]?.examples, ['rich', 'y']);
  });

  it('with a password is an error of its own', async () => {
    const sheets = [{ name: 'Data', rows: [['id'], [1]] }];
    const content = await writeXlsx({ sheets, encryption: { password: 'secret', spinCount: 100 } });
    const failure = await failureOfFile(folder.write('book.xlsx', content));
    assert.deepEqual(failure, { kind: 'encrypted', format: 'Excel' });
  });
});

/** read-excel-file loses a millisecond of some dates. */
function toCellValue(value: unknown): CellValue {
  if (value instanceof Date) return toSeconds(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Compares a column with the values of another reader. */
function compare(column: ColumnReport, values: readonly CellValue[]): void {
  const present = values.filter((value) => value !== null);
  assert.equal(column.values, present.length, column.name);
  assert.equal(column.empty, values.length - present.length, column.name);
  assert.equal(column.dataType, typeOf(present), `${column.name}: ${present.join(' ')}`);
  const order = present.map(Number);
  if (column.dataType === 'DateTime')
    assert.deepEqual(
      [column.min, column.max].map((text) => Date.parse(`${text?.replace(/^(.{10})$/, '$1T00:00:00')}Z`)),
      [Math.min(...order), Math.max(...order)],
    );
  else if (column.dataType === 'Int64' || column.dataType === 'Double')
    assert.deepEqual([column.min, column.max].map(Number), [Math.min(...order), Math.max(...order)]);
}

function typeOf(values: readonly CellValue[]): string {
  if (values.length === 0) return 'string';
  if (values.every((value) => value instanceof Date)) return 'DateTime';
  if (values.every((value) => typeof value === 'boolean')) return 'bool';
  if (!values.every((value) => typeof value === 'number')) return 'string';
  return values.every((value) => Number.isInteger(value)) ? 'Int64' : 'Double';
}
