import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import * as arrow from 'apache-arrow';
import avro from 'avsc';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { inferDataset, tablesOf } from '../../../src/app/infer-dataset.ts';
import { fileSource, nodePorts } from '../../../src/data-files/file-source.ts';
import type { FormatName } from '../../../src/inference/formats/readers.ts';
import { type DataFile, inferSources, type ReadFiles } from '../../../src/inference/infer-sources.ts';
import type { InferredTable } from '../../../src/inference/inferred-table.ts';
import { DataFolder } from '../inference/formats/infer-file.ts';
import { cells, writeXlsx } from '../inference/formats/xlsx-file.ts';

const names = ['country', 'currency', 'unit'];
const fields = [
  { name: 'id', type: 'long' },
  { name: 'name', type: 'string' },
];

/** A file of each format: with three tables that have the same columns, where the format can have them; otherwise with one. */
const files: Readonly<
  Record<FormatName, (path: string) => string | Uint8Array | ArrayBuffer | Promise<Uint8Array>>
> = {
  delimited: () => 'id,name\n1,a\n',
  ndjson: () => '{"id":1,"name":"a"}\n',
  json: () => JSON.stringify(Object.fromEntries(names.map((name) => [name, [{ id: 1, name: 'a' }]]))),
  excel: () =>
    writeXlsx(
      names.map((name) => ({
        name,
        rows: [
          [cells.text('id'), cells.text('name')],
          [cells.number(1), cells.text('a')],
        ],
      })),
    ),
  parquet: () =>
    parquetWriteBuffer({
      columnData: [
        { name: 'id', data: [1n], type: 'INT64' },
        { name: 'name', data: ['a'], type: 'STRING' },
      ],
    }),
  avro: async () => {
    const encoder = new avro.streams.BlockEncoder(
      { type: 'record', name: 'country', fields },
      { writeHeader: true },
    );
    encoder.write({ id: 1, name: 'a' });
    encoder.end();
    return buffer(encoder);
  },
  arrow: () => arrow.tableToIPC(arrow.tableFromArrays({ id: [1n], name: ['a'] }), 'file'),
  sqlite: (path) => {
    const database = new DatabaseSync(path);
    for (const name of names)
      database.exec(`CREATE TABLE ${name} (id INT, name TEXT); INSERT INTO ${name} VALUES (1, 'a')`);
    database.close();
    return '';
  },
  sql: () => names.map((name) => `CREATE TABLE ${name} (id INT, name TEXT);\n`).join(''),
  'json-schema': () =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: {},
      components: {
        schemas: Object.fromEntries(
          names.map((name) => [
            name,
            { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
          ]),
        ),
      },
    }),
  odcs: () =>
    `apiVersion: v3.0.2\nkind: DataContract\nid: 1\nschema:\n${names
      .map(
        (name) =>
          `  - name: ${name}\n    properties:\n      - { name: id, logicalType: integer }\n      - { name: name, logicalType: string }\n`,
      )
      .join('')}`,
  'avro-schema': () => JSON.stringify({ type: 'record', name: 'country', fields }),
};

const extensions: Partial<Record<FormatName, string>> = {
  delimited: 'csv',
  excel: 'xlsx',
  'json-schema': 'json',
  odcs: 'yaml',
  'avro-schema': 'avsc',
};

describe('The same data files in the editor and for infer', () => {
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  async function write(format: FormatName, stem: string): Promise<DataFile> {
    const name = `${stem}.${extensions[format] ?? format}`;
    const content = await files[format](folder.file(name));
    if (format !== 'sqlite') folder.write(name, content);
    return { kind: 'disk', name, label: name, path: join(folder.path, name) };
  }

  const read: ReadFiles = (data, { signal: _, ...options }) =>
    inferSources(
      data.map(({ path, label }) => ({ ...fileSource(path), label })),
      nodePorts,
      options,
    );
  const { signal } = new AbortController();

  /** As the page of data files proposes them, or, with `isMerged`, as the user decides. */
  async function inEditor(data: readonly DataFile[], isMerged?: boolean) {
    const inferred = await read(data, { signal });
    assert.ok(inferred);
    return tablesOf(inferred, isMerged ?? !inferred.namesTables);
  }

  async function byInfer(data: readonly DataFile[], merge?: boolean) {
    const inferred = await inferDataset(data, { signal, merge }, { read, dataTypes: async () => [] });
    assert.ok(inferred.ok);
    return inferred.value.tables;
  }

  const shapes = (tables: readonly InferredTable[]) =>
    tables.map(({ name, rows, columns, source }) => [
      name,
      rows,
      source,
      columns.map((column) => `${column.name}:${column.type}`).join(' '),
    ]);

  const single: ReadonlySet<FormatName> = new Set([
    'delimited',
    'ndjson',
    'parquet',
    'avro',
    'arrow',
    'avro-schema',
  ]);

  for (const format of Object.keys(files) as FormatName[])
    it(`give the same tables (${format})`, async () => {
      const one = await write(format, 'jan');
      const tables = shapes(await inEditor([one]));
      assert.deepEqual(tables, shapes(await byInfer([one])));
      assert.equal(tables.length, single.has(format) ? 1 : names.length, JSON.stringify(tables));
      if (!single.has(format))
        assert.deepEqual(
          tables.map(([name]) => name),
          names,
        );
      const two = [one, await write(format, 'feb')];
      for (const merge of [true, false])
        assert.deepEqual(shapes(await inEditor(two, merge)), shapes(await byInfer(two, merge)));
      // Tables that a file names are not merged unless the user says so.
      assert.deepEqual(shapes(await inEditor(two)), shapes(await inEditor(two, single.has(format))));
    });

  it('are merged by default if each has one table, also if they have the same name in other folders', async () => {
    const one = await write('delimited', 'orders');
    const merged = await inEditor([one, { ...one, label: one.label }]);
    assert.equal(merged.length, 1);
  });
});
