import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { sizeOf, someOf } from '../../../scripts/testing/random-cases.ts';
import { readRecord } from '../../../src/inference/formats/delimited/dialect.ts';
import { profileSource } from '../../../src/inference/profile-source.ts';
import { type DataSource, SourceChangedError } from '../../../src/inference/source.ts';
import { failureOf, inferTable, ports } from './infer-text.ts';

const mebibyte = 1024 * 1024;

/** The same bytes over and over, until nobody wants more. */
function endlessSource(start: string, part: string, most = 2 ** 40): DataSource & { bytes: number } {
  const source = {
    name: 'endless.csv',
    label: 'endless.csv',
    bytes: 0,
    async *stream() {
      yield new TextEncoder().encode(start);
      const chunk = new TextEncoder().encode(part.repeat(Math.ceil(65536 / part.length)));
      for (; source.bytes < most; source.bytes += chunk.length) yield chunk;
    },
  };
  return source;
}

async function failureOfSource(source: DataSource, options = {}) {
  const result = await profileSource(source, ports, options);
  assert.ok(!result.ok, 'inferred');
  return result.failure;
}

describe('Hostile data', () => {
  it('without a record is an error', async () => {
    for (const text of ['', '\n', '\r\n \r\n', '\ufeff', 'sep=;\n'])
      assert.deepEqual(await failureOf(text), { kind: 'no-record' }, JSON.stringify(text));
  });

  it('with a quote that is never closed names the row where it opened', async () => {
    assert.deepEqual(await failureOf('a,b\n1,2\n3,"x\n4,5\n'), { kind: 'unclosed-quote', row: 2 });
    assert.deepEqual(await failureOf('a,"b\n1,2\n', { delimiter: ',' }), { kind: 'unclosed-quote', row: 0 });
  });

  it('with an endless record ends at 16 MiB', async () => {
    for (const [start, part] of [
      ['a,b\n1,"', 'x'],
      ['a,b\n1,', 'x'],
      ['a,b\n1', ',2'],
    ] as const) {
      const source = endlessSource(start, part, 64 * mebibyte);
      const failure = await failureOfSource(source);
      assert.deepEqual(failure, { kind: 'record-too-long', row: 1 });
      assert.ok(source.bytes < 40 * mebibyte || part === ',2', `${source.bytes}`);
    }
  });

  it('allows records of 16 MiB whatever the chunks are', async () => {
    const record = (length: number) => `a,b\n1,${'x'.repeat(length - 2)}\n`;
    for (const chunkSize of someOf([mebibyte, 10_000, 40 * mebibyte], 2)) {
      const options = { chunkSize, leastStep: 65536 };
      assert.equal((await inferTable(record(16 * mebibyte), options)).rows, 1);
      assert.equal((await failureOf(record(16 * mebibyte + 1), options)).kind, 'record-too-long');
    }
  });

  it('has at most 10,000 columns', async () => {
    const row = (columns: number) => Array.from({ length: columns }, (_, index) => `c${index}`).join();
    assert.equal((await inferTable(row(10_000))).columns.length, 10_000);
    assert.deepEqual(await failureOf(row(10_001)), { kind: 'too-many-columns' });
    assert.deepEqual(await failureOf(','.repeat(1_000_000)), { kind: 'too-many-columns' });
    const keys = Array.from({ length: 10_001 }, (_, index) => `{"c${index}":1}\n`).join('');
    assert.deepEqual(await failureOf(keys, { fileName: 'a.ndjson' }), {
      kind: 'too-many-columns',
    });
  });

  it('is not kept field by field beyond these columns', () => {
    const commas = Buffer.from(','.repeat(1_000_000));
    const record = readRecord(commas, 0, commas.length, { delimiter: 0x2c, quoteEscape: 'doubled' }, true);
    assert.ok(typeof record === 'object');
    assert.equal(record.fields.length, 10_001);
  });

  it('with NUL or many control characters is no text, after decoding', async () => {
    const rows = (count: number, control: string) => `a;b\n${`x${control};1\n`.repeat(count)}`;
    assert.deepEqual(await failureOf('a;b\nx;1\ny\0;2\n'), { kind: 'binary', row: 2 });
    assert.deepEqual(await failureOf('a\0;b\n1;2\n'), { kind: 'binary', row: 0 });
    for (const control of ['\u0001', '\b', '\u001b', '\u007f']) {
      const text = `a;b\n${'text;1\n'.repeat(1000)}${`${control.repeat(9)};1\n`.repeat(1000)}`;
      assert.equal((await failureOf(text)).kind, 'binary', JSON.stringify(control));
      assert.equal(
        (await failureOf(Buffer.from(`\ufeff${rows(20, control)}`, 'utf16le'))).kind,
        'unsupported-format',
      );
    }
    assert.equal((await inferTable('a;b\n\f1;\u001f2\n', { delimiter: ';' })).rows, 1);
  });

  it('with few control characters, or any from U+0080 to U+009F, keeps them, which is noted once however it is read', async () => {
    for (const [first, second] of [
      ['\u0001', '\u0001'],
      ['\u007f', '\u007f'],
      ['\u0085', '\u0085'],
      ['\u0085', '\u0001'],
    ]) {
      const text = `a;b\nx;1\n"y${first}";2\nz${second}z;3\n`;
      for (const chunkSize of [1, 3, 1000]) {
        const { notes, columns } = await inferTable(text, { chunkSize, leastStep: 1 });
        assert.deepEqual(notes, ['2 control characters were kept, first in these rows: 2, 3.']);
        assert.deepEqual(columns[0]?.examples, ['x', `y${first}`, `z${second}z`]);
      }
    }
    assert.equal((await inferTable(`a;b\n${'\u0085;1\n'.repeat(1000)}`)).rows, 1000);
  });

  it('of another format is unsupported', async () => {
    const random = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919 + (index >> 3)) & 0xff);
    for (const content of [random, '%PDF-1.7\n', gzipSync(gzipSync('a,b'))])
      assert.deepEqual(await failureOf(content), { kind: 'unsupported-format' });
  });

  it('in damaged gzip is an error', async () => {
    const compressed = gzipSync('a,b\n'.repeat(10_000));
    for (const damaged of [
      compressed.subarray(0, 60),
      Buffer.concat([compressed.subarray(0, 40), Buffer.alloc(40)]),
    ])
      assert.deepEqual(await failureOf(damaged), { kind: 'damaged-gzip' });
  });

  it('in gzip that expands a thousandfold is read in bounded memory', async () => {
    const compressed = gzipSync(Buffer.alloc(sizeOf(64 * mebibyte), 'x'), { level: 9 });
    assert.equal((await failureOf(compressed, { leastStep: 65536 })).kind, 'record-too-long');
  });

  it('that is nested deeply is an error, not an overflow', async () => {
    for (const nested of ['{"a":', '[', '{"a":[']) {
      const text = `{"a":${nested.repeat(200_000)}`;
      assert.ok(
        ['too-deep', 'invalid-json'].includes((await failureOf(`${text}\n`, { fileName: 'a.ndjson' })).kind),
      );
      assert.ok(
        ['invalid-json', 'too-deep'].includes((await failureOf(`[${text}`, { fileName: 'a.json' })).kind),
      );
    }
    const closed = `{"a":${'['.repeat(600)}${']'.repeat(600)}}`;
    assert.deepEqual(await failureOf(closed, { fileName: 'a.ndjson' }), {
      kind: 'too-deep',
      row: 1,
    });
  });

  it('with endless property names is an error', async () => {
    const text = `{"${'k'.repeat(5000)}":1}\n`;
    assert.equal((await failureOf(text, { fileName: 'a.ndjson' })).kind, 'name-too-long');
    let nested = '1';
    for (let level = 0; level < 100; level++) nested = `{"${'k'.repeat(100)}":${nested}}`;
    assert.equal((await failureOf(`${nested}\n`, { fileName: 'a.ndjson' })).kind, 'name-too-long');
  });

  it('cannot change what objects are by the names of its columns', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const table = await inferTable(`${names.join()}\n1,2,3,4\n`);
    assert.deepEqual(
      table.columns.map(({ name }) => name),
      names,
    );
    const json = `{${names.map((name) => `"${name}":1`).join()}}\n`;
    assert.equal((await inferTable(json, { fileName: 'a.ndjson' })).columns.length, 4);
    const cells = '[[{"toString":1},"b"],[["a"],2]]';
    assert.deepEqual(await failureOf(cells, { fileName: 'a.json' }), { kind: 'no-table' });
  });

  it('that changes while it is read is an error', async () => {
    const source: DataSource = {
      name: 'a.csv',
      label: 'a.csv',
      async *stream() {
        yield new TextEncoder().encode('a,b\n');
        throw new SourceChangedError();
      },
    };
    assert.deepEqual(await failureOfSource(source), { kind: 'changed' });
  });

  it('that fails hands on the code of the error', async () => {
    const error = Object.assign(new Error('EIO'), { code: 'EIO' });
    const source: DataSource = {
      name: 'a.csv',
      label: 'a.csv',
      // biome-ignore lint/correctness/useYield: it fails at once.
      async *stream() {
        throw error;
      },
    };
    assert.deepEqual(await failureOfSource(source), { kind: 'unreadable', code: 'EIO' });
  });
});

describe('Progress', () => {
  it('counts the bytes of the source, before decompression', async () => {
    const compressed = gzipSync('a,b\n1,2\n'.repeat(10_000));
    const bytes: number[] = [];
    await inferTable(compressed, { chunkSize: 50, onBytes: (read) => bytes.push(read) });
    assert.equal(bytes.at(-1), compressed.length);
    assert.deepEqual(
      bytes,
      bytes.toSorted((a, b) => a - b),
    );
  });
});
