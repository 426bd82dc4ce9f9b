import assert from 'node:assert/strict';
import { datasetName, inferDataset } from '../../../src/app/infer-dataset.ts';
import { memorySource, webPorts } from '../../../src/inference/bytes/memory-source.ts';
import { type DataFile, inferSources } from '../../../src/inference/infer-sources.ts';

function file(name: string, text = ''): Extract<DataFile, { kind: 'memory' }> {
  return {
    kind: 'memory',
    name,
    label: name,
    path: `/data/${name}`,
    content: new TextEncoder().encode(text),
  };
}

function infer(
  files: readonly Extract<DataFile, { kind: 'memory' }>[],
  options: Partial<Parameters<typeof inferDataset>[1]> = {},
  dataTypes: readonly string[] = [],
) {
  return inferDataset(
    files,
    { signal: new AbortController().signal, ...options },
    {
      read: async (_, reading) =>
        reading.signal.aborted ? undefined : inferSources(files.map(memorySource), webPorts, reading),
      dataTypes: async () => dataTypes,
    },
  );
}

describe('The dataset of data files', () => {
  it('has the data type of fractions that was chosen, then the declared one, then one that it says nobody chose', async () => {
    const fractions = [file('a.csv', 'x\n1.5\n')];
    const typeOf = async (...more: [Parameters<typeof infer>[1]?, Parameters<typeof infer>[2]?]) => {
      const result = await infer(fractions, ...more);
      assert.ok(result.ok);
      const { dataset, assumedDecimalType } = result.value;
      return [dataset.tables[0]?.columns[0]?.dataType, assumedDecimalType];
    };
    assert.deepEqual(await typeOf({ decimalType: 'Money' }, ['Decimal']), ['Money', undefined]);
    assert.deepEqual(await typeOf({}, ['Money', 'Decimal']), ['Decimal', undefined]);
    assert.deepEqual(await typeOf({}, ['Money']), ['Double', 'Double']);
    const integers = await infer([file('a.csv', 'x\n1\n')]);
    assert.ok(integers.ok && integers.value.assumedDecimalType === undefined);
  });

  it('can be merged, and fails with all files that fail', async () => {
    const files = [file('a.csv', 'x\n1\n'), file('b.csv', 'x\n2\n')];
    const merged = await infer(files, { merge: true });
    assert.ok(merged.ok && merged.value.dataset.tables.length === 1 && merged.value.dataset.name === 'data');
    assert.deepEqual(await infer([...files, file('c.csv'), file('d.csv')]), {
      ok: false,
      failure: {
        kind: 'unreadable-files',
        files: ['c.csv', 'd.csv'].map((name) => ({ file: name, failure: { kind: 'no-record' } })),
      },
    });
    const aborted = AbortSignal.abort();
    assert.deepEqual(await infer(files, { signal: aborted }), { ok: false, failure: { kind: 'cancelled' } });
  });
});

describe('The name of a dataset from data files', () => {
  for (const [paths, name] of [
    [['/data/orders.csv.gz'], 'orders'],
    [['/data/2024/a.csv', '/data/2024/b.csv'], '2024'],
    [['/data/2024/a.csv', '/data/2025/a.csv'], 'data'],
    [['/data/..data/a.csv', '/data/..data/b/a.csv'], '..data'],
    [['/a.csv', '/b/a.csv'], ''],
    [['C:\\x\\a.csv', 'C:\\x\\y\\a.csv'], 'x'],
    [['C:\\a.csv', 'C:\\y\\a.csv'], 'C'],
    [['C:\\x\\a.csv', 'D:\\x\\a.csv'], ''],
    [['D:\\x\\a.csv', 'C:\\x\\a.csv'], ''],
  ] as const)
    it(`${paths.join(', ')}: "${name}"`, () => {
      const files = paths.map((path) => ({
        kind: 'disk' as const,
        path,
        name: path.slice(path.search(/[^\\/]*$/)),
      }));
      assert.equal(datasetName(files), name);
    });

  it('ignores standard input beside files', () => {
    const input = { kind: 'input', name: 'stdin', path: '' } as const;
    assert.equal(datasetName([input]), 'stdin');
    assert.equal(datasetName([input, { kind: 'disk', name: 'a.csv', path: '/data/a.csv' }]), 'data');
  });
});
