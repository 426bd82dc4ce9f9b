import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { fileSource, nodePorts } from '../../../../src/data-files/file-source.ts';
import { profileSource } from '../../../../src/inference/profile-source.ts';
import { DataFolder, failureOfFile, inferOnlyTable, types } from './infer-file.ts';

describe('A Parquet file', function () {
  this.timeout(60_000);
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  /** Writes a query's result by DuckDB, and describes it by DuckDB, too. */
  async function writeByDuckdb(query: string, options = '') {
    const path = folder.file('data.parquet');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet ${options})`);
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${path}'`);
    const counted = await connection.runAndReadAll(`SELECT count(COLUMNS(*))::int FROM '${path}'`);
    return { path, described: described.getRowObjects(), values: counted.getRowObjects()[0] ?? {} };
  }

  /** What DuckDB calls a type, as ours. */
  function dataTypeOf(type: string): string {
    if (/^(?:U?(?:TINY|SMALL)INT|U?INTEGER|BIGINT)$/.test(type)) return 'Int64';
    const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type);
    if (decimal) return decimal[2] === '0' ? 'Int64' : 'Double';
    if (/^(?:FLOAT|DOUBLE)$/.test(type)) return 'Double';
    if (/^(?:DATE|TIMESTAMP.*)$/.test(type)) return 'DateTime';
    return type === 'BOOLEAN' ? 'bool' : 'string';
  }

  const everyType = `SELECT
    i::tinyint AS i8, i::smallint AS i16, i::integer AS i32, i::bigint AS i64,
    i::utinyint AS u8, i::usmallint AS u16, i::uinteger AS u32, i::ubigint AS u64,
    i::float AS f32, (i / 3)::double AS f64,
    i::decimal(9, 2) AS d9, i::decimal(18, 0) AS d18, i::decimal(19, 0) AS d19, i::decimal(38, 10) AS d38,
    (i % 2 = 0) AS flag, 'text ' || i AS name, 'x'::blob AS bytes,
    DATE '2024-01-01' + i::integer AS day, TIME '10:00:00' AS clock,
    TIMESTAMP '2024-01-01 00:00:00.123456' + to_days(i::integer) AS at,
    TIMESTAMPTZ '2024-01-01 00:00:00+02' AS at_zone,
    TIMESTAMP_MS '2024-01-01 00:00:00.5' AS at_ms, TIMESTAMP_NS '2024-01-01 00:00:00.000000001' AS at_ns,
    INTERVAL 1 DAY AS span, uuid() AS id, 'a'::ENUM('a', 'b') AS choice,
    [1, 2] AS list, [[1]] AS lists, MAP {'a': 1} AS map, [{'x': 1}] AS structs,
    CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS some, NULL::integer AS never
    FROM range(100) t(i)`;

  it('has the types, rows and empty values that DuckDB finds', async () => {
    const { path, described, values } = await writeByDuckdb(everyType);
    const table = await inferOnlyTable(path);
    const expected = Object.fromEntries(
      described.map(({ column_name, column_type }) => [column_name, dataTypeOf(String(column_type))]),
    );
    assert.deepEqual(types(table), expected);
    assert.equal(table.rows, 100);
    for (const { name, values: own, empty } of table.columns) {
      // DuckDB writes no statistics for them.
      if (name === 'span' || ['list', 'lists', 'map', 'structs'].includes(name)) assert.equal(own, null);
      else assert.deepEqual([own, empty], [values[name], 100 - Number(values[name])], name);
    }
  });

  it('says why a column is a string', async () => {
    const { path } = await writeByDuckdb(everyType);
    const { columns } = await inferOnlyTable(path);
    const notes = Object.fromEntries(
      columns.filter(({ note }) => note !== null).map(({ name, note }) => [name, note]),
    );
    assert.deepEqual(notes, {
      u64: 'The values are unsigned 64-bit integers, which can be beyond the range of Int64.',
      d19: 'The values can be beyond the range of Int64.',
      bytes: 'The values are bytes.',
      clock: 'No data type corresponds to TIME, so its values are read as text.',
      span: 'No data type corresponds to INTERVAL, so its values are read as text.',
      list: 'The values are lists.',
      lists: 'The values are lists.',
      map: 'The values are maps.',
      structs: 'The values are lists.',
    });
  });

  it('with a decimal beyond Int64 has a string of it', async () => {
    const { path } = await writeByDuckdb(
      `SELECT 9223372036854775808::decimal(38, 0) AS beyond, 5::decimal(38, 0) AS small`,
    );
    assert.deepEqual(types(await inferOnlyTable(path)), { beyond: 'string', small: 'Int64' });
  });

  it('has the smallest and largest values of all row groups', async () => {
    const { path } = await writeByDuckdb(
      `SELECT 9007199254740993 + i AS id, i / 4 AS price, DATE '2024-02-28' + i::integer AS day,
       TIMESTAMP '2024-01-01 00:00:00.123456' + to_days(i::integer) AS at,
       CASE WHEN i < 4096 THEN NULL ELSE i END AS late FROM range(10000) t(i)`,
      ', ROW_GROUP_SIZE 2048',
    );
    const { rows, columns } = await inferOnlyTable(path);
    assert.equal(rows, 10_000);
    assert.deepEqual(
      columns.map(({ name, values, min, max }) => [name, values, min, max]),
      [
        ['id', 10_000, '9007199254740993', '9007199254750992'],
        ['price', 10_000, '0.0', '2499.75'],
        ['day', 10_000, '2024-02-28', '2051-07-15'],
        ['at', 10_000, '2024-01-01T00:00:00.123456', '2051-05-18T00:00:00.123456'],
        ['late', 5904, '4096', '9999'],
      ],
    );
  });

  it('has the parts of a structure as columns', async () => {
    const { path } = await writeByDuckdb(
      `SELECT {'b': 1, 'c': {'d': DATE '2024-01-01', 'e': [1]}} AS a, 'x' AS "a.b"`,
    );
    const table = await inferOnlyTable(path);
    assert.deepEqual(types(table), {
      'a.b': 'Int64',
      'a.c.d': 'DateTime',
      'a.c.e': 'string',
      'a.b_2': 'string',
    });
  });

  it('can be empty', async () => {
    const { path } = await writeByDuckdb('SELECT 1 AS id, true AS flag WHERE false');
    const table = await inferOnlyTable(path);
    assert.equal(table.rows, 0);
    assert.deepEqual(types(table), { id: 'Int64', flag: 'bool' });
  });

  it('may have metadata of its writer without a value, or with one that is no text', async () => {
    const columnData = [{ name: 'id', data: [1n, 2n], type: 'INT64' as const }];
    const bytes = new Uint8Array(
      parquetWriteBuffer({ columnData, kvMetadata: [{ key: 'pandas', value: 'none' }, { key: 'b' }] }),
    );
    // A text of four bytes becomes a list of three booleans, and one of six bytes.
    const at = new TextDecoder('latin1').decode(bytes).lastIndexOf('\u0018\u0004none');
    for (const value of [
      [0x18, 4, ...new TextEncoder().encode('none')],
      [0x19, 0x43, 1, 1, 1, 1],
      [0x11, 0x11, 0x11, 0x11, 0x11, 0x11],
    ]) {
      bytes.set(value, at);
      assert.deepEqual(
        types(await inferOnlyTable(folder.write('data.parquet', bytes))),
        { id: 'Int64' },
        String(value),
      );
    }
  });

  it('of another writer has its types, too', async () => {
    const path = folder.write(
      'data.parquet',
      parquetWriteBuffer({
        rowGroupSize: 2,
        columnData: [
          { name: 'id', data: [1n, 2n, 3n], type: 'INT64' },
          { name: 'price', data: [1.5, null, 2.5], type: 'DOUBLE' },
          { name: 'at', data: [new Date(0), new Date(1500), null], type: 'TIMESTAMP' },
          { name: 'name', data: ['a', 'b', 'a'], type: 'STRING' },
          { name: 'flag', data: [true, false, null], type: 'BOOLEAN' },
          { name: 'half', data: [1, 2, 3], type: 'FLOAT16' },
          { name: 'extra', data: [{ a: 1 }, null, [1]], type: 'JSON' },
          { name: 'nested', data: [[1, 2], [], null] },
        ],
      }),
    );
    const table = await inferOnlyTable(path);
    assert.equal(table.rows, 3);
    assert.deepEqual(types(table), {
      id: 'Int64',
      price: 'Double',
      at: 'DateTime',
      name: 'string',
      flag: 'bool',
      half: 'Double',
      extra: 'string',
      nested: 'string',
    });
    assert.deepEqual(
      table.columns.slice(0, 3).map(({ values, empty, min, max }) => [values, empty, min, max]),
      [
        [3, 0, '1', '3'],
        [2, 1, '1.5', '2.5'],
        [2, 1, '1970-01-01T00:00:00Z', '1970-01-01T00:00:01.5Z'],
      ],
    );
  });

  it('may say that it has 0 rows, have keys without values, and columns of the type Null', async () => {
    const number = (value: number) => [5, 2 * value] as const;
    const text = (value: string) => [8, value.length, ...Buffer.from(value)] as const;
    /** Fields by their numbers in Thrift's compact protocol, below 16; the first byte of a value is its type. */
    const struct = (fields: Readonly<Record<number, readonly number[]>>): number[] => {
      let before = 0;
      const bytes = Object.entries(fields).flatMap(([id, [type = 0, ...value]]) => {
        const header = ((Number(id) - before) << 4) | type;
        before = Number(id);
        return [header, ...value];
      });
      return [12, ...bytes, 0];
    };
    const list = (...items: (readonly number[])[]) => [
      9,
      (items.length << 4) | (items[0]?.[0] ?? 0),
      ...items.flatMap(([, ...value]) => value),
    ];
    const long = (value: number) => [6, 2 * value];
    const column = (name: string) =>
      struct({
        2: long(4),
        3: struct({
          1: number(1),
          2: list(number(0)),
          3: list(text(name)),
          4: number(0),
          5: long(3),
          6: long(9),
          7: long(9),
          8: list(struct({ 1: text('k') })),
          9: long(4),
        }),
      });
    const metadata = struct({
      1: number(1),
      2: list(
        struct({ 4: text('schema'), 5: number(2) }),
        struct({ 1: number(1), 3: number(1), 4: text('id') }),
        struct({ 1: number(1), 3: number(1), 4: text('none'), 10: struct({ 11: struct({}) }) }),
      ),
      3: long(0),
      4: list(struct({ 1: list(column('id'), column('none')), 2: long(18), 3: long(3) })),
      5: list(struct({ 1: text('pandas') })),
    }).slice(1);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(metadata.length);
    const mark = Buffer.from('PAR1');
    const path = folder.write('a.parquet', Buffer.concat([mark, Buffer.from(metadata), length, mark]));
    const table = await inferOnlyTable(path);
    assert.deepEqual([table.rows, types(table)], [3, { id: 'Int64', none: 'string' }]);
  });

  it('that is encrypted is an error, unless its footer is in plain text', async () => {
    const path = folder.file('secret.parquet');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run("PRAGMA add_parquet_key('key', '0123456789abcdef')");
    const written = await connection
      .run(`COPY (SELECT 1 AS id) TO '${path}' (FORMAT parquet, ENCRYPTION_CONFIG {footer_key: 'key'})`)
      .then(() => true)
      // Without its extension for encryption DuckDB writes nothing.
      .catch(() => false);
    if (!written) folder.write('secret.parquet', Buffer.from('PARE\0\0\0\0\u0004\0\0\0PARE', 'latin1'));
    assert.deepEqual(await failureOfFile(path), { kind: 'encrypted', format: 'Parquet' });
  });

  describe('that is hostile', () => {
    const footer = (metadata: readonly number[], length = metadata.length) => {
      const tail = Buffer.alloc(4);
      tail.writeUInt32LE(length);
      return Buffer.concat([Buffer.from('PAR1'), Buffer.from(metadata), tail, Buffer.from('PAR1')]);
    };
    const damaged = { kind: 'damaged', format: 'Parquet' };

    it('ends in an error wherever it is cut off', async () => {
      const { path } = await writeByDuckdb('SELECT 1 AS id, [1] AS list');
      const whole = readFileSync(path);
      for (let length = 4; length < whole.length; length += 7)
        assert.deepEqual(
          await failureOfFile(folder.write('cut.parquet', whole.subarray(0, length))),
          damaged,
        );
    });

    it('ends in an error or a table whatever byte of its footer is wrong', async () => {
      const { path } = await writeByDuckdb(everyType);
      const whole = readFileSync(path);
      const start = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
      for (let position = start; position < whole.length; position += 17) {
        const changed = Buffer.from(whole);
        changed[position] = [0, 0x7f, 0xff][position % 3] ?? 0;
        // A failure is a value: a bug would be thrown.
        await profileSource(fileSource(folder.write('changed.parquet', changed)), nodePorts);
      }
    });

    it('can lie about the length of its footer', async () => {
      for (const length of [0, 1, 100, 0x7fffffff, 0xffffffff])
        assert.deepEqual(
          await failureOfFile(folder.write('a.parquet', footer([0x15, 0x02, 0x00], length))),
          damaged,
        );
    });

    it('can lie about the length of a list, or have numbers without an end', async () => {
      for (const metadata of [
        // A list of 2^31 − 1 structures.
        [0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07],
        [0x16, ...Array.from({ length: 1_000_000 }, () => 0x80), 0x00],
        // Structures in structures.
        Array.from({ length: 1_000_000 }, () => 0x1c),
        // Lists in lists.
        Array.from({ length: 1_000_000 }, () => 0x19),
      ])
        assert.deepEqual(await failureOfFile(folder.write('a.parquet', footer(metadata))), damaged);
    });

    it('cannot fill the memory by values of one byte', async () => {
      const metadata = Buffer.alloc(20_000_000);
      // A list of structures without fields.
      metadata.set([0x29, 0xfc, 0x80, 0x80, 0xc0, 0x09]);
      const tail = Buffer.alloc(4);
      tail.writeUInt32LE(metadata.length);
      const path = folder.write(
        'a.parquet',
        Buffer.concat([Buffer.from('PAR1'), metadata, tail, Buffer.from('PAR1')]),
      );
      assert.deepEqual(await failureOfFile(path), { kind: 'metadata-too-large', format: 'Parquet' });
    });
  });
});
