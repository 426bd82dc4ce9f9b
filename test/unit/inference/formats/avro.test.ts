import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import avro, { type Schema } from 'avsc';
import { DataFolder, failureOfFile, inferOnlyTable, types } from './infer-file.ts';

describe('An Avro file', () => {
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  /** Written by avsc. */
  async function write(schema: Schema, records: readonly unknown[] = []): Promise<string> {
    const encoder = new avro.streams.BlockEncoder(schema, { writeHeader: true });
    for (const record of records) encoder.write(record);
    encoder.end();
    return folder.write('data.avro', await buffer(encoder));
  }

  const record = (fields: readonly (readonly [name: string, type: unknown])[]): Schema =>
    ({
      type: 'record',
      name: 'Order',
      namespace: 'shop',
      fields: fields.map(([name, type]) => ({ name, type })),
    }) as Schema;

  it('has the types that its schema declares', async () => {
    const fields = [
      ['flag', 'boolean', 'bool'],
      ['small', 'int', 'Int64'],
      ['big', 'long', 'Int64'],
      ['f32', 'float', 'Double'],
      ['f64', 'double', 'Double'],
      ['name', 'string', 'string'],
      ['raw', 'bytes', 'string'],
      ['day', { type: 'int', logicalType: 'date' }, 'DateTime'],
      ['at', { type: 'long', logicalType: 'timestamp-millis' }, 'DateTime'],
      ['local', { type: 'long', logicalType: 'local-timestamp-micros' }, 'DateTime'],
      ['clock', { type: 'int', logicalType: 'time-millis' }, 'string'],
      ['id', { type: 'string', logicalType: 'uuid' }, 'string'],
      ['whole', { type: 'bytes', logicalType: 'decimal', precision: 18 }, 'Int64'],
      ['wide', { type: 'bytes', logicalType: 'decimal', precision: 19 }, 'Int64'],
      ['price', { type: 'bytes', logicalType: 'decimal', precision: 9, scale: 2 }, 'Double'],
      ['wrong', { type: 'long', logicalType: 'date' }, 'Int64'],
      ['choice', { type: 'enum', name: 'Choice', symbols: ['A', 'B'] }, 'string'],
      ['again', 'Choice', 'string'],
      ['full', 'shop.Choice', 'string'],
      [
        'list',
        { type: 'array', items: { type: 'record', name: 'Line', fields: [{ name: 'n', type: 'int' }] } },
        'string',
      ],
      ['map', { type: 'map', values: 'long' }, 'string'],
      ['optional', ['null', 'long'], 'Int64'],
      ['numbers', ['null', 'long', 'double'], 'Double'],
      ['mixed', ['null', 'long', 'string'], 'string'],
      ['nothing', 'null', 'string'],
      ['span', { type: 'fixed', name: 'Span', size: 12, logicalType: 'duration' }, 'string'],
    ] as const;
    const path = await write(record(fields.map(([name, type]) => [name, type])));
    const table = await inferOnlyTable(path);
    assert.deepEqual(types(table), Object.fromEntries(fields.map(([name, , expected]) => [name, expected])));
    assert.deepEqual([table.rows, table.columns[0]?.values, table.columns[0]?.empty], [null, null, null]);
    const notes = table.columns.filter(({ note }) => note !== null).map(({ name, note }) => [name, note]);
    assert.deepEqual(notes, [
      ['raw', 'The values are bytes.'],
      ['clock', 'No data type corresponds to time-millis, so its values are read as text.'],
      ['wide', 'The values can be beyond the range of Int64.'],
      ['list', 'The values are lists.'],
      ['map', 'The values are maps.'],
      ['mixed', 'The values can have several types.'],
      ['nothing', 'All values are empty.'],
      ['span', 'No data type corresponds to duration, so its values are read as text.'],
    ]);
  });

  it('has the fields of records in it as columns, also by a name that is defined elsewhere', async () => {
    const line = {
      type: 'record',
      name: 'Line',
      fields: [
        { name: 'n', type: 'int' },
        { name: 'next', type: ['null', 'Line'] },
      ],
    };
    const table = await inferOnlyTable(
      await write(
        record([
          ['lines', { type: 'array', items: line }],
          ['first', ['null', 'Line']],
        ]),
      ),
    );
    assert.deepEqual(types(table), { lines: 'string', 'first.n': 'Int64', 'first.next': 'string' });
    assert.equal(table.columns[2]?.note, 'The values are structures that contain themselves.');
  });

  /** A file with any text as its schema. */
  function withSchema(schema: string): Buffer {
    const long = (value: number) => {
      const bytes: number[] = [];
      let rest = value * 2;
      for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
      return Buffer.from([...bytes, rest]);
    };
    const text = Buffer.from(schema);
    const key = Buffer.from('avro.schema');
    return Buffer.concat([
      Buffer.from('Obj\u0001'),
      long(1),
      long(key.length),
      key,
      long(text.length),
      text,
      long(0),
      Buffer.alloc(16),
    ]);
  }

  const damaged = { kind: 'damaged', format: 'Avro' };

  it('that is cut off, or whose header lies, is damaged', async () => {
    const whole = withSchema('{"type":"record","name":"a","fields":[{"name":"x","type":"int"}]}');
    assert.deepEqual(types(await inferOnlyTable(folder.write('a.avro', whole))), { x: 'Int64' });
    for (let length = 4; length < whole.length; length += 3)
      assert.deepEqual(await failureOfFile(folder.write('a.avro', whole.subarray(0, length))), damaged);
    for (const header of [
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
      [0x02, 0xfe, 0xff, 0xff, 0xff, 0x0f],
      [0x02, 0x01],
      Array.from({ length: 100 }, () => 0x80),
    ])
      assert.deepEqual(
        await failureOfFile(folder.write('a.avro', Buffer.from([0x4f, 0x62, 0x6a, 1, ...header]))),
        damaged,
      );
    for (const schema of ['', '{', '{"type":"record"}', '[]]', '{"type":"record","name":"a","fields":[1]}'])
      assert.deepEqual(await failureOfFile(folder.write('a.avro', withSchema(schema))), damaged, schema);
  });

  it('with a schema that is nested too deeply is an error', async () => {
    const depth = 100_000;
    for (const [open, close] of [
      ['{"type":"array","items":', '}'],
      ['[', ']'],
      ['{"type":', '}'],
      ['{"type":"record","name":"a","fields":[{"name":"x","type":', '}]}'],
    ] as const) {
      const schema = `${open.repeat(depth)}"int"${close.repeat(depth)}`;
      assert.deepEqual(await failureOfFile(folder.write('a.avro', withSchema(schema))), {
        kind: 'type-too-deep',
      });
    }
  });

  it('with records that use each other in too many ways is an error', async () => {
    const records = Array.from({ length: 60 }, (_, index) => {
      const inner = index === 59 ? [] : ['a', 'b'].map((name) => ({ name, type: `R${index + 1}` }));
      return { type: 'record', name: `R${index}`, fields: inner };
    });
    const schema = JSON.stringify({
      type: 'record',
      name: 'All',
      fields: [
        { name: 'definitions', type: { type: 'array', items: records } },
        { name: 'x', type: 'R0' },
      ],
    });
    assert.deepEqual(await failureOfFile(folder.write('a.avro', withSchema(schema))), {
      kind: 'too-many-columns',
    });
  });
});
