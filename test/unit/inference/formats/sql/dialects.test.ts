import assert from 'node:assert/strict';
import { inferAll } from '../../infer-text.ts';

/** Tables of a script, such as `a(id:Int64 name:string)`. */
async function tablesOf(sql: string): Promise<readonly string[]> {
  const tables = await inferAll(sql, { fileName: 'dump.sql' });
  return tables.map(
    ({ name, columns }) => `${name}(${columns.map(({ name, dataType }) => `${name}:${dataType}`).join(' ')})`,
  );
}

describe('The dialect of a script in SQL', () => {
  it('decides whether a backslash escapes a quote', async () => {
    assert.deepEqual(
      await tablesOf(`create or replace TABLE CUSTOMERS (ID NUMBER(38,0) COMMENT 'the customer\\'s key', NAME VARCHAR(10) COMMENT 'full name',
        CITY VARCHAR(10) COMMENT 'where', BORN DATE COMMENT 'don\\'t show', ZIP VARCHAR(10));`),
      ['CUSTOMERS(ID:Int64 NAME:string CITY:string BORN:DateTime ZIP:string)'],
    );
    for (const one of [
      "CREATE TABLE a (x NUMBER(38,0) COMMENT 'it\\'s', y DATE); CREATE TABLE b (z INT);",
      "CREATE TABLE a (x INT64 OPTIONS(description='It\\'s a, key'), y DATE); CREATE TABLE b (z INT64);",
      "CREATE TABLE a (x INT COMMENT 'it\\'s, the key', y DATE) USING DELTA; CREATE TABLE b (z INT);",
      "CREATE TABLE `a` (x integer DEFAULT 'C:\\data\\', y date); CREATE TABLE b (z int);",
      `-- ${'x'.repeat(70_000)}\nCREATE TABLE a (x INT COMMENT 'it\\'s', y DATE); CREATE TABLE b (z INT);`,
    ])
      assert.deepEqual(await tablesOf(one), ['a(x:Int64 y:DateTime)', 'b(z:Int64)'], one.slice(-200));
  });

  it('is weighed: names, comments and texts are no evidence', async () => {
    assert.deepEqual(
      await tablesOf(`-- PostgreSQL database dump
        SET search_path = dbo, pg_catalog;
        CREATE TABLE dbo.orders (id bigint, placed timestamp without time zone, flags bit(8), shipped timestamp with time zone);`),
      ['orders(id:Int64 placed:DateTime flags:string shipped:DateTime)'],
    );
    assert.deepEqual(await tablesOf('CREATE TABLE DBO.USERS (CREATED TIMESTAMP, V VARIANT);'), [
      'USERS(CREATED:DateTime V:string)',
    ]);
    assert.deepEqual(
      await tablesOf(
        '-- ported from PostgreSQL, AUTO_INCREMENT\nCREATE TABLE [shop].[Orders] ([Id] int, [At] timestamp);',
      ),
      ['Orders(Id:Int64 At:string)'],
    );
  });

  it('of BigQuery has names with dashes', async () => {
    const sql = `CREATE TABLE my-proj.ds.a (id INT64); CREATE TABLE my-proj.ds.b (x STRING); CREATE TABLE my-proj.ds.e (x STRING);
      ALTER TABLE my-proj.ds.a ADD COLUMN y DATE; DROP TABLE my-proj.ds.e;`;
    assert.deepEqual(await tablesOf(sql), ['a(id:Int64 y:DateTime)', 'b(x:string)']);
  });

  it('can name tables by a text', async () => {
    const sql = "CREATE TABLE IDENTIFIER('sales') (c1 INT); CREATE TABLE IDENTIFIER('s.b') (c2 DATE);";
    assert.deepEqual(await tablesOf(sql), ['sales(c1:Int64)', 'b(c2:DateTime)']);
    assert.deepEqual(
      await tablesOf('CREATE TABLE identifier (a int, b date); CREATE TABLE IDENTIFIER($name) (a int);'),
      ['identifier(a:Int64 b:DateTime)'],
    );
  });

  it('of Hive has columns of partitions, and changes several columns at once', async () => {
    const sql = `CREATE TABLE ev (id BIGINT, who STRING) PARTITIONED BY (day STRING);
      ALTER TABLE ev ADD COLUMNS (c INT COMMENT 'x', d STRING);
      CREATE TABLE r (a INT) PARTITIONED BY (p DATE); ALTER TABLE r REPLACE COLUMNS (b STRING);`;
    assert.deepEqual(await tablesOf(sql), [
      'ev(id:Int64 who:string c:Int64 d:string day:string)',
      'r(b:string p:DateTime)',
    ]);
  });

  it('of Db2 can end statements with @', async () => {
    const sql = `CREATE TABLE a (x INT, DEFAULT CHAR(5) FOR BIT DATA)
@
CREATE PROCEDURE p() BEGIN CREATE TABLE no (y INT); END@
CREATE TABLE b (x NUM(5,2)) IN userspace1@
CREATE TABLE c (x INT) @
`;
    assert.deepEqual(await tablesOf(sql), ['a(x:Int64 DEFAULT:string)', 'b(x:Double)', 'c(x:Int64)']);
  });

  it('of SQL Server has other statements after a table without semicolons', async () => {
    const sql = `CREATE TABLE [a] ([x] int, INDEX i HASH (x) WITH (BUCKET_COUNT = 5))
insert into [a]
SELECT y, z FROM b
alter table a add y int
select z, w from sys.indexes
ALTER TABLE a ADD DEFAULT getdate() FOR x, d date
GO`;
    assert.deepEqual(await tablesOf(sql), ['a(x:Int64 y:Int64 d:DateTime)']);
  });

  it('has options in parentheses that are no columns', async () => {
    const sql = `CREATE EXTERNAL TABLE a WITH LOCATION = @stage/a FILE_FORMAT = (TYPE = PARQUET);
      CREATE INTERACTIVE TABLE b (x INT); CREATE TRANSACTIONAL TABLE c (x INT);
      CREATE TABLE d (x STRUCT<a INT64, b STRING> DEFAULT STRUCT<a INT64, b STRING>(1, 'y'), y DATE);
      CREATE DYNAMIC TABLE e TARGET_LAG = '1 hour' REFRESH USING (INSERT INTO SELF SELECT 1);`;
    assert.deepEqual(await tablesOf(sql), ['b(x:Int64)', 'c(x:Int64)', 'd(x:string y:DateTime)']);
  });

  it('of Db2 and Teradata has periods and options that are no columns', async () => {
    const sql = `CREATE TABLE a (x DECIMAL(9,2), s TIMESTAMP, e TIMESTAMP, PERIOD SYSTEM_TIME (s, e));
      CREATE MULTISET TABLE b ,FALLBACK ,NO BEFORE JOURNAL (y INTEGER);`;
    assert.deepEqual(await tablesOf(sql), ['a(x:Double s:DateTime e:DateTime)', 'b(y:Int64)']);
  });

  it('adds to a table what is no column', async () => {
    const added = [
      'VERSIONING USE HISTORY TABLE h',
      'RESTRICT ON DROP',
      'MATERIALIZED QUERY (SELECT 1 FROM x)',
      'PERIOD FOR BUSINESS_TIME (a, b)',
      'SYSTEM VERSIONING',
      'SEARCH OPTIMIZATION ON EQUALITY(a)',
      'ROW ACCESS POLICY p ON (a)',
      'DATA METRIC FUNCTION f ON (a)',
      'STATISTICS a TYPE TDigest',
    ].map((what) => `ALTER TABLE t ADD ${what};`);
    const sql = `CREATE TABLE t (a int);${added.join('')}ALTER TABLE t ALTER COLUMN a SYNC IDENTITY;
      ALTER TABLE t ADD search date, ADD statistics bool; ALTER TABLE t ADD versioning text; CREATE TABLE w (watermark int);`;
    assert.deepEqual(await tablesOf(sql), [
      't(a:Int64 search:DateTime statistics:bool versioning:string)',
      'w(watermark:Int64)',
    ]);
  });

  it('of ClickHouse has its types, indexes and projections', async () => {
    const sql = `CREATE TABLE d.t ON CLUSTER c (a UInt32, b Nullable(DateTime), s LowCardinality(Nullable(String)), n Decimal64(4), i Decimal(10,0),
      f Date32, u UInt64 CODEC(Delta), l Array(String), INDEX i lower(s) TYPE minmax GRANULARITY 1, PROJECTION p (SELECT a ORDER BY b)) ENGINE = MergeTree ORDER BY a;
      ALTER TABLE d.t ON CLUSTER c ADD COLUMN x Float64, MODIFY COLUMN a REMOVE TTL; CREATE TABLE d.u AS d.t ENGINE = Distributed(c, d, t);`;
    const columns = '(a:Int64 b:DateTime s:string n:Double i:Int64 f:DateTime u:string l:string x:Double)';
    assert.deepEqual(await tablesOf(sql), [`t${columns}`, `u${columns}`]);
  });

  it('of Oracle has indexes in parentheses, and columns that are no longer used', async () => {
    const sql = `CREATE TABLE a (x NUMBER(5), c VARCHAR2(9), CONSTRAINT k PRIMARY KEY (x) USING INDEX (
CREATE UNIQUE INDEX i ON a (x)), y DATE);
ALTER TABLE a SET UNUSED (c);`;
    assert.deepEqual(await tablesOf(sql), ['a(x:Int64 y:DateTime)']);
  });

  it('gives decimals their digits where it is certain', async () => {
    assert.deepEqual(await tablesOf('CREATE TABLE a (x NUMBER, v VARIANT, t TIMESTAMP_NTZ(9));'), [
      'a(x:Int64 v:string t:DateTime)',
    ]);
    assert.deepEqual(await tablesOf('CREATE TABLE a (x DECIMAL);'), ['a(x:Double)']);
  });
});
