import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import * as arrow from 'apache-arrow';
import avro, { type Schema } from 'avsc';
import { zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { caseCount, seed } from '../../../../scripts/testing/random-cases.ts';
import { timeLimit } from '../../../../scripts/testing/time-limits.ts';
import { fileSource, nodePorts } from '../../../../src/data-files/file-source.ts';
import { memorySource } from '../../../../src/inference/bytes/memory-source.ts';
import type { FormatName } from '../../../../src/inference/formats/readers.ts';
import { withUniqueNames } from '../../../../src/inference/inferred-table.ts';
import { type InferenceOptions, profileSource } from '../../../../src/inference/profile-source.ts';
import { inferenceReport } from '../../../../src/inference/report/report.ts';
import type { DataSource } from '../../../../src/inference/source.ts';
import { describeSource } from '../../../../src/inference/tables/infer-tables.ts';
import { SeededRandom } from '../../../faults/seeded-random.ts';
import { DataFolder } from './infer-file.ts';
import { mutatedBytes, mutatedTree } from './mutated-inputs.ts';
import { cells, workbookParts } from './xlsx-file.ts';

const $schema = 'https://json-schema.org/draft/2020-12/schema';
const dumps = join(import.meta.dirname, 'sql/dumps');

const jsonSchema = {
  $schema,
  title: 'orders',
  type: 'object',
  properties: {
    id: { type: 'integer' },
    total: { type: ['number', 'null'], format: 'double' },
    at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
    customer: { $ref: '#/$defs/customer' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  allOf: [{ properties: { more: { enum: [1, 2] } } }],
  $defs: { customer: { type: 'object', properties: { name: { type: 'string' }, again: { $ref: '#' } } } },
};
const openApi = {
  openapi: '3.1.0',
  components: {
    schemas: {
      Pet: { type: 'object', properties: { id: { type: 'integer', format: 'int64' }, kind: { const: 'x' } } },
      Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { born: { format: 'date' } } }] },
      Any: { oneOf: [{ $ref: '#/components/schemas/Pet' }, { $ref: '#/components/schemas/Dog' }] },
    },
  },
};
const contract = {
  kind: 'DataContract',
  apiVersion: 'v3.0.0',
  schema: [
    {
      name: 'orders',
      properties: [
        { name: 'id', logicalType: 'integer', physicalType: 'bigint' },
        { name: 'total', logicalType: 'number', physicalType: 'decimal(9,2)' },
        { name: 'who', logicalType: 'object', properties: [{ name: 'x', logicalType: 'string' }] },
      ],
    },
  ],
};
const avroSchema = {
  type: 'record',
  name: 'Order',
  namespace: 'shop',
  fields: [
    { name: 'id', type: 'long' },
    { name: 'at', type: ['null', { type: 'long', logicalType: 'timestamp-millis' }] },
    { name: 'price', type: { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 } },
    { name: 'who', type: { type: 'record', name: 'Who', fields: [{ name: 'next', type: ['null', 'Who'] }] } },
    { name: 'tags', type: { type: 'array', items: 'string' } },
  ],
};
const csv = `id,name,"a ""b""",day,total\r\n${'1,x,"y, z",2024-01-31,"1,234.5"\r\n2,,"a\nb",31.01.2024,-5\r\n'.repeat(8)}`;
const rows = Array.from({ length: 8 }, (_, id) => ({
  id,
  name: 'x',
  at: '2024-01-31',
  in: { deep: [1, { a: null }] },
}));

async function avroFile(): Promise<Uint8Array> {
  const encoder = new avro.streams.BlockEncoder(avroSchema as unknown as Schema, { writeHeader: true });
  encoder.write({ id: 1, at: null, price: Buffer.of(1), who: { next: null }, tags: ['x'] });
  encoder.end();
  return buffer(encoder);
}

function arrowFile(form: 'file' | 'stream'): Uint8Array {
  const table = arrow.tableFromArrays({
    id: Int32Array.of(1, 2),
    name: ['x', 'y'],
    total: Float64Array.of(1, 2.5),
  });
  return arrow.tableToIPC(table, form);
}

function parquetFile(): Uint8Array {
  const columnData = [
    { name: 'id', data: [1n, 2n], type: 'INT64' as const },
    { name: 'name', data: ['x', null], type: 'STRING' as const, nullable: true },
    { name: 'at', data: [new Date(0), new Date(1e12)], type: 'TIMESTAMP' as const },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function sqliteFile(folder: DataFolder): Uint8Array {
  const connection = new DatabaseSync(folder.file('sample.sqlite'));
  connection.exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, at DATE, raw BLOB); CREATE VIEW v AS SELECT 1;
    INSERT INTO t (name, at, raw) VALUES ('x', '2024-01-01', x'01'), (NULL, 'y', NULL), ('${'z'.repeat(3000)}', 1.5, zeroblob(5000));`);
  connection.close();
  return readFileSync(folder.file('sample.sqlite'));
}

type Case = readonly [name: string, content: Uint8Array];
type Reader = (random: SeededRandom) => Case;

const ofBytes =
  (name: string, ...samples: readonly (string | Uint8Array)[]): Reader =>
  (random) => {
    const sample = samples[random.whole(samples.length)] ?? '';
    return [name, mutatedBytes(typeof sample === 'string' ? Buffer.from(sample) : sample, random)];
  };

/** Half of them with other values, half with other bytes. */
const ofTrees =
  (names: readonly string[], ...samples: readonly unknown[]): Reader =>
  (random) => {
    const sample = samples[random.whole(samples.length)];
    const name = names[random.whole(names.length)] ?? '';
    const isTree = random.whole(2) === 0;
    const content = Buffer.from(
      JSON.stringify(isTree ? mutatedTree(sample, random) : sample, undefined, random.whole(2)),
    );
    return [name, isTree ? content : mutatedBytes(content, random)];
  };

/** Mostly in its parts, which would hardly be reached otherwise. */
const ofWorkbook: Reader = (random) => {
  const { number, text, shared, styled, none } = cells;
  const table = [
    [text('Report'), none],
    [text('id'), text('name'), text('day')],
    ...Array.from({ length: 5 }, (_, id) => [number(id), shared(id % 2), styled(45_000 + id, 1)]),
  ];
  const parts = workbookParts([{ name: 'Sheet1', rows: table, merged: ['A1:B1'] }], { strings: ['x', 'y'] });
  if (random.whole(4) === 0) return ['a.xlsx', mutatedBytes(zipSync(parts, { level: 1 }), random)];
  const path = Object.keys(parts)[random.whole(Object.keys(parts).length)] ?? '';
  const part = mutatedBytes(parts[path] ?? Buffer.of(), random);
  return ['a.xlsx', zipSync({ ...parts, [path]: part }, { level: 0 })];
};

const yaml = `kind: DataContract\nschema:\n  - name: &a orders\n    properties:\n      - {name: id, logicalType: integer}\n      - name: *a\n        logicalType: >-\n          date\n`;

const choices: readonly InferenceOptions[] = [
  {},
  { headerRow: 2, nulls: ['x'], decimalComma: true },
  { skip: 1, dateOrder: 'dmy', thousands: ',' },
  {
    expected: ['id', 'name', 'at', 'x'].map((name) => ({ table: 'a', name, type: 'Int64' })),
    listed: [{ position: 0, kinds: 1 }],
  },
];

/** What is read of a case: the kind of its failure, or its number of tables. */
async function outcome(source: DataSource, options: InferenceOptions): Promise<string | number> {
  const result = await profileSource(source, nodePorts, options);
  if (!result.ok) {
    assert.ok(result.failure.kind !== 'unexpected', JSON.stringify(result.failure));
    return result.failure.kind;
  }
  return inferenceReport(withUniqueNames(describeSource(result.value, options)), 'Double').tables.length;
}

describe('A file that something has changed', function () {
  this.timeout(timeLimit(600_000));
  const scripts = globSync('*/*.sql', { cwd: dumps }).map((name) => readFileSync(join(dumps, name)));
  const folder = new DataFolder();
  after(() => folder.remove());

  /** Of each format, and of what some formats contain. */
  const readers: Readonly<
    Record<FormatName | 'OpenAPI' | 'YAML' | 'compressed text', () => Reader | Promise<Reader>>
  > = {
    sql: () => ofBytes('a.sql', ...scripts.filter(({ length }) => length < 3000)),
    'json-schema': () => ofTrees(['a.json'], jsonSchema),
    OpenAPI: () => ofTrees(['a.json', 'a.yaml'], openApi),
    odcs: () => ofTrees(['a.yaml', 'a.json'], contract),
    YAML: () =>
      ofBytes(
        'a.yaml',
        yaml,
        `$schema: ${$schema}\nproperties:\n  a: &x {type: integer}\n  b: *x\n  c: {<<: *x}\n`,
      ),
    'avro-schema': () => ofTrees(['a.avsc'], avroSchema),
    avro: async () => ofBytes('a.avro', await avroFile()),
    parquet: () => ofBytes('a.parquet', parquetFile()),
    arrow: () => ofBytes('a.arrow', arrowFile('file'), arrowFile('stream')),
    sqlite: () => ofBytes('a.sqlite', sqliteFile(folder)),
    delimited: () => ofBytes('a.csv', csv, csv.replaceAll(',', ';'), Buffer.from(`\ufeff${csv}`, 'utf16le')),
    'compressed text': () => ofBytes('a.csv.gz', gzipSync(csv), gzipSync(csv, { level: 0 })),
    json: () =>
      ofTrees(
        ['a.json'],
        rows,
        { data: rows, more: [rows] },
        [
          ['a', 'b'],
          [1, 2],
        ],
        { a: rows[0], b: rows[1] },
      ),
    ndjson: () => ofBytes('a.ndjson', rows.map((row) => JSON.stringify(row)).join('\n')),
    excel: () => ofWorkbook,
  };

  for (const [name, readerOf] of Object.entries(readers))
    it(`is read, or fails, in bounded time and memory: ${name}`, async () => {
      const reader = await readerOf();
      const outcomes: Record<string, number> = {};
      const before = process.memoryUsage.rss();
      for (let index = 0; index < caseCount(2000); index++) {
        const [fileName, content] = reader(new SeededRandom(seed * 1_000_003 + index));
        const onDisk = name === 'sqlite' ? fileSource(folder.write(fileName, content)) : undefined;
        const started = process.cpuUsage();
        const source = onDisk ?? memorySource({ name: fileName, label: fileName, content });
        const kind = await outcome(source, choices[index % choices.length] ?? {}).catch((error: unknown) =>
          assert.fail(`${name}, seed ${seed}, case ${index}: ${error}`),
        );
        const { user, system } = process.cpuUsage(started);
        assert.ok((user + system) / 1000 < timeLimit(3000), `${name}, seed ${seed}, case ${index}`);
        outcomes[kind] = (outcomes[kind] ?? 0) + 1;
      }
      const megabytes = (process.memoryUsage.rss() - before) / 2 ** 20;
      assert.ok(megabytes < 300, `${Math.round(megabytes)} MB`);
      // Some are still read.
      assert.ok(
        Object.keys(outcomes).some((kind) => Number(kind) > 0),
        JSON.stringify(outcomes),
      );
    });
});
