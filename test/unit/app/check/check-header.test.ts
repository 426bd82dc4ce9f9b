import assert from 'node:assert/strict';
import { type CheckOptions, checkData } from '../../../../src/app/check/check-data.ts';
import { inferDataset } from '../../../../src/app/infer-dataset.ts';
import { nodePorts } from '../../../../src/data-files/file-source.ts';
import { memorySource } from '../../../../src/inference/bytes/memory-source.ts';
import { type DataFile, inferSources, type ReadFiles } from '../../../../src/inference/infer-sources.ts';
import type { ReadingChoices } from '../../../../src/inference/source.ts';
import { cells, writeXlsx } from '../../inference/formats/xlsx-file.ts';

const read: ReadFiles = (files, options) =>
  inferSources(
    files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
    nodePorts,
    options,
  );
const { signal } = new AbortController();

function dataFile(name: string, content: string | Uint8Array): DataFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { kind: 'memory', name, label: name, path: `/${name}`, content: bytes };
}

/** A dataset with the columns of one table: `{ id: 'Int64' }`. */
function dataset(columns: Readonly<Record<string, string>>) {
  const list = Object.entries(columns).map(([name, dataType]) => ({ name, dataType }));
  return { name: 's', tables: [{ name: 't', columns: list }] };
}

async function check(file: DataFile, dataset: unknown, options: Partial<CheckOptions> = {}) {
  const result = await checkData([file], dataset, { signal, ...options }, read);
  assert.ok(result.ok);
  return [...result.value.findings].map(({ code, column, row, value, count }) =>
    [code, column, row, value, count].filter((fact) => fact !== null).join(' '),
  );
}

async function infer(file: DataFile, reading: ReadingChoices = {}) {
  const inferred = await inferDataset([file], { signal, reading }, { read, dataTypes: async () => [] });
  assert.ok(inferred.ok);
  return inferred.value.dataset;
}

const rows = Array.from({ length: 300 }, (_, index) => [String(index), `${index}.5`]);
const csv = (records: readonly (readonly string[])[]) =>
  records.map((record) => `${record.join()}\n`).join('');

function xlsx(records: readonly (readonly string[])[]): Uint8Array {
  const cell = (text: string) => {
    if (text === '') return cells.none;
    return Number.isNaN(Number(text)) ? cells.text(text) : cells.number(Number(text));
  };
  return writeXlsx([{ name: 't', rows: records.map((record) => record.map(cell)) }]);
}

const jsonArrays = (records: readonly (readonly string[])[]) =>
  JSON.stringify(
    records.map((record) =>
      record.map((text) => (text === '' || Number.isNaN(Number(text)) ? text : Number(text))),
    ),
  );

const writers = {
  'delimited text': (records: readonly (readonly string[])[]) => dataFile('t.csv', csv(records)),
  Excel: (records: readonly (readonly string[])[]) => dataFile('t.xlsx', xlsx(records)),
  'arrays of arrays': (records: readonly (readonly string[])[]) => dataFile('t.json', jsonArrays(records)),
};

describe('The header of data that is checked', () => {
  for (const [format, write] of Object.entries(writers)) {
    it(`is the record with the names of the table in ${format}, though its names are numbers`, async () => {
      const file = write([['2019', '2021'], ...rows]);
      assert.deepEqual(await check(file, dataset({ '2019': 'Int64', '2021': 'Double' })), []);
    });

    it(`is found without the option that ${format} was inferred with`, async () => {
      const numbers = write(rows);
      assert.deepEqual(await check(numbers, await infer(numbers, { header: true })), []);
      const texts = write([['x', 'y'], ...rows.map(([a = '', b = '']) => [`a${a}`, `b${b}`])]);
      assert.deepEqual(await check(texts, await infer(texts, { header: false })), []);
    });

    it(`is missing in ${format} if all columns are numbered, whatever the values are`, async () => {
      const changed = [['abc', 'def'], ...rows];
      assert.deepEqual(await check(write(changed), dataset({ Column1: 'Int64', Column2: 'Double' })), [
        'unfit-value Column1 1 abc 1',
        'unfit-value Column2 1 def 1',
      ]);
    });

    it(`is what the user says in ${format}, whatever the names are`, async () => {
      const file = write([['id', 'x'], ...rows]);
      const found = await check(file, dataset({ id: 'Int64', x: 'Double' }), { reading: { header: false } });
      assert.deepEqual(found, [
        'missing-column id',
        'missing-column x',
        'extra-column Column1',
        'extra-column Column2',
      ]);
    });

    it(`has at least half of the names in ${format}, in any case`, async () => {
      const file = write([['2019', ' 2020 ', 'n'], ...rows.map((row) => [...row, '1'])]);
      assert.deepEqual(await check(file, dataset({ N: 'Int64', '2019': 'Int64', x: 'Int64' })), [
        'missing-column x',
        'extra-column 2020',
      ]);
    });

    it(`stays the header in ${format} where values do not fit`, async () => {
      for (const at of [0, 1, 174]) {
        const changed = rows.map((row, index) => (index === at ? ['abc', row[1] ?? ''] : row));
        assert.deepEqual(
          await check(write([['2019', '2021'], ...changed]), dataset({ '2019': 'Int64', '2021': 'Double' })),
          [`unfit-value 2019 ${at + 1} abc 1`],
        );
      }
    });
  }

  it('is the first record of delimited text if the user says so, though another one has the names', async () => {
    const file = dataFile('t.csv', csv([['a', 'b'], ['id', 'x'], ...rows]));
    const names = dataset({ id: 'string', x: 'string' });
    assert.deepEqual(await check(file, names), ['skipped-data 1']);
    const columns = ['missing-column id', 'missing-column x', 'extra-column a', 'extra-column b'];
    for (const reading of [{ header: true }, { headerRow: 1 }])
      assert.deepEqual(await check(file, names, { reading }), columns);
  });

  const below = [['Report', '', ''], ['2020', '2021', '2022'], ...rows.map((row) => [...row, '1'])];
  const years = dataset({ '2020': 'Int64', '2021': 'Double', '2022': 'Int64' });

  it('is below a title, which was not read', async () => {
    for (const file of [dataFile('t.csv', csv(below)), dataFile('t.xlsx', xlsx(below))])
      assert.deepEqual(await check(file, years), ['skipped-data 1']);
    const short = dataFile('t.csv', `Report\nof years\n${csv(below.slice(1))}`);
    assert.deepEqual(await check(short, years), ['skipped-data 2']);
  });

  it('may lack the name of the first column, also where a row has another width', async () => {
    const text = `b,c\n${csv(rows.map((row) => [...row, '1']))}`;
    const file = dataFile('t.csv', text);
    const inferred = await infer(file);
    assert.deepEqual(await check(file, inferred), []);
    const changed = dataFile('t.csv', text.replace('\n5,5.5,1\n', '\n5,5.5\n'));
    assert.deepEqual(await check(changed, inferred), ['row-width 6 1']);
  });

  it('may be in two rows, with names of groups above', async () => {
    const records = [
      ['', 'A', '', 'B'],
      ['id', 'x', 'y', 'z'],
      ...rows.map(([n = '', x = '']) => [`n${n}`, x, '1', '2']),
    ];
    for (const file of [dataFile('t.csv', csv(records)), dataFile('t.xlsx', xlsx(records))]) {
      const inferred = await infer(file);
      assert.deepEqual(
        inferred.tables[0]?.columns.map(({ name }) => name),
        ['id', 'A x', 'A y', 'B z'],
      );
      assert.deepEqual(await check(file, inferred), []);
    }
  });

  it('is that of the table with the name of the file, also of one of several files of this name', async () => {
    const table = (name: string, ...columns: string[]) => ({
      name,
      columns: columns.map((column) => ({ name: column, dataType: 'Double' })),
    });
    const tables = [table('other', 'Column1', 'Column2'), table('t', '1', '2'), table('t_2', '3', '4')];
    const file = dataFile('t.csv', csv([['3', '4'], ...rows]));
    assert.deepEqual(await check(file, { name: 's', tables: tables.slice(0, 2) }, { table: 'other' }), []);
    const result = await checkData(
      [dataFile('t.csv', csv([['1', '2'], ...rows])), file],
      { name: 's', tables },
      { signal },
      read,
    );
    assert.deepEqual(result.ok && [...result.value.findings], []);
  });

  for (const [format, write] of Object.entries(writers))
    it(`is missing in ${format} below a title and a blank row, which separate no tables`, async () => {
      const data = rows.slice(1, 6).map((row) => [...row, 'a']);
      const file = write([['Sales report', '', ''], ['', '', ''], ['id', 'x', 'y'], ...data]);
      const numbered = dataset({ Column1: 'string', Column2: 'string', Column3: 'string' });
      assert.deepEqual(await check(file, numbered), ['skipped-data 1']);
    });

  for (const [format, write] of Object.entries(writers))
    it(`has no names of groups in ${format} if those of the table are below them`, async () => {
      const data = rows.slice(1, 6).map((row) => [...row, 'a', '5']);
      const file = write([['', 'Q1', '', 'Q2'], ['id', 'x', 'y', 'z'], ...data]);
      const plain = dataset({ id: 'Int64', x: 'Double', y: 'string', z: 'Int64' });
      assert.deepEqual(await check(file, plain), ['skipped-data 1']);
      assert.deepEqual(await check(file, await infer(file)), []);
    });

  it('has no names of groups that are merged if those of the table are below them', async () => {
    const head = [
      [cells.none, cells.text('Q1'), cells.none],
      ['id', 'x', 'y'].map((name) => cells.text(name)),
    ];
    const data = rows
      .slice(1, 6)
      .map(([id = '', x = '']) => [cells.number(id), cells.number(x), cells.text('a')]);
    const merged = writeXlsx([{ name: 't', rows: [...head, ...data], merged: ['B1:C1'] }]);
    const file = dataFile('t.xlsx', merged);
    assert.deepEqual(await check(file, dataset({ id: 'Int64', x: 'Double', y: 'string' })), [
      'skipped-data 1',
    ]);
    assert.deepEqual(await check(file, dataset({ id: 'Int64', 'Q1 x': 'Double', 'Q1 y': 'string' })), []);
  });
});
