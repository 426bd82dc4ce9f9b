import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { checkData } from '../../../../src/app/check/check-data.ts';
import { inferDataset } from '../../../../src/app/infer-dataset.ts';
import { fileSource, nodePorts } from '../../../../src/data-files/file-source.ts';
import type { Column } from '../../../../src/dataset/dataset.ts';
import { type DataFile, inferSources, type ReadFiles } from '../../../../src/inference/infer-sources.ts';
import { expectedColumns } from '../../../../src/inference/tables/expected-columns.ts';
import { compareWithData } from '../../../../src/inference/tables/table-update.ts';
import { DataFolder } from '../../inference/formats/infer-file.ts';
import { cells, writeXlsx } from '../../inference/formats/xlsx-file.ts';

const types = ['Int64', 'Double', 'DateTime', 'bool', 'string'] as const;
type Type = (typeof types)[number];
type Value = number | boolean | string | null;

interface DataColumn {
  readonly name: string;
  readonly type: Type;
  readonly values: readonly Value[];
}

const unfit = 'oops';

const arbitraries: Readonly<Record<Type, fc.Arbitrary<Value>>> = {
  Int64: fc.integer(),
  Double: fc.integer({ min: -1000, max: 1000 }).map((value) => value + 0.5),
  DateTime: fc.integer({ min: 1, max: 28 }).map((day) => `2024-02-${String(day).padStart(2, '0')}`),
  bool: fc.boolean(),
  string: fc.constantFrom('a', 'b c', '007', '1,5', 'x"y'),
};

/** A column of numbers that has no empty value comes first, so that no format skips a row as blank. */
const table = fc
  .tuple(fc.integer({ min: 2, max: 30 }), fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 5 }))
  .chain(([rows, chosen]) =>
    fc
      .tuple(
        ...chosen.map((type, index) =>
          fc
            .array(fc.option(arbitraries[type], { freq: 5 }), { minLength: rows, maxLength: rows })
            .map((values): DataColumn => ({ name: `c${index}`, type, values })),
        ),
      )
      .map((columns): readonly DataColumn[] => [
        { name: 'id', type: 'Int64', values: Array.from({ length: rows }, (_, index) => index) },
        ...columns,
      ]),
  );

const rowsOf = (columns: readonly DataColumn[]) =>
  columns[0]?.values.map((_, row) => columns.map(({ values }) => values[row] ?? null)) ?? [];
const objectsOf = (columns: readonly DataColumn[]) =>
  rowsOf(columns).map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])));
const isDate = (value: Value) => typeof value === 'string' && value.startsWith('2024-');

const field = (value: Value) => {
  const text = value === null ? '' : String(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const cell = (value: Value) => {
  if (value === null) return cells.none;
  if (typeof value === 'boolean') return cells.boolean(value);
  if (typeof value === 'number') return cells.number(value);
  return isDate(value) ? cells.styled(45_322 + Number(value.slice(-2)), 1) : cells.text(value);
};
const sqlTypes = { Int64: 'INTEGER', Double: 'REAL', DateTime: 'TEXT', bool: 'BOOLEAN', string: 'TEXT' };
const parquetTypes = {
  Int64: 'INT64',
  Double: 'DOUBLE',
  DateTime: 'TIMESTAMP',
  bool: 'BOOLEAN',
  string: 'STRING',
} as const;

const parquetValue = (value: Value, type: Type) => {
  if (value === null) return null;
  if (type === 'Int64') return BigInt(Number(value));
  return type === 'DateTime' ? new Date(String(value)) : value;
};

/** Writes a table in each format. */
const writers: Readonly<Record<string, (folder: DataFolder, columns: readonly DataColumn[]) => string>> = {
  csv: (folder, columns) =>
    folder.write(
      't.csv',
      [columns.map(({ name }) => name), ...rowsOf(columns)]
        .map((row) => `${row.map(field).join()}\n`)
        .join(''),
    ),
  ndjson: (folder, columns) =>
    folder.write(
      't.ndjson',
      objectsOf(columns)
        .map((object) => `${JSON.stringify(object)}\n`)
        .join(''),
    ),
  json: (folder, columns) => folder.write('t.json', JSON.stringify(objectsOf(columns))),
  xlsx: (folder, columns) =>
    folder.write(
      't.xlsx',
      writeXlsx([
        {
          name: 't',
          rows: [columns.map(({ name }) => cells.text(name)), ...rowsOf(columns).map((row) => row.map(cell))],
        },
      ]),
    ),
  parquet: (folder, columns) =>
    folder.write(
      't.parquet',
      parquetWriteBuffer({
        columnData: columns.map(({ name, type, values }) => {
          // A column has one type, so that a single text makes all values texts.
          const written = values.includes(unfit) ? 'string' : type;
          return {
            name,
            type: parquetTypes[written],
            data: values.map((value) =>
              written === type || value === null ? parquetValue(value, type) : String(value),
            ),
            nullable: true,
          };
        }),
      }),
    ),
  sqlite: (folder, columns) => {
    const path = folder.file('t.sqlite');
    folder.write('t.sqlite', '');
    const database = new DatabaseSync(path);
    database.exec(`CREATE TABLE t (${columns.map(({ name, type }) => `${name} ${sqlTypes[type]}`).join()})`);
    const insert = database.prepare(`INSERT INTO t VALUES (${columns.map(() => '?').join()})`);
    for (const row of rowsOf(columns))
      insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
    database.close();
    return path;
  },
};

const read: ReadFiles = (files, options) =>
  inferSources(
    files.map(({ path }) => fileSource(path)),
    nodePorts,
    options,
  );
const { signal } = new AbortController();
const reading = { header: true };

function dataFile(path: string): DataFile {
  return { kind: 'disk', name: path.slice(path.lastIndexOf('/') + 1), label: path, path };
}

async function check(path: string, columns: readonly { readonly name: string; readonly dataType: string }[]) {
  const dataset = { name: 's', tables: [{ name: 't', columns }] };
  const result = await checkData([dataFile(path)], dataset, { signal, reading }, read);
  assert.ok(result.ok);
  return [...result.value.findings];
}

const declared = (columns: readonly DataColumn[]) =>
  columns.map(({ name, type }) => ({ name, dataType: type }));

function changed(
  columns: readonly DataColumn[],
  column: number,
  row: number,
  value: Value,
): readonly DataColumn[] {
  return columns.map((each, index) =>
    index === column ? { ...each, values: each.values.with(row, value) } : each,
  );
}

describe('A check of data', function () {
  this.timeout(120_000);
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());
  const runs = { numRuns: caseCount(40) };

  for (const [format, write] of Object.entries(writers)) {
    it(`finds nothing in ${format} that its dataset was inferred from`, () =>
      fc.assert(
        fc.asyncProperty(table, async (columns) => {
          const path = write(folder, columns);
          const inferred = await inferDataset(
            [dataFile(path)],
            { signal, reading },
            { read, dataTypes: async () => [] },
          );
          assert.ok(inferred.ok);
          assert.deepEqual(await check(path, inferred.value.dataset.tables[0]?.columns ?? []), []);
        }),
        runs,
      ));

    it(`finds nothing in ${format} where types are wider`, () =>
      fc.assert(
        fc.asyncProperty(table, async (columns) => {
          const path = write(folder, columns);
          assert.deepEqual(await check(path, declared(columns)), []);
          const wider = columns.map(({ name, type }) => ({
            name,
            dataType: type === 'Int64' ? 'Double' : 'string',
          }));
          assert.deepEqual(await check(path, wider), []);
        }),
        runs,
      ));

    it(`finds exactly the one value in ${format} that does not fit`, () =>
      fc.assert(
        fc.asyncProperty(table, fc.nat(), fc.nat(), async (columns, anyColumn, anyRow) => {
          const column = anyColumn % columns.length;
          const { name = '', type, values = [] } = columns[column] ?? {};
          const row = anyRow % values.length;
          const findings = await check(
            write(folder, changed(columns, column, row, unfit)),
            declared(columns),
          );
          const facts = findings.map(({ column, code, row, value, count }) => ({
            column,
            code,
            row,
            value,
            count,
          }));
          const isDeclared = format === 'parquet';
          const expected = isDeclared
            ? { row: null, value: null, count: null }
            : { row: row + 1, value: unfit, count: 1 };
          assert.deepEqual(
            facts,
            type === 'string' ? [] : [{ column: name, code: 'unfit-value', ...expected }],
          );
        }),
        runs,
      ));

    it(`finds the same columns and counts in ${format} whatever the order of rows`, () =>
      fc.assert(
        fc.asyncProperty(table, fc.array(fc.tuple(fc.nat(), fc.nat())), async (columns, places) => {
          const broken = places.reduce(
            (all, [column, row]) =>
              changed(all, column % all.length, row % (all[0]?.values.length ?? 1), unfit),
            columns,
          );
          const backwards = broken.map((column) => ({ ...column, values: column.values.toReversed() }));
          const counts = async (each: readonly DataColumn[]) =>
            (await check(write(folder, each), declared(columns))).map(({ column, count }) => [column, count]);
          assert.deepEqual(await counts(backwards), await counts(broken));
        }),
        runs,
      ));
  }
});

/** Values that are written in many ways. */
const anyValue = fc.constantFrom(
  ...['', '0', '1', '7', '-12', '007', '+5', '9223372036854775808', '99999999999999999999'],
  ...['1.5', '1,5', '1.234', '1,234', '1.234.567', '12,345.5', '.5', '1e5', '1e-5', '$5', '5%', '(5)', 'NaN'],
  ...['true', 'FALSE', 'yes', 't', '2024-01-31', '2024-01-31 10:00 +01:00', '2024-02-30', '2024-01-01T24:00'],
  ...['25/12/2024', '12/25/2024', '03/04/2024', '3 May 2024', 'N/A', '-', 'text', 'x"y'],
);
const anyDataType = fc.constantFrom(
  'Int64',
  'double',
  'Decimal',
  'Number',
  'bool',
  'datetime',
  'string',
  'Guid',
);
const anyReading = fc.record(
  {
    delimiter: fc.constantFrom(',', ';'),
    decimalComma: fc.constant(true),
    thousands: fc.constantFrom(',', '.', "'"),
    dateOrder: fc.constantFrom('dmy', 'mdy', 'ymd'),
    nulls: fc.constant(['N/A']),
  },
  { requiredKeys: ['delimiter'] },
);

describe('Update Table from Data File', function () {
  this.timeout(120_000);
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  it('proposes what infer finds for the columns that check refuses, and leaves alone what check accepts', () =>
    fc.assert(
      fc.asyncProperty(
        // A column has few kinds of values, so that they often fit a type.
        fc.array(
          fc.tuple(fc.uniqueArray(anyValue, { minLength: 1, maxLength: 4 }), anyDataType, fc.boolean()),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        fc.array(anyDataType, { maxLength: 2 }),
        anyReading,
        async (columns, missing, choices) => {
          const names = columns.map((_, index) => `c${index}`);
          const rows = [0, 1, 2, 3].map((row) =>
            columns.map(([values, , isQuoted]) => {
              const value = values[row % values.length] ?? '';
              return isQuoted || /[",;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
            }),
          );
          const text = [['id', ...names], ...rows.map((row, index) => [String(index), ...row])]
            .map((row) => `${row.join(choices.delimiter)}\n`)
            .join('');
          const file = dataFile(folder.write('t.csv', text));
          const options = { signal, reading: { header: true, ...choices } };
          const known = [
            { name: 'id', dataType: 'Int64' },
            ...columns.map(([, dataType], index) => ({ name: `C${index}`, dataType })).slice(0, 4),
            ...missing.map((dataType, index) => ({ name: `missing${index}`, dataType })),
          ];
          const check = async (columns: readonly Column[]) => {
            const dataset = { name: 's', tables: [{ name: 't', columns }] };
            const result = await checkData([file], dataset, options, read);
            assert.ok(result.ok);
            return [...result.value.findings].filter(({ severity }) => severity !== 'note');
          };
          const inferred = await inferDataset([file], options, { read, dataTypes: async () => [] });
          assert.ok(inferred.ok);
          const typeOf = new Map(
            inferred.value.dataset.tables[0]?.columns.map(({ name, dataType }) => [name, dataType]),
          );

          const expected = expectedColumns({ name: 't', columns: known });
          const data = await read([file], { ...options, reading: { ...options.reading, expected } });
          assert.ok(data?.tables[0]);
          const update = compareWithData({ name: 't', columns: known }, data.tables[0], 'Double');
          const refused = (await check(known)).filter(({ code }) => code === 'unfit-value');
          assert.deepEqual(
            update.retyped.map(({ name, to }) => [name, to]),
            refused.map(({ column }) => [column, typeOf.get(column?.toLowerCase() ?? '')]),
          );

          const updated = [
            ...known.flatMap(({ name, dataType }, index) =>
              update.missing.some((each) => each.index === index)
                ? []
                : { name, dataType: update.retyped.find((each) => each.index === index)?.to ?? dataType },
            ),
            ...update.added,
          ];
          assert.deepEqual(await check(updated), []);
        },
      ),
      { numRuns: caseCount(150) },
    ));
});

/** Values and types about which we mean to differ from DuckDB's TRY_CAST, by the decision that says so. */
const intendedDifferences: Readonly<Record<string, readonly string[]>> = {
  'a fraction is no integer, though DuckDB rounds it': [
    '1.5 Int64',
    '-0.25 Int64',
    '1.0 Int64',
    '1.5e3 Int64',
    '1e-5 Int64',
    '.5 Int64',
    '5. Int64',
  ],
  'texts that look like numbers but lose something as numbers are text': [
    '007 Int64',
    '007 Double',
    '+5 Int64',
    '+5 Double',
    '1e5 Int64',
    '1e5 Double',
    '1_000 Int64',
    '1_000 Double',
    '0x1F Int64',
  ],
  'neither a number nor a date is infinite or none': [
    'NaN Double',
    'Infinity Double',
    'inf Double',
    'Infinity DateTime',
    'inf DateTime',
  ],
  'a date is written as ISO 8601 has it, and its hours end at 23': [
    '2024-1-5 DateTime',
    '2024-01-31 24:00:00 DateTime',
  ],
};

describe('DuckDB with TRY_CAST', function () {
  this.timeout(60_000);

  it('agrees about each value, but for intended differences', async () => {
    const values = [
      ...['0', '1', '-1', '007', '+5', '-0', '12345678901', '9223372036854775807', '9223372036854775808'],
      ...[
        '-9223372036854775808',
        '-9223372036854775809',
        '1.5',
        '-0.25',
        '1.0',
        '.5',
        '5.',
        '1e5',
        '1.5e3',
        '1e-5',
      ],
      ...[
        'NaN',
        'Infinity',
        'inf',
        '1,5',
        '1,234',
        '1_000',
        '$5',
        '5%',
        '(5)',
        '0x1F',
        'abc',
        'N/A',
        '-',
        ' 5 ',
      ],
      ...['2024-01-31', '2024-02-30', '2023-02-29', '2024-02-29', '2024-13-01', '2024-1-5', '0001-01-01'],
      ...['2024-01-31 10:00', '2024-01-31 10:00:00', '2024-01-31T10:00:00', '2024-01-31T10:00:00.5Z'],
      ...[
        '2024-01-31T10:00:00+01:00',
        '2024-01-31 24:00:00',
        '2024-01-31 10:60',
        '03/04/2024',
        '31.01.2024',
        '20240131',
      ],
      ...['10:00:00', 'true', 'TRUE', 'false', 't', 'yes', ''],
    ];
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    const folder = new DataFolder();
    const differences: string[] = [];
    try {
      for (const [dataType, sqlType] of [
        ['Int64', 'BIGINT'],
        ['Double', 'DOUBLE'],
        ['DateTime', 'TIMESTAMPTZ'],
      ] as const)
        for (const value of values) {
          const path = folder.write('t.csv', `v,x\n${field(value)},a\n`);
          const fits =
            (
              await check(
                path,
                ['v', 'x'].map((name) => ({ name, dataType: name === 'v' ? dataType : 'string' })),
              )
            ).length === 0;
          const [[cast] = []] = (
            await connection.runAndReadAll(`SELECT TRY_CAST('${value}' AS ${sqlType}) IS NOT NULL`)
          ).getRows();
          if (fits !== cast && value !== '') differences.push(`${value} ${dataType}`);
        }
    } finally {
      connection.closeSync();
      folder.remove();
    }
    assert.deepEqual(differences.toSorted(), Object.values(intendedDifferences).flat().toSorted());
  });
});
