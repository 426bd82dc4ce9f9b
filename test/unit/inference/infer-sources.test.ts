import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { memorySource, webPorts } from '../../../src/inference/bytes/memory-source.ts';
import { inferSources } from '../../../src/inference/infer-sources.ts';

function source(name: string, content: string | Uint8Array) {
  return memorySource({
    name,
    label: name,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  });
}

describe('Data files in memory', () => {
  it('are tables, also merged, beside the files that fail', async () => {
    const sources = [source('a.csv', 'x\n1\n'), source('b.csv', 'x\ny\n'), source('c.csv', '')];
    const inferred = await inferSources(sources, webPorts);
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
    const inferred = await inferSources([source('a.csv', 'x\n1\n'), source('b.csv', 'y\n1\n')], webPorts);
    assert.equal(inferred?.merged, undefined);
  });

  it('are decompressed, whatever their size', async () => {
    const text = `a,b\n${'1,text\n'.repeat(200_000)}`;
    const inferred = await inferSources([source('a.csv.gz', gzipSync(text))], webPorts);
    assert.equal(inferred?.tables[0]?.rows, 200_000);
  });

  it('with damaged gzip fail', async () => {
    const whole = gzipSync(`a,b\n${'1,text\n'.repeat(1000)}`);
    const inferred = await inferSources([source('a.csv.gz', whole.subarray(0, 30))], webPorts);
    assert.match(inferred?.failures[0]?.failure.kind ?? '', /damaged-gzip/);
  });

  it('report progress, and end when they are cancelled', async () => {
    const abort = new AbortController();
    const large = source('a.csv', `a,b\n${'1,text\n'.repeat(500_000)}`);
    const progress: number[] = [];
    const inferred = await inferSources([large], webPorts, {
      signal: abort.signal,
      onProgress: ({ bytes }) => {
        progress.push(bytes);
        if (bytes > 0) abort.abort();
      },
    });
    assert.equal(inferred, undefined);
    assert.ok((progress.at(-1) ?? 0) < (large.size ?? 0));
  });
});
