import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { PGlite } from '@electric-sql/pglite';
import { inferFile } from '../infer-file.ts';

const dumps = join(import.meta.dirname, 'dumps');

/** Tables by their names, with the data types of their columns. */
type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A column of a catalog, with the type as the database calls it. */
interface CatalogColumn {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Data types by the first expression that a database's name of a type matches. */
type TypeRules = readonly (readonly [RegExp, string])[];

async function read(path: string): Promise<Tables> {
  const tables = await inferFile(path);
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name.toLowerCase(),
      Object.fromEntries(columns.map((column) => [column.name.toLowerCase(), column.dataType])),
    ]),
  );
}

/** What the dataset should be, by a database's catalog. */
function expected(columns: readonly CatalogColumn[], rules: TypeRules): Tables {
  const tables = new Map<string, Record<string, string>>();
  const keys = new Set(columns.map(({ schema, table }) => JSON.stringify([schema, table])));
  const names = [...keys].map((key) => String(JSON.parse(key)[1]).toLowerCase());
  for (const { schema, table, column, type } of columns) {
    const isOnly = names.filter((name) => name === table.toLowerCase()).length === 1 || schema === 'main';
    const name = (isOnly ? table : `${schema}.${table}`).toLowerCase();
    const known = tables.get(name) ?? {};
    tables.set(name, known);
    known[column.toLowerCase()] = rules.find(([pattern]) => pattern.test(type))?.[1] ?? 'string';
  }
  return Object.fromEntries(tables);
}

function scripts(folder: string): { readonly path: string; readonly name: string; readonly sql: string }[] {
  return readdirSync(join(dumps, folder)).map((name) => {
    const path = join(dumps, folder, name);
    return { path, name, sql: readFileSync(path, 'utf8') };
  });
}

describe('The tables of a script for PostgreSQL', function () {
  this.timeout(120_000);

  const rules: TypeRules = [
    [/\[\]$/, 'string'],
    [/^(?:smallint|integer|bigint)$/, 'Int64'],
    [/^numeric\(\d+,0\)$/, 'Int64'],
    [/^(?:numeric|real|double precision|money)/, 'Double'],
    [/^boolean$/, 'bool'],
    [/^(?:date$|timestamp)/, 'DateTime'],
  ];

  /** Base types of domains; no partitions, and no tables that a query fills. */
  const catalog = `
    SELECT n.nspname AS schema, c.relname AS table, a.attname AS column,
      format_type(CASE WHEN t.typtype = 'd' THEN coalesce(nullif(b.typbasetype, 0), t.typbasetype) ELSE a.atttypid END,
        CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type b ON b.oid = t.typbasetype
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.reloftype = 0 AND a.attnum > 0 AND NOT a.attisdropped
      AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    ORDER BY c.oid, a.attnum`;

  let database: PGlite;
  before(async () => {
    database = await PGlite.create();
  });
  afterEach(async () => {
    const { rows } = await database.query<{ name: string }>(
      "SELECT quote_ident(nspname) AS name FROM pg_namespace WHERE nspname !~ '^pg_|^information_schema$'",
    );
    for (const { name } of rows) await database.exec(`DROP SCHEMA ${name} CASCADE`);
    await database.exec('DISCARD ALL');
    await database.exec('CREATE SCHEMA public');
  });
  after(() => database.close());

  for (const { path, name, sql } of scripts('postgres'))
    it(`are those that it has then: ${name}`, async () => {
      const runnable = sql
        // psql sends these lines by itself.
        .replace(/^COPY [^;]*FROM stdin;\n[\s\S]*?^\\\.$/gm, '')
        .replace(/^\\.*$/gm, '');
      await database.exec(runnable);
      await database.exec('SET search_path = pg_catalog');
      const { rows } = await database.query<CatalogColumn>(catalog);
      assert.deepEqual(await read(path), expected(rows, rules));
    });
});

describe('The tables of a script for SQLite', () => {
  const rules: TypeRules = [
    [/^(?:BOOL|BOOLEAN)$/i, 'bool'],
    [/^(?:DATE|DATETIME|TIMESTAMP)$/i, 'DateTime'],
    [/^(?:DECIMAL|NUMERIC)\(\d+(?:, ?0)?\)$/i, 'Int64'],
    [/INT/i, 'Int64'],
    [/CHAR|CLOB|TEXT|BLOB/i, 'string'],
    [/REAL|FLOA|DOUB|DECIMAL|NUMERIC/i, 'Double'],
  ];
  const catalog = `
    SELECT 'main' AS "schema", t.name AS "table", c.name AS "column", c.type AS "type"
    FROM pragma_table_list t, pragma_table_xinfo(t.name) c
    WHERE t.schema <> 'x' AND t.type IN ('table', 'shadow') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND t.name <> 'c' AND t.name NOT LIKE '%\\_content' ESCAPE '\\'`;

  for (const { path, name, sql } of scripts('sqlite'))
    it(`are those that it has then: ${name}`, async () => {
      const database = new DatabaseSync(':memory:');
      // Only the shell may write into tables of SQLite, and create again what belongs to a virtual table.
      const own = /^CREATE VIRTUAL/m.test(sql) ? /^CREATE TABLE IF NOT EXISTS 'notes_fts_[^;]*;/gm : /^$/;
      const tables = /^INSERT INTO sqlite_schema.*$|^CREATE TABLE sqlite_sequence.*$/gm;
      database.exec(sql.replace(tables, '').replace(own, ''));
      const rows = database.prepare(catalog).all() as unknown as CatalogColumn[];
      database.close();
      assert.deepEqual(await read(path), expected(rows, rules));
    });
});

describe('The tables of a script for DuckDB', () => {
  const rules: TypeRules = [
    [/\]$|^(?:STRUCT|MAP|UNION|ENUM)/, 'string'],
    [/^U?(?:TINYINT|SMALLINT|INTEGER)$|^BIGINT$/, 'Int64'],
    [/^DECIMAL\(\d+,0\)$/, 'Int64'],
    [/^(?:DECIMAL|FLOAT|DOUBLE)/, 'Double'],
    [/^BOOLEAN$/, 'bool'],
    [/^(?:DATE|TIMESTAMP)/, 'DateTime'],
  ];

  for (const { path, name, sql } of scripts('duckdb'))
    it(`are those that it has then: ${name}`, async () => {
      const instance = await DuckDBInstance.create(':memory:');
      const connection = await instance.connect();
      await connection.run(sql.replace(/^COPY .*$/gm, ''));
      const result = await connection.runAndReadAll(
        `SELECT schema_name AS "schema", table_name AS "table", column_name AS "column", data_type AS "type"
         FROM duckdb_columns() WHERE NOT internal AND table_name IN (SELECT table_name FROM duckdb_tables()) AND table_name <> 'copies'`,
      );
      const rows = result.getRowObjectsJson() as unknown as CatalogColumn[];
      connection.closeSync();
      assert.deepEqual(await read(path), expected(rows, rules));
    });
});
