import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { isFull, someOf } from '../../../../scripts/testing/random-cases.ts';
import { type CheckFinding, checkData } from '../../../../src/app/check/check-data.ts';
import { inferDataset } from '../../../../src/app/infer-dataset.ts';
import { nodePorts } from '../../../../src/data-files/file-source.ts';
import { memorySource } from '../../../../src/inference/bytes/memory-source.ts';
import { type DataFile, inferSources, type ReadFiles } from '../../../../src/inference/infer-sources.ts';
import type { InferredTable } from '../../../../src/inference/inferred-table.ts';
import type { TableNote } from '../../../../src/inference/notes.ts';
import type { ReadingChoices } from '../../../../src/inference/source.ts';
import { mutatedFiles } from '../../inference/delimited/mutated-files.ts';
import { cells, writeXlsx } from '../../inference/formats/xlsx-file.ts';
import { generateFile } from '../../inference/peers/generated-file.ts';

const { signal } = new AbortController();
const read: ReadFiles = (files, options) =>
  inferSources(
    files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
    nodePorts,
    options,
  );

interface Content {
  readonly name: string;
  readonly fileName: string;
  readonly content: string | Uint8Array;
}

/** Notes about data that was left out. */
const skipped: ReadonlySet<TableNote['kind']> = new Set([
  'skipped-tables',
  'other-tables',
  'title',
  'comments',
  'repeated-header',
  'rule-lines',
  'nulls',
  'repeated-properties',
  'skipped-properties',
]);

/** Notes about rows with fewer or more fields than the header. */
const odd: ReadonlySet<TableNote['kind']> = new Set([
  'missing-fields',
  'surplus-fields',
  'empty-surplus-fields',
]);

/** Notes about the encoding. */
const encoded: ReadonlySet<TableNote['kind']> = new Set(['windows-1252', 'invalid-characters']);

/** What a check should find, by the notes of a table. */
function expectedOf({ name, notes }: InferredTable): string[] {
  const left = notes.filter(({ kind }) => skipped.has(kind));
  const areOdd = notes.some(({ kind }) => odd.has(kind));
  return [
    ...left.map((note) => `${name} skipped-data ${'count' in note ? note.count : null}`),
    ...(areOdd ? [`${name} row-width`] : []),
    ...(notes.some(({ kind }) => encoded.has(kind)) ? [`${name} wrong-encoding`] : []),
  ];
}

function describeFound({ table, code, column, count, message }: CheckFinding): string {
  if (code === 'row-width' || code === 'wrong-encoding') return `${table} ${code}`;
  return code === 'skipped-data' ? `${table} ${code} ${count}` : `${table} ${code} ${column}: ${message}`;
}

/** How a check differs from what inference noted; `undefined` if the file can't be read. */
async function compare({ name, fileName, content }: Content, reading: ReadingChoices) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file: DataFile = {
    kind: 'memory',
    name: fileName,
    label: fileName,
    path: `/${fileName}`,
    content: bytes,
  };
  const inferred = await inferDataset([file], { signal, reading }, { read, dataTypes: async () => [] });
  if (!inferred.ok) return undefined;
  const checked = await checkData([file], inferred.value.dataset, { signal, reading }, read);
  assert.ok(checked.ok);
  const expected = inferred.value.tables.flatMap(expectedOf);
  const found = [...checked.value.findings].map(describeFound);
  const isEqual = JSON.stringify(found) === JSON.stringify(expected);
  return isEqual ? [] : [{ where: `${name} ${JSON.stringify(reading)}`, found, expected }];
}

const choices: readonly ReadingChoices[] = [
  {},
  { header: true },
  { header: false },
  { skip: 1 },
  { skip: 1, header: true },
  { headerRow: 1 },
  { headerRow: 2 },
  { nulls: ['N/A', '-'] },
  { delimiter: ',' },
  { delimiter: ';', decimalComma: true },
  { thousands: '.', dateOrder: 'dmy' },
  { range: 'A1:C8' },
  { range: 'B2:E40', header: true },
];

const delimitedText: readonly Content[] = [
  ...someOf(mutatedFiles(), 11).map(({ name, text }) => ({ name, fileName: 't.csv', content: text })),
  ...Array.from({ length: isFull ? 180 : 20 }, (_, number) => {
    const { name, text } = generateFile(number);
    return { name, fileName: 't.csv', content: text };
  }),
  ...['node_modules/csv-spectrum/csvs', 'node_modules/papaparse/tests'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.csv'))
      .map((file) => ({ name: file, fileName: file, content: readFileSync(join(folder, file)) })),
  ),
];

type Row = readonly string[];

const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text);
const jsonValue = (text: string) => {
  if (text === '') return null;
  return isNumber(text) ? Number(text) : text;
};
const cell = (text: string) => {
  if (text === '') return cells.none;
  return isNumber(text) ? cells.number(Number(text)) : cells.text(text);
};
const objectsOf = ([names = [], ...rows]: readonly Row[]) =>
  rows.map((row) =>
    Object.fromEntries(row.map((text, index) => [names[index] || `x${index}`, jsonValue(text)])),
  );

/** The same records in other formats, with what JSON may have beside them. */
const writers: Readonly<Record<string, (rows: readonly Row[]) => Omit<Content, 'name'>>> = {
  Excel: (rows) => ({
    fileName: 't.xlsx',
    content: writeXlsx([{ name: 't', rows: rows.map((row) => row.map(cell)) }]),
  }),
  'arrays of arrays': (rows) => ({
    fileName: 't.json',
    content: JSON.stringify(rows.map((row) => row.map(jsonValue))),
  }),
  'lines of arrays': (rows) => ({
    fileName: 't.ndjson',
    content: rows.map((row) => `${JSON.stringify(row.map(jsonValue))}\n`).join(''),
  }),
  JSON: (rows) => ({
    fileName: 't.json',
    content: JSON.stringify({ made: '2024', t: objectsOf(rows), mixed: [1, { x: 1 }] }),
  }),
  NDJSON: (rows) => ({
    fileName: 't.ndjson',
    content: objectsOf(rows)
      .map((row, index) => {
        const text = JSON.stringify(row);
        return `${index % 7 === 3 ? 'null\n' : ''}${index === 5 ? text.replace('{', '{"x":1,"x":2,') : text}\n`;
      })
      .join(''),
  }),
};

/** Each file in one of the other formats; all files in each of them in a full run. */
function* otherFormats(): Generator<Content> {
  for (const [index, { name, text }] of someOf(mutatedFiles(), 11).entries()) {
    const delimiter: string = JSON.parse(name.slice(name.lastIndexOf(' ')));
    const rows: string[][] = parse(text, { delimiter, relax_column_count: true, relax_quotes: true });
    for (const [number, [format, write]] of Object.entries(writers).entries())
      if (isFull || index % Object.keys(writers).length === number)
        yield { name: `${format}, ${name}`, ...write(rows) };
  }
}

/** Each file as it is found and with one of the options; with each of them in a full run. */
async function compareAll(contents: Iterable<Content>) {
  const differences: unknown[] = [];
  let read = 0;
  let index = 0;
  for (const content of contents) {
    index++;
    const some = [{}, choices[index % choices.length] ?? {}];
    for (const reading of isFull ? choices : some) {
      const compared = await compare(content, reading);
      if (compared === undefined) continue;
      read++;
      differences.push(...compared);
    }
  }
  return { differences, read };
}

describe('A check against the dataset that was inferred from the same file', function () {
  this.timeout(600_000);

  it('finds in delimited text what inference noted', async () => {
    const { differences, read } = await compareAll(delimitedText);
    assert.deepEqual(differences, []);
    assert.ok(read > delimitedText.length);
  });

  it('finds in Excel and JSON what inference noted', async () => {
    const { differences, read } = await compareAll(otherFormats());
    assert.deepEqual(differences, []);
    assert.ok(read > 150);
  });
});
