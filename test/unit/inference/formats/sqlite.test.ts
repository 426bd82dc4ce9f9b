import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { fileSource, nodePorts } from '../../../../src/data-files/file-source.ts';
import { profileSource } from '../../../../src/inference/infer.ts';
import { DataFolder, failureOfFile, inferFile, inferOnlyTable, types } from './infer-file.ts';

describe('A SQLite database', () => {
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  function database(...statements: readonly string[]): string {
    const path = folder.file('shop.sqlite');
    const connection = new DatabaseSync(path);
    for (const statement of statements) connection.exec(statement);
    connection.close();
    return path;
  }

  it('has the types of the values, whatever the columns declare', async () => {
    const path = database(
      `CREATE TABLE t (id INTEGER PRIMARY KEY, price REAL, amount DECIMAL(9,2), name TEXT, at TEXT, flag BOOLEAN,
       raw BLOB, mixed INTEGER, never DATE, number NUMERIC, twice INT GENERATED ALWAYS AS (id * 2) STORED)`,
      `INSERT INTO t (price, amount, name, at, flag, raw, mixed, number) VALUES
       (1, 5, '1', '2024-01-01', 0, x'0102', 1, 9223372036854775807), (2.5, 5.25, NULL, NULL, 1, NULL, 'N/A', 1)`,
    );
    const table = await inferOnlyTable(path);
    assert.deepEqual(types(table), {
      id: 'Int64',
      price: 'Double',
      amount: 'Double',
      name: 'string',
      at: 'DateTime',
      flag: 'bool',
      raw: 'string',
      mixed: 'string',
      never: 'DateTime',
      number: 'Int64',
      twice: 'Int64',
    });
    const columns = Object.fromEntries(table.columns.map((column) => [column.name, column]));
    assert.deepEqual([table.rows, columns.name?.values, columns.name?.empty], [2, 1, 1]);
    assert.deepEqual([columns.price?.min, columns.price?.max], ['1.0', '2.5']);
    assert.deepEqual([columns.mixed?.decidingRow, columns.mixed?.decidingValue], [2, 'N/A']);
    assert.equal(columns.number?.max, '9223372036854775807');
    assert.equal(columns.raw?.note, 'The values are bytes.');
  });

  it('has a table for each of its tables, but not for views and what indexes keep', async () => {
    const path = database(
      'CREATE TABLE "b ""quoted"" table" ("a ""b""" INT)',
      'CREATE TABLE a (x REAL, y VARCHAR(5), z DECIMAL(9), q)',
      'CREATE VIEW v AS SELECT 1',
      'CREATE VIRTUAL TABLE f USING fts5(text)',
      'CREATE TABLE auto (id INTEGER PRIMARY KEY AUTOINCREMENT)',
    );
    const tables = await inferFile(path);
    assert.deepEqual(
      tables.map((table) => [table.name, types(table)]),
      [
        ['b "quoted" table', { 'a "b"': 'Int64' }],
        ['a', { x: 'Double', y: 'string', z: 'Int64', q: 'string' }],
        ['auto', { id: 'Int64' }],
      ],
    );
  });

  it('counts rows and values as SQLite does', async () => {
    const path = database(
      'CREATE TABLE t (a, b)',
      'INSERT INTO t SELECT value, CASE WHEN value % 7 = 0 THEN NULL ELSE value / 2.0 END FROM generate_series(1, 5000)'.replace(
        'FROM generate_series(1, 5000)',
        'FROM (WITH RECURSIVE c(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM c WHERE value < 5000) SELECT value FROM c)',
      ),
    );
    const connection = new DatabaseSync(path, { readOnly: true });
    const counted = connection
      .prepare('SELECT count(*) n, count(a) a, count(b) b, min(b) low, max(b) high FROM t')
      .get();
    connection.close();
    const table = await inferOnlyTable(path);
    const [a, b] = table.columns;
    assert.deepEqual(
      { n: table.rows, a: a?.values, b: b?.values, low: Number(b?.min), high: Number(b?.max) },
      { ...counted },
    );
  });

  it('without a table, or with damage, is an error', async () => {
    const path = database('CREATE TABLE t (a)', 'DROP TABLE t');
    assert.deepEqual(await failureOfFile(path), { kind: 'no-database-table' });
    const whole = readFileSync(
      database('CREATE TABLE t2 (a)', 'INSERT INTO t2 VALUES (hex(zeroblob(20000)))'),
    );
    const damaged = { kind: 'damaged', format: 'SQLite' };
    assert.deepEqual(await failureOfFile(folder.write('a.sqlite', whole.subarray(0, 50))), damaged);
    assert.deepEqual(await failureOfFile(folder.write('b.sqlite', whole.subarray(0, 8192))), damaged);
  });

  it('needs a file, and a Node.js that has SQLite', async () => {
    const path = database('CREATE TABLE t (a)');
    const { openDatabase: _, ...withoutSqlite } = nodePorts;
    assert.deepEqual(await profileSource(fileSource(path), withoutSqlite), {
      ok: false,
      failure: { kind: 'sqlite-unavailable' },
    });
    const compressed = folder.write('a.sqlite.gz', gzipSync(readFileSync(path)));
    assert.deepEqual(await failureOfFile(compressed), { kind: 'sqlite-needs-file' });
  });
});
