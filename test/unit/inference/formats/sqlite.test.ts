import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { fileSource, nodePorts } from '../../../../src/data-files/file-source.ts';
import { profileSource } from '../../../../src/inference/profile-source.ts';
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
    const profiled = await profileSource(fileSource(path), nodePorts);
    assert.deepEqual(profiled.ok && profiled.value.contents?.skipped, [
      { what: 'view', count: 1, names: ['v'] },
      { what: 'virtual table', count: 1, names: ['f'] },
    ]);
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

  for (const pageSize of [512, 4096, 65536])
    it(`has long values, in tables and indexes, on pages of ${pageSize} bytes`, async () => {
      const lengths = Array.from({ length: 60 }, (_, index) => Math.round((index * pageSize) / 15));
      const path = database(
        `PRAGMA page_size = ${pageSize}`,
        'CREATE TABLE t (a TEXT)',
        'CREATE TABLE u (a TEXT PRIMARY KEY, b BLOB) WITHOUT ROWID',
        'CREATE INDEX i ON t (a)',
        ...lengths.flatMap((length) => [
          `INSERT INTO t VALUES ('${'x'.repeat(length)}')`,
          `INSERT INTO u VALUES ('${'y'.repeat(length)}', zeroblob(${length}))`,
        ]),
      );
      const tables = await inferFile(path);
      assert.deepEqual(
        tables.map(({ rows }) => rows),
        [60, 60],
      );
    });

  it('whose values share pages is an error, because each would be read as a whole', async () => {
    const whole = readFileSync(
      database(
        'PRAGMA page_size = 4096',
        'CREATE TABLE t (a)',
        'INSERT INTO t VALUES (zeroblob(20990)), (zeroblob(20990))',
      ),
    );
    const page = whole.subarray(4096, 8192);
    const [first = 0, second = 0] = [page.readUInt16BE(8), page.readUInt16BE(10)];
    const length = first - second;
    const shared = page.readUInt32BE(first + length - 4);
    assert.ok(shared > 2 && shared <= whole.length / 4096);
    page.writeUInt32BE(shared, second + length - 4);
    assert.deepEqual(await failureOfFile(folder.write('shared.sqlite', whole)), {
      kind: 'damaged',
      format: 'SQLite',
    });
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

  it('is the file that was named, whatever its name means to SQLite', async () => {
    const other = database('CREATE TABLE other (secret TEXT)');
    const names = [
      'file:%2Fother',
      `file:${other.replaceAll('/', '%2F')}?mode=ro`,
      'a#b?c=%41 d.sqlite',
      ':memory:',
    ];
    for (const name of process.platform === 'win32' ? ['a#b %41 d.sqlite'] : names) {
      const connection = new DatabaseSync(folder.file('own.sqlite'));
      connection.exec('CREATE TABLE IF NOT EXISTS own (id INTEGER)');
      connection.close();
      const path = folder.write(name, readFileSync(folder.file('own.sqlite')));
      const tables = await inferFile(path);
      assert.deepEqual(
        tables.map((table) => table.name),
        ['own'],
        name,
      );
    }
  });

  it('is read without its write-ahead log, and leaves nothing beside it', async () => {
    const path = database('PRAGMA journal_mode = WAL', 'CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)');
    const before = readdirSync(folder.path);
    assert.equal((await inferOnlyTable(path)).rows, 1);
    const writer = new DatabaseSync(path);
    writer.exec('INSERT INTO t VALUES (2)');
    assert.equal((await inferOnlyTable(path)).rows, 1);
    writer.close();
    assert.equal((await inferOnlyTable(path)).rows, 2);
    assert.deepEqual(readdirSync(folder.path), before);
  });

  it('does not wait for a pipe that is named like its journal', async function () {
    if (process.platform === 'win32') this.skip();
    const path = database('CREATE TABLE t (a)');
    execFileSync('mkfifo', [`${path}-journal`, `${path}-wal`]);
    assert.equal((await inferOnlyTable(path)).rows, 0);
  });

  it('is opened by its path, and not by what it is called', async () => {
    const path = database('CREATE TABLE t (a)');
    const other = folder.file('other.sqlite');
    const connection = new DatabaseSync(other);
    connection.exec('CREATE TABLE other (secret)');
    connection.close();
    const profiled = await profileSource(fileSource(path, { name: 'x.sqlite', label: other }), nodePorts);
    assert.deepEqual(profiled.ok && profiled.value.tables.map((table) => table.name), ['t']);
  });
});
