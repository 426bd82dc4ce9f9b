import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { fileSource, isSameContent, nodePorts } from '../../../../src/data-files/file-source.ts';
import { profileSource } from '../../../../src/inference/profile-source.ts';
import type { DataSource } from '../../../../src/inference/source.ts';
import { DataFolder, inferOnlyTable, types } from './infer-file.ts';
import { cells, writeXlsx } from './xlsx-file.ts';

describe('A file that is read by position', function () {
  this.timeout(60_000);
  let folder: DataFolder;
  beforeEach(() => {
    folder = new DataFolder();
  });
  afterEach(() => folder.remove());

  const parquet = () => parquetWriteBuffer({ columnData: [{ name: 'id', data: [1n, 2n], type: 'INT64' }] });
  const excel = () =>
    writeXlsx([
      {
        name: 'a',
        rows: [[cells.text('x')], ...Array.from({ length: 1000 }, (_, row) => [cells.number(row)])],
      },
    ]);

  it('can be compressed, and can come from standard input', async () => {
    const compressed = folder.write('data.parquet.gz', gzipSync(new Uint8Array(parquet())));
    const table = await inferOnlyTable(compressed);
    assert.deepEqual([table.name, types(table)], ['data', { id: 'Int64' }]);
    async function* chunks() {
      const bytes = excel();
      for (let start = 0; start < bytes.length; start += 100) yield bytes.slice(start, start + 100);
    }
    const read = await profileSource({ name: 'stdin', label: '-', stream: chunks }, nodePorts);
    assert.ok(read.ok);
    assert.equal(read.value.tables[0]?.rows, 1000);
  });

  it('is kept in memory up to 64 MiB where it is a stream', async () => {
    let bytes = 0;
    async function* endless() {
      yield new TextEncoder().encode('PAR1');
      for (;;) {
        bytes += 1 << 20;
        yield new Uint8Array(1 << 20);
      }
    }
    const result = await profileSource({ name: 'stdin', label: '-', stream: endless }, nodePorts);
    assert.deepEqual(result, {
      ok: false,
      failure: { kind: 'stream-too-large', format: 'Parquet' },
    });
    assert.ok(bytes < 70 * 1024 * 1024);
  });

  /** A file on disk to which something happens between the first and the second time that it is read by position. */
  function changing(path: string, change: () => void): DataSource {
    const source = fileSource(path);
    let reads = 0;
    return {
      ...source,
      async readAt(position, length) {
        if (++reads === 2) change();
        return (await source.readAt?.(position, length)) ?? new Uint8Array(0);
      },
    };
  }

  for (const [what, change] of [
    ['grows', (path: string) => appendFileSync(path, 'x')],
    ['vanishes', (path: string) => rmSync(path)],
  ] as const)
    it(`is an error if it ${what} meanwhile`, async () => {
      for (const [name, content] of [
        ['a.parquet', parquet()],
        ['a.xlsx', excel()],
      ] as const) {
        const path = folder.write(name, content);
        const result = await profileSource(
          changing(path, () => change(path)),
          nodePorts,
        );
        assert.deepEqual(result, { ok: false, failure: { kind: 'changed' } }, name);
      }
    });

  it('is read as text if only its name is that of a binary format', async () => {
    for (const name of ['a.parquet', 'a.xlsx', 'a.avro', 'a.arrow', 'a.sqlite']) {
      const table = await inferOnlyTable(folder.write(name, 'a,b\n1,2\n'));
      assert.deepEqual(types(table), { a: 'Int64', b: 'Int64' }, name);
    }
  });

  it('is found by its content, whatever its name is', async () => {
    const path = folder.write('data.csv', parquet());
    assert.deepEqual(types(await inferOnlyTable(path)), { id: 'Int64' });
    assert.equal(readFileSync(path).length > 0, true);
  });
});

describe('A file that has not changed', () => {
  it('is the same whatever the number of its device, which Windows gives in two forms', () => {
    const opened = { dev: 0xd1a2_b3c4, ino: 7, size: 3, mtimeMs: 1 };
    const named = { ...opened, dev: 0 };
    assert.ok(isSameContent(opened, named));
    for (const change of [{ ino: 8 }, { size: 4 }, { mtimeMs: 2 }])
      assert.ok(!isSameContent(opened, { ...named, ...change }));
  });
});
