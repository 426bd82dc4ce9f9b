import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { retry } from '../../../scripts/testing/retry.ts';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import { InferenceThread, type ThreadLimits } from '../../../src/data-files/inference-thread.ts';
import type { DataFile } from '../../../src/inference/infer-sources.ts';
import { DataFolder } from '../inference/formats/infer-file.ts';

/** A thread that runs code, not our worker. */
function threadOf(code: string, limits: Partial<ThreadLimits> = {}): InferenceThread {
  const worker = `import { parentPort } from 'node:worker_threads'; parentPort.once('message', async ({ files }) => { ${code} });`;
  return new InferenceThread(
    { memory: 256, silence: timeLimit(30_000), ...limits },
    new URL(`data:text/javascript,${encodeURIComponent(worker)}`),
  );
}

const done = `parentPort.postMessage({ kind: 'done' });`;
const readFirst = `parentPort.postMessage({ kind: 'file', file: { file: files[0].label, tables: [] } });`;

/** Like a loop without end, but without work for the processor. */
const hangs = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

const signal = new AbortController().signal;

describe('The thread that reads data files', function () {
  this.timeout(60_000);
  let folder: DataFolder;
  before(() => {
    folder = new DataFolder();
  });
  after(() => folder.remove());

  function disk(name: string, content: string): DataFile {
    return { kind: 'disk', name, label: `shown ${name}`, path: folder.write(name, content) };
  }

  it('reads files, contents and standard input, and reports the progress of each', async () => {
    const labels = new Set<string>();
    const inferred = await new InferenceThread().read(
      [
        disk('a.csv', 'x\n1\n'),
        { kind: 'memory', name: 'b.csv', label: 'b', path: '/b.csv', content: Buffer.from('y\n1.5\n') },
        { kind: 'input', name: 'stdin', label: '-', path: '' },
        { kind: 'disk', name: 'none.csv', label: 'none', path: folder.file('none.csv') },
      ],
      { signal, onProgress: ({ label }) => labels.add(label) },
      Readable.from([Buffer.from('z,q\n'), Buffer.from('true,2024-01-01\n')]),
    );
    assert.deepEqual(
      inferred?.tables.map(({ name, source, columns }) => [name, source, ...columns.map(({ type }) => type)]),
      [
        ['a', 'shown a.csv', 'Int64'],
        ['b', 'b', 'fraction'],
        ['stdin', '-', 'bool', 'DateTime'],
      ],
    );
    assert.deepEqual(inferred?.failures, [{ file: 'none', failure: { kind: 'unreadable', code: 'ENOENT' } }]);
    assert.deepEqual([...labels], ['shown a.csv', 'b', '-', 'none']);
  });

  it('says why standard input fails', async () => {
    const input = new Readable({ read: () => undefined });
    setImmediate(() => input.destroy(Object.assign(new Error(), { code: 'EISDIR' })));
    const inferred = await new InferenceThread().read(
      [{ kind: 'input', name: 'stdin', label: '-', path: '' }],
      { signal },
      input,
    );
    assert.deepEqual(inferred?.failures, [{ file: '-', failure: { kind: 'unreadable', code: 'EISDIR' } }]);
  });

  const a = { kind: 'disk', name: 'a.csv', label: 'a', path: '/a.csv' } as const;

  for (const [what, code, memory] of [
    ['makes objects without end', 'const all = []; for (;;) all.push({ a: [1] });', 96],
    [
      'makes a map without end, at whose limit V8 would end the process',
      'const all = new Map(); for (let i = 0; ; i++) all.set("k" + i, i);',
      96,
    ],
    [
      'makes array buffers without end, which no limit of a worker counts',
      'const all = []; for (;;) { all.push(new Uint8Array(1 << 24).fill(1)); await new Promise((resolve) => setTimeout(resolve, 5)); }',
      128,
    ],
  ] as const)
    it(`is ended when it ${what}, and the next file is read`, async () => {
      const thread = threadOf(`if (files[0].name === 'a.csv') { ${code} } else { ${done} }`, { memory });
      const first = thread.read([a], { signal });
      const second = thread.read([{ ...a, name: 'b.csv' }], { signal });
      assert.deepEqual((await first)?.failures, [{ file: 'a', failure: { kind: 'out-of-memory' } }]);
      assert.deepEqual((await second)?.failures, []);
    });

  /** Other than what hangs, a test must be done within the limit, which grows until it suffices on a slow machine. */
  const withinLimit = (test: (limit: number) => Promise<void>) => retry(test, { first: 250 });

  it('is ended when it loops for ever, and the next file is read', () =>
    withinLimit(async (silence) => {
      const thread = threadOf(`if (files[0].name === 'a.csv') for (;;); else { ${done} }`, { silence });
      const first = thread.read([a], { signal });
      const second = thread.read([{ ...a, name: 'b.csv' }], { signal });
      assert.deepEqual((await first)?.failures, [{ file: 'a', failure: { kind: 'no-progress' } }]);
      assert.deepEqual((await second)?.failures, []);
    }));

  it('goes on with the next file after one that ends it, and passes on each file once it is read', () =>
    withinLimit(async (silence) => {
      const thread = threadOf(
        `for (const { label } of files) {
        if (label === 'hangs') ${hangs}
        parentPort.postMessage({ kind: 'file', file: { file: label, tables: [] } });
      } ${done}`,
        { silence },
      );
      const files: unknown[] = [];
      const labels = ['hangs', 'first', 'hangs', 'last'];
      const inferred = await thread.read(
        labels.map((label) => ({ ...a, label })),
        { signal, onFile: ({ file, failure }) => files.push([file, failure?.kind]) },
      );
      assert.deepEqual(inferred, {
        tables: [],
        schemas: [],
        merged: undefined,
        namesTables: false,
        failures: [],
      });
      assert.deepEqual(files, [
        ['hangs', 'no-progress'],
        ['first', undefined],
        ['hangs', 'no-progress'],
        ['last', undefined],
      ]);
    }));

  it('ends a request that takes too long after its turn has come, with all files that are not read, and reads the next', () =>
    withinLimit(async (duration) => {
      // Signs of life don't help.
      const beats = `setInterval(() => parentPort.postMessage({ kind: 'alive' }), 10);`;
      const thread = threadOf(`if (files[0].label === 'next') { ${done} } else { ${readFirst} ${beats} }`, {
        duration,
      });
      const files: unknown[] = [];
      const slow = () =>
        thread.read(
          ['read', 'slow', 'unread'].map((label) => ({ ...a, label })),
          { signal, onFile: ({ file, failure }) => files.push([file, failure?.kind]) },
        );
      const next = [slow(), slow(), thread.read([{ ...a, label: 'next' }], { signal })] as const;
      const each = [
        ['read', undefined],
        ['slow', 'took-too-long'],
        ['unread', 'took-too-long'],
      ];
      assert.deepEqual((await next[2])?.failures, []);
      // Waiting for the first one is no time of the second one.
      assert.deepEqual(files, [...each, ...each]);
    }));

  it('fails with its last file if it ends after all are read', async () => {
    const thread = threadOf(`${readFirst} ${hangs}`, { silence: 500 });
    const inferred = await thread.read([a], { signal });
    assert.deepEqual(inferred?.failures, [{ file: 'a', failure: { kind: 'no-progress' } }]);
  });

  it('may take the memory that is allowed for each file', async () => {
    const thread = threadOf(
      `const all = [];
      for (const { label } of files) {
        all.push(new Uint8Array(150 * 2 ** 20).fill(1));
        await new Promise((resolve) => setTimeout(resolve, 300));
        parentPort.postMessage({ kind: 'file', file: { file: label, tables: [] } });
      } ${done}`,
    );
    assert.deepEqual((await thread.read([a, a, a], { signal }))?.failures, []);
  });

  it('is ended by a cancellation, whatever it does, also while another request waits', async () => {
    const thread = threadOf('for (;;);');
    const [first, second] = [new AbortController(), new AbortController()];
    const reading = thread.read([a], { signal: first.signal });
    const waiting = thread.read([a], { signal: second.signal });
    second.abort();
    assert.equal(await waiting, undefined);
    setTimeout(() => first.abort(), 200);
    assert.equal(await reading, undefined);
  });

  it('ends with its request, whatever it does', async () => {
    const path = folder.write('beats', '');
    const thread = threadOf(
      `const { appendFileSync } = await import('node:fs'); for (;;) appendFileSync(${JSON.stringify(path)}, '.');`,
    );
    const cancellation = new AbortController();
    const reading = thread.read([a], { signal: cancellation.signal });
    const beats = () => statSync(path).size;
    while (beats() === 0) await delay(5);
    cancellation.abort();
    await reading;
    for (let before = 0; before !== beats(); ) {
      before = beats();
      await delay(50);
    }
  });

  it('reads for one request after the other, as each may take all the memory', async () => {
    const steps: string[] = [];
    const thread = threadOf(
      `parentPort.postMessage({ kind: 'progress', progress: files[0] }); setTimeout(() => { ${done} }, 50);`,
    );
    const read = async (label: string) => {
      await thread.read([{ ...a, label }], { signal, onProgress: () => steps.push(`${label} begins`) });
      steps.push(`${label} ends`);
    };
    await Promise.all([read('a'), read('b')]);
    assert.deepEqual(steps, ['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('throws an error that is a bug', async () => {
    await assert.rejects(threadOf('throw new TypeError("bug")').read([a], { signal }), TypeError);
  });
});
