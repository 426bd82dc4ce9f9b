import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { timeLimit } from '../../../../../scripts/testing/time-limits.ts';
import { checkData } from '../../../../../src/app/check/check-data.ts';
import { memorySource, webPorts } from '../../../../../src/inference/bytes/memory-source.ts';
import { inferSources } from '../../../../../src/inference/infer-sources.ts';
import { toDataset } from '../../../../../src/inference/inferred-table.ts';
import { profileSource } from '../../../../../src/inference/profile-source.ts';
import { failureOf, inferAll, tryInfer } from '../../infer-text.ts';
import { types } from '../infer-file.ts';

const dumps = join(import.meta.dirname, 'dumps');
const expectedTypes = JSON.parse(readFileSync(join(dumps, 'expected-types.json'), 'utf8'));
const scripts = globSync('*/*.sql', { cwd: dumps }).map((name) => ({
  name,
  sql: readFileSync(join(dumps, name), 'utf8'),
}));

const fileName = 'dump.sql';

/** Tables by their names, with the data types of their columns. */
async function tablesOf(sql: string | Uint8Array, options: Parameters<typeof inferAll>[1] = {}) {
  const tables = await inferAll(sql, { fileName, ...options });
  return Object.fromEntries(tables.map((table) => [table.name, types(table)]));
}

async function contentsOf(sql: string) {
  const content = new TextEncoder().encode(sql);
  const result = await profileSource(memorySource({ name: fileName, label: fileName, content }), webPorts);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value.contents;
}

async function findings(sql: string, dataset: unknown) {
  const content = new TextEncoder().encode(sql);
  const { signal } = new AbortController();
  const file = { kind: 'memory', name: fileName, label: fileName, path: '/dump.sql', content } as const;
  const checked = await checkData([file], dataset, { signal }, (_, options) =>
    inferSources([memorySource(file)], webPorts, options),
  );
  assert.ok(checked.ok);
  return [...checked.value.findings];
}

describe('A script in SQL', () => {
  for (const { name, sql } of scripts.filter(({ name }) => name.startsWith('others')))
    it(`has the tables that its dialect gives them: ${basename(name)}`, async () => {
      assert.deepEqual(await tablesOf(sql), expectedTypes[basename(name)]);
    });

  for (const { name, sql } of scripts)
    it(`fits the dataset that is inferred from it, in pieces of any size: ${name}`, async () => {
      const whole = await tryInfer(sql, { fileName });
      assert.ok(whole.ok);
      assert.deepEqual(await tryInfer(sql, { fileName, chunkSize: 7, leastStep: 7 }), whole);
      const dataset = toDataset('x', whole.value, 'Double');
      const left = (await contentsOf(sql))?.skipped.filter(({ names }) => names.length > 0) ?? [];
      const expected = left.map(() => 'skipped-data');
      assert.deepEqual(
        (await findings(sql, dataset)).map(({ code }) => code),
        expected,
      );
    });

  it('is read as UTF-16 and compressed', async () => {
    const sql = 'CREATE TABLE [größe] ([id] int)\nGO\n';
    const expected = { größe: { id: 'Int64' } };
    assert.deepEqual(await tablesOf(Buffer.from(`\ufeff${sql}`, 'utf16le')), expected);
    assert.deepEqual(await tablesOf(gzipSync(sql), { fileName: 'dump.sql.gz' }), expected);
    assert.deepEqual(await tablesOf(Buffer.from(sql, 'latin1')), expected);
  });

  it('is known without a name by its statements', async () => {
    const sql = '-- schema\nCREATE TABLE a (id int, total money);';
    assert.deepEqual(await tablesOf(sql, { fileName: 'stdin' }), { a: { id: 'Int64', total: 'Double' } });
  });

  it('has finding about exactly what changed since', async () => {
    const before = 'CREATE TABLE a (id int, total decimal(9,2), at date); CREATE TABLE b (x text);';
    const inferred = await tryInfer(before, { fileName });
    assert.ok(inferred.ok);
    const dataset = toDataset('x', inferred.value, 'Double');
    const cases: [after: string, found: readonly (readonly [string | null, string | null, string])[]][] = [
      ['total varchar(9)', [['a', 'total', 'unfit-value']]],
      ['total int', []],
      ['total decimal(9,2), extra int', [['a', 'extra', 'extra-column']]],
      [
        'sum decimal(9,2)',
        [
          ['a', 'total', 'missing-column'],
          ['a', 'sum', 'extra-column'],
        ],
      ],
    ];
    for (const [after, expected] of cases) {
      const found = await findings(before.replace('total decimal(9,2)', after), dataset);
      assert.deepEqual(
        found.map(({ table, column, code }) => [table, column, code]),
        expected,
        after,
      );
    }
    const third = await findings(`${before} CREATE TABLE c (y int);`, dataset);
    assert.deepEqual(
      third.map(({ table, code }) => [table, code]),
      [['c', 'unknown-table']],
    );
  });

  it('has a finding about tables and views that were left out', async () => {
    const dataset = {
      name: 'x',
      tables: ['a', 'totals'].map((name) => ({ name, columns: [{ name: 'id', dataType: 'Int64' }] })),
    };
    const found = async (more: string) => {
      const all = await findings(`CREATE TABLE a (id int); ${more}`, dataset);
      return all.map(({ code, severity, count, message }) => `${code} ${severity} ${count} ${message}`);
    };
    assert.deepEqual(await found('SET x = 1; INSERT INTO a VALUES (1); CREATE INDEX i ON a (id);'), []);
    assert.deepEqual(await found('CREATE TABLE s.b AS SELECT 1; CREATE TABLE c (x in'), [
      "skipped-data error 1 Skipped, because this can't be read: CREATE TABLE AS: 1 (s.b).",
      "skipped-data error 1 Skipped, because this can't be read: CREATE TABLE: 1 (c).",
    ]);
    assert.deepEqual(await found('CREATE VIEW v AS SELECT 1; CREATE VIEW w AS SELECT 1;'), [
      "skipped-data warning 2 Skipped, because this can't be read: view: 2 (v, w).",
    ]);
    // The dataset has a table of it, which can't be checked.
    assert.deepEqual(await found('CREATE VIEW s.Totals AS SELECT 1;'), [
      "skipped-data error 1 Skipped, because this can't be read: view: 1 (s.Totals).",
    ]);
  });

  it('says which type each column has there, and what is lost of it', async () => {
    const sql = `CREATE TABLE a (n NUMBER, w numeric(20), t tinyint(1), u bigint unsigned, j jsonb, b bytea, l int[], m decimal(9, 2), c AS (1));`;
    const [table] = await inferAll(sql, { fileName });
    assert.deepEqual(
      table?.columns.map(({ name, sourceType, note }) => [name, sourceType, note]),
      [
        ['n', 'NUMBER', 'Without a precision, the values can be whole numbers as well as fractions.'],
        ['w', 'numeric(20)', 'The values can be beyond the range of Int64.'],
        ['t', 'tinyint(1)', 'tinyint(1) stands for true and false, but it can have other integers, too.'],
        [
          'u',
          'bigint unsigned',
          'The values are unsigned 64-bit integers, which can be beyond the range of Int64.',
        ],
        ['j', 'jsonb', 'No data type corresponds to jsonb, so its values are read as text.'],
        ['b', 'bytea', 'The values are bytes.'],
        ['l', 'int[]', 'The values are lists.'],
        ['m', 'decimal(9,2)', null],
        ['c', null, 'The schema declares no type.'],
      ],
    );
  });

  it('counts what is skipped, with the names of tables and views', async () => {
    const sql = `CREATE TABLE a (x int); CREATE INDEX i ON a (x); CREATE UNIQUE INDEX j ON a (x); INSERT INTO a VALUES (1);
      CREATE VIEW v AS SELECT 1; CREATE OR REPLACE VIEW s.w AS SELECT 1; CREATE TABLE b AS SELECT 1; CREATE TABLE p PARTITION OF a DEFAULT;
      CREATE VIRTUAL TABLE f USING fts5(x); ALTER TABLE a ADD y int; CREATE TABLE cut (x int`;
    assert.deepEqual(await contentsOf(sql), {
      statements: 11,
      skipped: [
        { what: 'CREATE INDEX', count: 2, names: [] },
        { what: 'INSERT', count: 1, names: [] },
        { what: 'view', count: 2, names: ['v', 's.w'] },
        { what: 'CREATE TABLE AS', count: 1, names: ['b'] },
        { what: 'virtual table', count: 1, names: ['f'] },
        { what: 'CREATE TABLE', count: 1, names: ['cut'] },
      ],
    });
  });

  it('has no table of a query, however it is written', async () => {
    const queries = [
      'AS SELECT b FROM a',
      'SELECT CONCAT(b, c) FROM a',
      '(SELECT b FROM a)',
      '(x int) SELECT b FROM a',
      'IGNORE (SELECT b FROM a)',
      'ENGINE=InnoDB SELECT b FROM a',
      'WITH q AS (SELECT 1) SELECT b FROM q',
    ];
    const sql = queries.map((query, index) => `CREATE TABLE t${index} ${query};`).join('\n');
    const names = queries.map((_, index) => `t${index}`);
    assert.deepEqual((await contentsOf(`CREATE TABLE a (b int);${sql}`))?.skipped, [
      { what: 'CREATE TABLE AS', count: queries.length, names },
    ]);
  });

  it('without semicolons has a table after any statement', async () => {
    const sql = `INSERT INTO x VALUES (1)
      CREATE TABLE a (id int)
      IF OBJECT_ID('b') IS NULL BEGIN
      CREATE TABLE b (id int)
      END
      ALTER TABLE b ADD DEFAULT ((0)) FOR id
      GO`;
    assert.deepEqual(await tablesOf(sql), { a: { id: 'Int64' }, b: { id: 'Int64' } });
  });

  it('has comments that begin with // in Snowflake, where DuckDB has no operator', async () => {
    const snowflake = "// it's\nCREATE TABLE a (x int,  // it's\n // it's\ny text);\n";
    const duckdb = 'CREATE VIEW v AS SELECT 5 // 2; CREATE TABLE b (x int);';
    assert.deepEqual(await tablesOf(snowflake + duckdb), {
      a: { x: 'Int64', y: 'string' },
      b: { x: 'Int64' },
    });
  });

  it('has no column of a partition or an option that is changed', async () => {
    const mysql = `CREATE TABLE \`a\` (x int) ENGINE=InnoDB;
      ALTER TABLE a ADD y date, ENGINE=InnoDB, CONVERT TO CHARACTER SET utf8mb4, ADD z text, COMMENT='c';
      ALTER IGNORE TABLE a DROP x, ADD PARTITION (PARTITION p VALUES LESS THAN (5));`;
    assert.deepEqual(await tablesOf(mysql), { a: { y: 'DateTime', z: 'string' } });
    const oracle = 'CREATE TABLE a (x NUMBER(5)); ALTER TABLE a ADD PARTITION p VALUES LESS THAN (5);';
    assert.deepEqual(await tablesOf(oracle), { a: { x: 'Int64' } });
  });

  it('has the names that SQL Server gives tables and columns', async () => {
    const sql = `CREATE TABLE [dbo].[a] ([x] int, [y] date)
      GO
      EXEC sp_rename N'[dbo].[a].[x]', N'z', N'COLUMN';
      EXECUTE sys.sp_rename @objname = 'a', @newname = 'b';
      EXEC sp_rename 'b.ix', 'iy', 'INDEX';
      GO`;
    assert.deepEqual(await tablesOf(sql), { b: { z: 'Int64', y: 'DateTime' } });
  });

  it('has the name that Oracle gives a table', async () => {
    const sql = 'CREATE TABLE a (x int); CREATE TABLE b (x int); RENAME a TO c; RENAME "b" TO "d";';
    assert.deepEqual(Object.keys(await tablesOf(sql)), ['c', 'd']);
  });

  it('says that a quote or a comment has no end, because tables may follow', async () => {
    const unclosed = async (text: string) =>
      (await contentsOf(`CREATE TABLE a (x int);${text}\nCREATE TABLE b (x int);\n`))?.skipped;
    const part = (name: string) => ({ what: 'unclosed text', count: 1, names: [name] });
    assert.deepEqual(await unclosed("INSERT INTO a VALUES ('x);"), [
      { what: 'INSERT', count: 1, names: [] },
      part("INSERT '"),
    ]);
    assert.deepEqual(await unclosed('/* x'), [part('/*')]);
    assert.deepEqual(await unclosed('DO $x$;'), [{ what: 'DO', count: 1, names: [] }, part('DO $x$')]);
    assert.deepEqual(await unclosed('-- x'), []);
  });

  it('has the schema in names only where they would be equal without it', async () => {
    const sql = 'CREATE TABLE hr.a (x int); CREATE TABLE sales.A (x int); CREATE TABLE sales.b (x int);';
    assert.deepEqual(Object.keys(await tablesOf(sql)), ['hr.a', 'sales.A', 'b']);
  });

  it('that creates no table is refused', async () => {
    for (const sql of ['', 'SELECT 1;', 'CREATE TABLE a AS SELECT 1;', 'a,b\n1,2\n', 'CREATE TABLE a (x int'])
      assert.deepEqual(await failureOf(sql, { fileName }), { kind: 'no-create-table' });
  });

  it('of twice the length takes twice the time, whatever it repeats', async function () {
    this.timeout(timeLimit(60_000));
    const time = async (text: string, count: number) => {
      const started = process.cpuUsage();
      await tryInfer(text.repeat(count), { fileName, leastStep: 64 * 1024 });
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1000;
    };
    for (const text of [
      "INSERT INTO a VALUES (1, 'x''y');\n",
      'CREATE TABLE a (x int);\n',
      'CREATE TABLE a (',
      "'",
      '/*',
      '$$ $a$ ',
      '-- x\n',
      '((',
      'a.',
      'ALTER TABLE a ADD b int,',
      'CREATE\nGO\n',
      'x'.repeat(100),
    ]) {
      const count = Math.ceil(200_000 / text.length);
      await time(text, count);
      const once = await time(text, count);
      const twice = await time(text, 2 * count);
      assert.ok(twice < 4 * once + timeLimit(100), `${text}: ${once} ms, then ${twice} ms`);
    }
  });

  it('costs no more than its length allows', async () => {
    const many = Array.from({ length: 9000 }, (_, index) => `c${index} int`).join();
    const likes = Array.from({ length: 500 }, (_, index) => `CREATE TABLE t${index} LIKE a;`).join('\n');
    const failures = [
      [`CREATE TABLE a (${many});${likes}`, 'too-much-work'],
      [`CREATE TABLE a (${many});${'ALTER TABLE a ALTER c1 TYPE text;'.repeat(2000)}`, 'too-much-work'],
      [
        Array.from({ length: 1001 }, (_, index) => `CREATE TABLE t${index} (x int);`).join(''),
        'too-many-tables',
      ],
      [`CREATE TABLE a (${many}, ${many.replaceAll('c', 'd')});`, 'too-many-columns'],
    ];
    for (const [sql, failure] of failures)
      assert.equal((await failureOf(sql ?? '', { fileName, leastStep: 64 * 1024 })).kind, failure);
  });

  it('never throws, whatever it contains', async function () {
    this.timeout(timeLimit(60_000));
    const parts = fc.constantFrom(
      ..."' \" ` [ ] ( ) , ; . < > $$ $a$ -- /* */ /*!50000 # \\ / GO @ * = 1 E' q'[ N' \n".split(' '),
      ...'CREATE TABLE ALTER ADD DROP COLUMN RENAME TO a b int decimal KEY CHECK LIKE INHERITS AS SELECT'.split(
        ' ',
      ),
      ...'COPY FROM STDIN DELIMITER BEGIN END CASE PROCEDURE VIEW TYPE DOMAIN ENUM USE SET PARTITION OF'.split(
        ' ',
      ),
      '\n\\.\n',
      '\nGO\n',
      '\n/\n',
    );
    const text = fc.array(parts, { maxLength: 80 }).map((words) => words.join(' '));
    const cut = fc
      .tuple(fc.constantFrom(...scripts), fc.nat(), fc.nat(200), text)
      .map(([{ sql }, at, length, added]) => {
        const start = at % sql.length;
        return `${sql.slice(0, start)}${added}${sql.slice(start + length)}`;
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, cut), async (sql) => {
        const whole = await tryInfer(sql, { fileName });
        assert.deepEqual(await tryInfer(sql, { fileName, chunkSize: 7, leastStep: 7 }), whole);
      }),
      { numRuns: 150 },
    );
  });
});
