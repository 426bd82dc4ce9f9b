import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import * as arrow from 'apache-arrow';
import avro, { type Schema } from 'avsc';
import { checkData } from '../../../../src/app/check/check-data.ts';
import { inferDataset } from '../../../../src/app/infer-dataset.ts';
import { nodePorts } from '../../../../src/data-files/file-source.ts';
import { memorySource } from '../../../../src/inference/bytes/memory-source.ts';
import { type DataFile, inferSources, type ReadFiles } from '../../../../src/inference/infer-sources.ts';
import { DataFolder } from '../../inference/formats/infer-file.ts';

/** A type as each format declares it, with a value. What is absent is the type of another row there. */
interface TypeRow {
  readonly dataType: 'Int64' | 'Double' | 'bool' | 'DateTime' | 'string';
  /** Of DuckDB, which also writes it as Parquet. */
  readonly sql: string;
  readonly json: object;
  /** A logical type, and the physical type of `sql`. */
  readonly odcs: string | undefined;
  readonly avro: unknown;
  /** Its type, and a value. */
  readonly arrow: readonly [arrow.DataType, unknown];
  /** As SQL, CSV, and JSON write it. */
  readonly value: string;
}

const decimal = (precision: number, scale = 0) => ({
  type: 'bytes',
  logicalType: 'decimal',
  precision,
  scale,
});
const arrowDecimal = (precision: number, scale = 0) =>
  [new arrow.Decimal(scale, precision, 128), new Uint32Array([7, 0, 0, 0])] as const;
const text = { type: 'string' };

const integer = { dataType: 'Int64', json: { type: 'integer' }, odcs: 'integer', value: '7' } as const;
const fraction = { dataType: 'Double', json: { type: 'number' }, odcs: 'number', value: '7.5' } as const;
const date = { dataType: 'DateTime', odcs: 'date' } as const;
const string = { dataType: 'string', json: text, odcs: 'string', avro: 'string' } as const;

const types: Readonly<Record<string, TypeRow>> = {
  i8: { ...integer, sql: 'TINYINT', avro: 'int', arrow: [new arrow.Int8(), 7] },
  i32: { ...integer, sql: 'INTEGER', avro: 'int', arrow: [new arrow.Int32(), 7] },
  i64: { ...integer, sql: 'BIGINT', avro: 'long', arrow: [new arrow.Int64(), 7n] },
  u32: { ...integer, sql: 'UINTEGER', avro: 'long', arrow: [new arrow.Uint32(), 7] },
  u64: {
    ...string,
    sql: 'UBIGINT',
    json: { type: 'integer', format: 'uint64' },
    odcs: 'integer',
    arrow: [new arrow.Uint64(), 7n],
    value: '7',
  },
  d10: { ...integer, sql: 'DECIMAL(10, 0)', odcs: 'number', avro: decimal(10), arrow: arrowDecimal(10) },
  d18: { ...integer, sql: 'DECIMAL(18, 0)', odcs: undefined, avro: decimal(18), arrow: arrowDecimal(18) },
  d30: { ...integer, sql: 'DECIMAL(30, 0)', avro: decimal(30), arrow: arrowDecimal(30) },
  d38: { ...integer, sql: 'DECIMAL(38, 0)', odcs: 'number', avro: decimal(38), arrow: arrowDecimal(38) },
  d9_2: { ...fraction, sql: 'DECIMAL(9, 2)', avro: decimal(9, 2), arrow: arrowDecimal(9, 2) },
  f32: { ...fraction, sql: 'REAL', avro: 'float', arrow: [new arrow.Float32(), 7.5] },
  f64: { ...fraction, sql: 'DOUBLE', avro: 'double', arrow: [new arrow.Float64(), 7.5] },
  flag: {
    dataType: 'bool',
    sql: 'BOOLEAN',
    json: { type: 'boolean' },
    odcs: 'boolean',
    avro: 'boolean',
    arrow: [new arrow.Bool(), true],
    value: 'true',
  },
  day: {
    ...date,
    sql: 'DATE',
    json: { type: 'string', format: 'date' },
    avro: { type: 'int', logicalType: 'date' },
    arrow: [new arrow.DateDay(), new Date(0)],
    value: '"2026-01-31"',
  },
  moment: {
    ...date,
    sql: 'TIMESTAMP',
    json: { type: 'string', format: 'date-time' },
    odcs: 'timestamp',
    avro: { type: 'long', logicalType: 'timestamp-millis' },
    arrow: [new arrow.TimestampMicrosecond(), 1],
    value: '"2026-01-31T10:00:00"',
  },
  clock: {
    ...string,
    sql: 'TIME',
    json: { type: 'string', format: 'time' },
    avro: { type: 'int', logicalType: 'time-millis' },
    arrow: [new arrow.TimeMillisecond(), 1],
    value: '"10:00:00"',
  },
  name: { ...string, sql: 'VARCHAR(20)', arrow: [new arrow.Utf8(), 'a'], value: '"a"' },
  raw: {
    ...string,
    sql: 'BLOB',
    avro: 'bytes',
    arrow: [new arrow.Binary(), new Uint8Array(2)],
    value: '"a"',
  },
  list: {
    ...string,
    sql: 'INTEGER[]',
    json: { type: 'array', items: { type: 'integer' } },
    odcs: 'array',
    avro: { type: 'array', items: 'int' },
    arrow: [new arrow.List(new arrow.Field('item', new arrow.Int32())), [1]],
    value: '[1]',
  },
};

const rows = Object.entries(types);
const names = rows.map(([name]) => name);

const duckdb = async () => (await DuckDBInstance.create(':memory:')).connect();

const memoryFile = (name: string, content: string | Uint8Array): DataFile => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { kind: 'memory', name, label: name, path: `/${name}`, content: bytes };
};

/** All types as the columns of a table `t`, in a file of each format; then their values. */
async function writeFiles(folder: DataFolder): Promise<readonly DataFile[]> {
  const ddl = `CREATE TABLE t (${rows.map(([name, { sql }]) => `${name} ${sql}`).join(', ')});`;
  const properties = Object.fromEntries(rows.map(([name, { json }]) => [name, json]));
  const record = {
    type: 'record',
    name: 't',
    fields: rows.map(([name, { avro: type }]) => ({ name, type })),
  } as Schema;
  const contract = {
    kind: 'DataContract',
    schema: [
      {
        name: 't',
        properties: rows.map(([name, { odcs, sql }]) => ({ name, logicalType: odcs, physicalType: sql })),
      },
    ],
  };
  const vectors = rows.map(
    ([
      name,
      {
        arrow: [type, value],
      },
    ]) => [name, arrow.vectorFromArray([value], type)] as const,
  );
  const encoder = new avro.streams.BlockEncoder(record, { writeHeader: true });
  encoder.end();
  const parquet = folder.file('t.parquet');
  const connection = await duckdb();
  const values = rows.map(([, { value }]) => value.replaceAll('"', "'"));
  await connection.run(`${ddl} INSERT INTO t VALUES (${values.join()}); COPY t TO '${parquet}'`);

  const csv = rows.map(([, { value }]) => value.replaceAll('"', ''));
  const json = rows.map(([name, { value }]) => `"${name}":${value}`);
  const contents: Readonly<Record<string, string | Uint8Array>> = {
    't.sql': ddl,
    't.schema.json': JSON.stringify({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 't',
      properties,
    }),
    't.openapi.json': JSON.stringify({
      openapi: '3.1.0',
      components: { schemas: { t: { type: 'object', properties } } },
    }),
    't.odcs.json': JSON.stringify(contract),
    't.avsc': JSON.stringify(record),
    't.avro': await buffer(encoder),
    't.parquet': readFileSync(parquet),
    't.arrow': arrow.tableToIPC(new arrow.Table(Object.fromEntries(vectors)), 'file'),
    't.csv': `${names.join()}\n${csv.join()}\n`,
    't.json': `[{${json.join()}}]`,
  };
  return Object.entries(contents).map(([name, content]) => memoryFile(name, content));
}

const { signal } = new AbortController();
const read: ReadFiles = (files, options) =>
  inferSources(
    files.flatMap((file) => (file.kind === 'memory' ? memorySource(file) : [])),
    nodePorts,
    options,
  );

async function datasetOf(file: DataFile) {
  const inferred = await inferDataset([file], { signal }, { read, dataTypes: async () => [] });
  assert.ok(inferred.ok, JSON.stringify(inferred));
  return inferred.value.dataset;
}

describe('A table with 19 types', function () {
  this.timeout(60_000);
  let folder: DataFolder;
  let files: readonly DataFile[];
  before(async () => {
    folder = new DataFolder();
    files = await writeFiles(folder);
  });
  after(() => folder.remove());

  const expected = rows.map(([name, { dataType }]) => ({ name, dataType }));

  it('has the same data types in each format that declares them', async () => {
    assert.equal(rows.length, 19);
    for (const file of files.slice(0, -2)) {
      const [table] = (await datasetOf(file)).tables;
      assert.deepEqual(table?.columns, expected, file.name);
    }
  });

  it('fits the dataset that is inferred of it, in each format and as values', async () => {
    for (const declaring of files.slice(0, -2)) {
      const dataset = await datasetOf(declaring);
      const checked = await checkData(files, dataset, { signal, table: 't' }, read);
      assert.ok(checked.ok);
      const found = [...checked.value.findings].map(({ file, message }) => `${file}: ${message}`);
      assert.deepEqual(found, [], declaring.name);
    }
  });

  it('has no whole numbers of Int64 where the statistics of a file show one beyond it', async () => {
    for (const [value, dataType] of [
      ['9223372036854775808', 'string'],
      ['-9223372036854775809', 'string'],
      ['9223372036854773760', 'Int64'],
      ['-9223372036854773760', 'Int64'],
    ]) {
      const path = folder.file('wide.parquet');
      await (await duckdb()).run(`COPY (SELECT ${value}::DECIMAL(38, 0) AS id) TO '${path}'`);
      const wide = memoryFile('wide.parquet', readFileSync(path));
      assert.equal((await datasetOf(wide)).tables[0]?.columns[0]?.dataType, dataType, value);
      const dataset = { name: 'd', tables: [{ name: 'wide', columns: [{ name: 'id', dataType: 'Int64' }] }] };
      const checked = await checkData([wide], dataset, { signal }, read);
      assert.ok(checked.ok);
      const codes = [...checked.value.findings].map(({ code }) => code);
      assert.deepEqual(codes, dataType === 'Int64' ? [] : ['unfit-value'], value);
    }
  });
});
