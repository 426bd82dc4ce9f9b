import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { datasetName } from '../../../../src/editor/from-data/create/dataset-name.ts';
import { inferSources } from '../../../../src/editor/from-data/inferring/infer-sources.ts';
import { memorySource, webPorts } from '../../../../src/editor/from-data/inferring/memory-source.ts';

const options = { ports: webPorts, describeReadFailure: () => 'unreadable' };

function source(name: string, content: string | Uint8Array) {
  return memorySource(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);
}

describe('Data files in memory', () => {
  it('are tables, also merged, beside the files that fail', async () => {
    const sources = [source('a.csv', 'x\n1\n'), source('b.csv', 'x\ny\n'), source('c.csv', '')];
    const inferred = await inferSources(sources, options);
    assert.deepEqual(
      inferred?.tables.map(({ name, columns }) => [name, columns[0]?.type]),
      [
        ['a', 'Int64'],
        ['b', 'string'],
      ],
    );
    assert.deepEqual(
      inferred?.merged?.map(({ name, columns }) => [name, columns[0]?.type]),
      [['a', 'string']],
    );
    assert.deepEqual(
      inferred?.failures.map(({ file }) => file),
      ['c.csv'],
    );
  });

  it('are not offered merged if no columns are the same', async () => {
    const inferred = await inferSources([source('a.csv', 'x\n1\n'), source('b.csv', 'y\n1\n')], options);
    assert.equal(inferred?.merged, undefined);
  });

  it('are decompressed, whatever their size', async () => {
    const text = `a,b\n${'1,text\n'.repeat(200_000)}`;
    const inferred = await inferSources([source('a.csv.gz', gzipSync(text))], options);
    assert.equal(inferred?.tables[0]?.rows, 200_000);
  });

  it('with damaged gzip fail', async () => {
    const whole = gzipSync(`a,b\n${'1,text\n'.repeat(1000)}`);
    const inferred = await inferSources([source('a.csv.gz', whole.subarray(0, 30))], options);
    assert.match(inferred?.failures[0]?.message ?? '', /damaged or incomplete/);
  });

  it('report progress, and end when they are cancelled', async () => {
    const abort = new AbortController();
    const large = source('a.csv', `a,b\n${'1,text\n'.repeat(500_000)}`);
    const progress: number[] = [];
    const inferred = await inferSources([large], {
      ...options,
      signal: abort.signal,
      onProgress: (bytes) => {
        progress.push(bytes);
        abort.abort();
      },
    });
    assert.equal(inferred, undefined);
    assert.ok((progress.at(-1) ?? 0) < (large.size ?? 0));
  });
});

describe('The name of a dataset from data files', () => {
  for (const [paths, name] of [
    [['/data/orders.csv.gz'], 'orders'],
    [['/data/2024/a.csv', '/data/2024/b.csv'], '2024'],
    [['/data/2024/a.csv', '/data/2025/a.csv'], 'data'],
    [['/a.csv', '/b/a.csv'], ''],
  ] as const)
    it(`${paths.join(', ')}: "${name}"`, () => {
      assert.equal(datasetName(paths), name);
    });
});
