import assert from 'node:assert/strict';
import * as arrow from 'apache-arrow';
import { fileSource, nodePorts } from '../../../../src/data-files/file-source.ts';
import { profileSource } from '../../../../src/inference/profile-source.ts';
import { DataFolder, failureOfFile, inferOnlyTable, types } from './infer-file.ts';

describe('An Arrow file', () => {
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  const column = (type: arrow.DataType, values: readonly unknown[]) => arrow.vectorFromArray(values, type);

  /** Columns with their expected types; the second value of each is null. */
  const columns = {
    flag: [column(new arrow.Bool(), [true, null]), 'bool'],
    i8: [column(new arrow.Int8(), [1, null]), 'Int64'],
    i64: [column(new arrow.Int64(), [1n, null]), 'Int64'],
    u32: [column(new arrow.Uint32(), [1, null]), 'Int64'],
    u64: [column(new arrow.Uint64(), [1n, null]), 'string'],
    f16: [column(new arrow.Float16(), [1, null]), 'Double'],
    f64: [column(new arrow.Float64(), [1, null]), 'Double'],
    name: [column(new arrow.Utf8(), ['a', null]), 'string'],
    word: [column(new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), ['a', null]), 'string'],
    number: [column(new arrow.Dictionary(new arrow.Int64(), new arrow.Int8()), [1n, null]), 'Int64'],
    raw: [column(new arrow.Binary(), [new Uint8Array(2), null]), 'string'],
    day: [column(new arrow.DateDay(), [new Date(0), null]), 'DateTime'],
    at: [column(new arrow.TimestampMicrosecond(), [1, null]), 'DateTime'],
    zoned: [column(new arrow.TimestampNanosecond('Europe/Berlin'), [1, null]), 'DateTime'],
    clock: [column(new arrow.TimeMillisecond(), [1, null]), 'string'],
    span: [column(new arrow.DurationSecond(), [1n, null]), 'string'],
    whole: [column(new arrow.Decimal(0, 18, 128), [new Uint32Array(4), null]), 'Int64'],
    price: [column(new arrow.Decimal(2, 9, 128), [new Uint32Array(4), null]), 'Double'],
    list: [column(new arrow.List(new arrow.Field('item', new arrow.Int32())), [[1], null]), 'string'],
  } as const;

  const table = () =>
    new arrow.Table(Object.fromEntries(Object.entries(columns).map(([name, [vector]]) => [name, vector])));

  for (const [form, fileName] of [
    ['file', 'data.arrow'],
    ['stream', 'data.arrows'],
  ] as const)
    it(`has the types, rows and empty values of its batches as a ${form}`, async () => {
      const whole = table();
      const path = folder.write(fileName, arrow.tableToIPC(whole.concat(whole, whole), form));
      const inferred = await inferOnlyTable(path);
      assert.deepEqual(
        types(inferred),
        Object.fromEntries(Object.entries(columns).map(([name, [, expected]]) => [name, expected])),
      );
      assert.equal(inferred.rows, 6);
      for (const { name, values, empty } of inferred.columns) assert.deepEqual([values, empty], [3, 3], name);
    });

  it('can be a stream of a version before 0.15, whose messages have no mark before them', async () => {
    const stream = Buffer.from(arrow.tableToIPC(table(), 'stream'));
    const messages: Buffer[] = [];
    const reader = new arrow.MessageReader(new Uint8Array(stream));
    for (let position = 0, message = reader.readMessage(); ; message = reader.readMessage()) {
      const length = stream.readUInt32LE(position + 4);
      const end = position + 8 + length + (message?.bodyLength ?? 0);
      messages.push(stream.subarray(position + 4, end));
      if (message === null) break;
      if (message.bodyLength > 0) reader.readMessageBody(message.bodyLength);
      position = end;
    }
    for (const fileName of ['data.arrow', 'data.bin', 'data'])
      for (const content of [Buffer.concat(messages), Buffer.concat(messages.slice(0, -1))]) {
        const inferred = await inferOnlyTable(folder.write(fileName, content));
        assert.deepEqual([inferred.format, inferred.rows, types(inferred).price], ['arrow', 2, 'Double']);
      }
  });

  it('has the parts of a structure as columns, after a list', async () => {
    const data = arrow.tableFromArrays({ list: [[1]], x: [{ a: 1.5, b: { c: true } }], z: Int32Array.of(7) });
    const inferred = await inferOnlyTable(folder.write('a.feather', arrow.tableToIPC(data, 'file')));
    assert.deepEqual(types(inferred), { list: 'string', 'x.a': 'Double', 'x.b.c': 'bool', z: 'Int64' });
    assert.deepEqual(
      inferred.columns.map(({ empty }) => empty),
      [0, null, null, 0],
    );
  });

  it('can be empty', async () => {
    const data = new arrow.Table(new arrow.Schema([new arrow.Field('id', new arrow.Int32())]));
    for (const form of ['file', 'stream'] as const) {
      const inferred = await inferOnlyTable(folder.write('a.arrow', arrow.tableToIPC(data, form)));
      assert.deepEqual([inferred.rows, types(inferred)], [0, { id: 'Int64' }]);
    }
  });

  it('that is cut off is damaged', async () => {
    const whole = arrow.tableToIPC(table(), 'file');
    for (let length = 8; length < whole.length; length += 101)
      assert.deepEqual(await failureOfFile(folder.write('a.arrow', whole.subarray(0, length))), {
        kind: 'damaged',
        format: 'Arrow / Feather',
      });
  });

  it('ends in an error or a table whatever byte of its schema is wrong', async () => {
    const whole = arrow.tableToIPC(table(), 'file');
    for (let position = 8; position < 4000; position += 13) {
      const changed = Uint8Array.from(whole);
      changed[position] = [0, 0x7f, 0xff][position % 3] ?? 0;
      // A failure is a value: a bug would be thrown.
      await profileSource(fileSource(folder.write('a.arrow', changed)), nodePorts);
    }
  });
});
