import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { datasetStudio, type ProcessOptions, type RunningProcess } from '../process.ts';

function datasetNamed(name: string): string {
  const columns = [{ name: 'C', dataType: 'Int64' }];
  return JSON.stringify({ name, tables: [{ name: 'T', columns }] });
}

describe('dataset-studio create, with what is kept of it', function () {
  this.timeout(60_000);
  let folder: string;
  let server: Server;
  let baseUrl: string;
  /** Names of the datasets that arrived. */
  let received: string[];
  /** What the gateway does with one: a status, or nothing at all. */
  let answer: (name: string) => number | 'silence' | Promise<number | 'silence'>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      await writeFile(join(folder, `${name}.dataset.json`), datasetNamed(name));
    received = [];
    answer = () => 201;
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { name } = JSON.parse(Buffer.concat(chunks).toString());
      received.push(name);
      const status = await answer(name);
      if (status !== 'silence')
        response.writeHead(status, { 'content-type': 'application/json' }).end(`{"id":"id-of-${name}"}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  const create = (args: readonly string[], options: ProcessOptions = {}) =>
    datasetStudio(['create', ...args], {
      cwd: folder,
      ...options,
      env: {
        DATASET_BASE_URL: baseUrl,
        DATASET_ACCESS_TOKEN: 'token-secret',
        DATASET_SUBSCRIPTION_KEY: 'key-secret',
        ...options.env,
      },
    });
  const journaled = (args: readonly string[], options?: ProcessOptions) =>
    create(['--journal', 'journal', ...args], options);
  const outcomesInJournal = async (): Promise<string[]> => {
    const { out } = await datasetStudio(['submissions', '--journal', 'journal', '--json'], { cwd: folder });
    return JSON.parse(out).map(({ outcome }: Record<string, string>) => outcome);
  };

  it('keeps nothing without --journal, and creates again', async () => {
    for (let time = 1; time <= 2; time += 1) assert.equal((await create(['a.dataset.json'])).code, 0);
    assert.deepEqual(received, ['a', 'a']);
  });

  it("expands globs itself, as Windows shells don't", async () => {
    const { code, out } = await create(['{a,b}.dataset.json', 'b.*', '*.json', '!{d,e,f}.*', '--json']);
    assert.equal(code, 0);
    assert.deepEqual(
      JSON.parse(out).map(({ file }: Record<string, string>) => file),
      ['a.dataset.json', 'b.dataset.json', 'c.dataset.json'],
    );
    assert.deepEqual(received.toSorted(), ['a', 'b', 'c']);
  });

  it('prints an object for a file that is named alone, and otherwise an array, whatever globs match', async () => {
    for (const dry of [[], ['--dry-run']])
      for (const [files, isArray] of [
        [['a.dataset.json'], false],
        [['{a}.dataset.json'], true],
        [['a.dataset.json', 'a.dataset.json'], true],
        [['a.dataset.json', './a.dataset.json'], true],
        [['{a,b}.dataset.json'], true],
      ] as const) {
        const { out } = await create([...files, '--json', ...dry]);
        assert.equal(Array.isArray(JSON.parse(out)), isArray, [...files, ...dry].join(' '));
      }
  });

  it('prints nothing with --quiet but errors, and the JSON that was asked for', async () => {
    assert.deepEqual(await create(['a.dataset.json', '-q']), { code: 0, out: '', error: '' });
    assert.equal(JSON.parse((await create(['b.dataset.json', '-q', '--json'])).out).outcome, 'created');
    await writeFile(join(folder, 'dataset-studio.json'), '{ "rules": { "unknown": "off" } }');
    await writeFile(join(folder, 'c.dataset.json'), '{ "name": "warned", "tables": [] }');
    assert.match((await create(['c.dataset.json', '--again'])).error, /property "unknown".*no-tables/s);
    assert.equal((await create(['c.dataset.json', '--again', '-q'])).error, '');
    answer = async () => 400;
    const { code, out, error } = await create(['a.dataset.json', '--quiet']);
    assert.deepEqual([code, out], [4, '']);
    assert.match(error, /rejected/);
  });

  it('says that files were not sent, and not that they were cancelled, if the first ones show that all would fail', async () => {
    const env = { DATASET_BASE_URL: 'http://127.0.0.1:1' };
    const files = ['?.dataset.json', '--concurrency', '1'];
    const { code, error } = await create(files, { env });
    assert.equal(code, 6);
    assert.doesNotMatch(error, /Cancelled/);
    assert.match(error, /[1-9] more files? (was|were) not sent, because (it|they) would fail the same way\./);
    const { out } = await create([...files, '--json'], { env });
    const outcomes = JSON.parse(out).map(({ outcome }: { outcome: string }) => outcome);
    assert.deepEqual([...new Set(outcomes)], ['not-sent']);
  });

  it('says once what is missing for all files', async () => {
    const { code, error } = await create(['?.dataset.json'], { env: { DATASET_ACCESS_TOKEN: '' } });
    assert.equal(code, 3);
    assert.match(
      error,
      /^a\.dataset\.json: Nothing was sent .*\n5 more files were not sent, because they would fail the same way\.\n$/,
    );
  });

  it('takes a folder with its subfolders and YAML files, and leaves out what its project file excludes', async () => {
    await mkdir(join(folder, 'sub', 'deep'), { recursive: true });
    await writeFile(join(folder, 'sub', 'dataset-studio.json'), '{ "exclude": ["old.dataset.json"] }');
    for (const path of ['x.dataset.json', 'old.dataset.json', 'deep/y.dataset.yaml'])
      await writeFile(join(folder, 'sub', path), datasetNamed(path));
    const { code, error } = await create(['sub']);
    assert.equal(code, 0, error);
    assert.deepEqual(received.toSorted(), ['deep/y.dataset.yaml', 'x.dataset.json']);
    assert.match(error, /1 file was skipped, because its project file excludes it\./);
  });

  it('takes an empty variable as one that is not set, and refuses an empty DATASET_JOURNAL', async () => {
    const env = { DATASET_RETENTION_POLICY: '', DATASET_AUTHORIZATION_SCHEME: '', DATASET_JOURNAL: '' };
    const refused = await create(['a.dataset.json'], { env });
    assert.equal(refused.code, 2);
    assert.match(refused.error, /^DATASET_JOURNAL is empty, .*--journal DIR, or --no-journal/);
    assert.deepEqual(received, []);
    for (const args of [['--journal', 'journal'], ['--no-journal']])
      assert.equal((await create(['a.dataset.json', ...args], { env })).code, 0);
    const { out } = await create(['a.dataset.json', '--no-journal', '--dry-run'], { env });
    assert.match(out, /retentionPolicy=None/i);
    assert.match(out, /authorization: Bearer/i);
    const bare = await create(['a.dataset.json', '--dry-run', '--authorization-scheme', '']);
    assert.doesNotMatch(bare.out, /Bearer/);
  });

  it('says which name standard input has, and sends nothing for a glob that no file matches', async () => {
    assert.match((await create(['-'])).error, /^Standard input \(-\) can't be read here\./);
    assert.equal((await create(['nothing*.json'])).code, 2);
    assert.deepEqual(received, []);
  });

  it('sends nothing with a journal that other users can change, and ends with 2', async function () {
    // Windows has no permission bits.
    if (process.platform === 'win32') this.skip();
    await mkdir(join(folder, 'journal'));
    await chmod(join(folder, 'journal'), 0o777);
    const { code, error } = await journaled(['a.dataset.json']);
    assert.equal(code, 2);
    assert.match(error, /The folder journal can't be used .*chmod go-w/);
    assert.deepEqual(received, []);
  });

  it('records all outcomes when its results fill the disk, and ends with 2', async function () {
    // Only Linux has a device that is always full.
    if (process.platform !== 'linux') this.skip();
    answer = () => delay(20).then(() => 201);
    const full = await open('/dev/full', 'w');
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.dataset.json`);
    const { code, error } = await journaled([...files, '--concurrency', '2'], { output: full.fd });
    await full.close();
    assert.equal(code, 2);
    assert.match(error, /Not everything could be written to standard output/);
    for (const file of files) assert.match(error, new RegExp(`^${file}: Dataset created in .*: \\w`, 'm'));
    assert.deepEqual(
      await outcomesInJournal(),
      files.map(() => 'created'),
    );
  });

  it('sends nothing that could be what a journal can not read, until that is settled, and waits for no pipe', async function () {
    // Windows has no named pipes in folders.
    if (process.platform === 'win32') this.skip();
    assert.equal((await journaled(['a.dataset.json'])).code, 0);
    const id = '20260102T030405678Z-0000000000000001';
    const other = '20260102T030405678Z-0000000000000002';
    execFileSync('mkfifo', [join(folder, 'journal', `${id}.entry`), join(folder, 'journal', `${id}.run`)]);
    await mkdir(join(folder, 'journal', `${other}.entry`));
    const files = ['a.dataset.json', 'b.dataset.json'];
    const plan = await journaled([...files, '--dry-run', '--json']);
    const plans = JSON.parse(plan.out).map((row: Record<string, string>) => [row.plan, row.submissionId]);
    assert.deepEqual([plan.code, plans[0][0], plans[1]], [5, 'unchanged', ['unknown', other]]);
    for (let time = 1; time <= 2; time += 1) {
      const { code, out, error } = await journaled([...files, '--json']);
      const outcomes = JSON.parse(out).map((row: Record<string, string>) => row.outcome);
      assert.deepEqual([code, outcomes], [5, ['unchanged', 'not-sent']]);
      assert.match(
        error,
        new RegExp(`${id}\\.entry in the journal can't be read: its record is damaged \\(not a file\\)`),
      );
      assert.match(error, new RegExp(`${other} in the journal can't be read .* settle it as not created\\.`));
    }
    assert.deepEqual(received, ['a']);
    const run = (...args: readonly string[]) =>
      datasetStudio([...args, '--journal', 'journal'], { cwd: folder });
    assert.equal((await run('status', 'b.dataset.json')).code, 2);
    assert.equal((await run('settle', id, '--created', 'x')).code, 2);
    for (const each of [id, other]) assert.equal((await run('settle', each, '--not-created')).code, 0);
    const { code, error } = await journaled(files);
    assert.deepEqual([code, error], [0, '']);
    assert.deepEqual(received, ['a', 'b']);
  });

  it('creates a file once, however often it is named', async () => {
    const again = [join(folder, 'a.dataset.json'), './b.dataset.json'];
    const { code, out } = await create([
      'a.dataset.json',
      'b.dataset.json',
      'a.dataset.json',
      ...again,
      '--json',
    ]);
    assert.equal(code, 0);
    assert.deepEqual(
      JSON.parse(out).map(({ file, outcome }: Record<string, string>) => [file, outcome]),
      [
        ['a.dataset.json', 'created'],
        ['b.dataset.json', 'created'],
      ],
    );
    assert.deepEqual(received.toSorted(), ['a', 'b']);
  });

  it('is a success again for content that was created, tells when and with which ID, and sends nothing', async () => {
    const first = JSON.parse((await journaled(['a.dataset.json', '--json'])).out);
    assert.match(first.submissionId, /^\d{8}T\d{9}Z-/);
    const second = await journaled(['a.dataset.json', '--json']);
    assert.equal(second.code, 0);
    assert.match(
      second.error,
      /^Already created in 127\.0\.0\.1:\d+ on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: id-of-a\n$/,
    );
    assert.deepEqual(JSON.parse(second.out), { ...first, outcome: 'unchanged' });
    assert.deepEqual(received, ['a']);
  });

  it('names the dataset that a changed file had until now, also of a file that was renamed', async () => {
    const first = JSON.parse((await journaled(['a.dataset.json', '--json'])).out);
    await writeFile(join(folder, 'a.dataset.json'), datasetNamed('a2'));
    const changed = await journaled(['a.dataset.json', '--json']);
    const { outcome, datasetId, previous } = JSON.parse(changed.out);
    assert.deepEqual([outcome, datasetId, changed.code], ['created', 'id-of-a2', 0]);
    const { submissionId, datasetId: before, outcome: was } = previous;
    assert.deepEqual([submissionId, before, was], [first.submissionId, 'id-of-a', 'created']);
    assert.match(changed.error, /^Until now, its dataset was id-of-a, created on .* UTC\.$/m);

    await rename(join(folder, 'a.dataset.json'), join(folder, 'renamed.dataset.json'));
    const renamed = JSON.parse((await journaled(['renamed.dataset.json', '--json'])).out);
    assert.deepEqual([renamed.outcome, renamed.datasetId], ['unchanged', 'id-of-a2']);
  });

  it('plans with --dry-run what it would do, and needs no secret and writes nothing', async () => {
    const plan = async (...args: string[]) => {
      const env = { DATASET_ACCESS_TOKEN: '', DATASET_SUBSCRIPTION_KEY: '' };
      const { code, out, error } = await journaled(['--dry-run', ...args], { env });
      return { code, out, error };
    };
    const before = await plan('a.dataset.json', 'b.dataset.json', '--json');
    assert.deepEqual(
      JSON.parse(before.out).map(({ plan: planned }: Record<string, string>) => planned),
      ['new', 'new'],
    );
    await assert.rejects(readdir(join(folder, 'journal')));

    answer = (name) => (name === 'c' ? 500 : 201);
    await journaled(['a.dataset.json', 'b.dataset.json', 'c.dataset.json']);
    const columns = [{ name: 'D', dataType: 'Int64' }];
    await writeFile(
      join(folder, 'a.dataset.json'),
      JSON.stringify({ name: 'a', tables: [{ name: 'T', columns }] }),
    );
    await writeFile(join(folder, 'd.dataset.json'), '{}');
    await writeFile(join(folder, 'f.dataset.json'), datasetNamed('e'));
    const stored = await readdir(join(folder, 'journal'));
    const after = await plan(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.dataset.json`));
    assert.equal(after.code, 5);
    assert.deepEqual(
      after.out.split('\n').map((line) =>
        line
          .replace(/\d{4}-\S+ \S+/, 'WHEN')
          .replace(/ 127\.0\.0\.1:\d+/, ' GATEWAY')
          .replace(/ {2,}/g, '|')
          .trim(),
      ),
      [
        'FILE|ENVIRONMENT|PLAN|DATASET ID|SINCE (UTC)|CHANGES',
        'a.dataset.json|GATEWAY|changed|id-of-a|WHEN|1 change (breaking)',
        'b.dataset.json|GATEWAY|unchanged|id-of-b|WHEN',
        'c.dataset.json|GATEWAY|unknown|WHEN',
        'd.dataset.json|GATEWAY|invalid',
        'e.dataset.json|GATEWAY|new',
        'f.dataset.json|GATEWAY|unchanged',
        '',
      ],
    );
    assert.deepEqual(await readdir(join(folder, 'journal')), stored);
    assert.equal((await plan('a.dataset.json', 'd.dataset.json')).code, 1);
    assert.deepEqual(received.length, 3);
  });

  const lines = (text: string) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'WHEN')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'GATEWAY')
      .split('\n')
      .map((line) => line.replace(/ {2,}/g, '|').trim());
  const statusIn = (...args: string[]) =>
    datasetStudio(['status', '--journal', 'journal', ...args], { cwd: folder });

  it('names the later dataset of a file whose content is that of an earlier one again, in each door', async () => {
    const a = join(folder, 'a.dataset.json');
    await journaled(['a.dataset.json']);
    await writeFile(a, datasetNamed('a2'));
    const { previous, changes } = JSON.parse((await journaled(['a.dataset.json', '--json'])).out);
    assert.deepEqual([previous.datasetId, changes.length], ['id-of-a', 1]);
    await writeFile(a, datasetNamed('a'));
    const sentence =
      'Since then, this file created id-of-a2 on WHEN UTC. If id-of-a was removed, use --again for this file.';
    const created = await journaled(['a.dataset.json']);
    assert.deepEqual(
      [created.code, lines(created.out), lines(created.error)],
      [0, ['Already created in GATEWAY on WHEN UTC: id-of-a', ''], [sentence, '']],
    );
    const plan = await journaled(['a.dataset.json', '--dry-run']);
    assert.deepEqual(lines(plan.error), [`a.dataset.json: ${sentence}`, '']);
    const { out, error } = await statusIn('a.dataset.json');
    assert.equal(lines(out)[1], 'a.dataset.json|GATEWAY|id-of-a|WHEN|unchanged');
    assert.deepEqual(lines(error), [`a.dataset.json in GATEWAY: ${sentence}`, '']);
    for (const args of [['--json'], ['--json', '--dry-run']]) {
      const row = [JSON.parse((await journaled(['a.dataset.json', ...args])).out)].flat()[0];
      assert.equal(row.newer.datasetId, 'id-of-a2');
    }
    assert.deepEqual(received, ['a', 'a2']);
  });

  it('names unknown outcomes of other contents, which change no state, and of whom a content is', async () => {
    answer = (name) => (name === 'a' ? 500 : 201);
    await journaled(['a.dataset.json', 'b.dataset.json']);
    await writeFile(join(folder, 'a.dataset.json'), datasetNamed('b'));
    const { code, out, error } = await statusIn('a.dataset.json', '--fail-on', 'changed');
    assert.equal(code, 0);
    assert.match(
      lines(out)[1] ?? '',
      /^a\.dataset\.json\|GATEWAY\|id-of-b\|WHEN\|unchanged \(submitted as file:.*\/b\.dataset\.json\)$/,
    );
    assert.match(
      error,
      /^a\.dataset\.json in .*: Other contents of this file have an unknown outcome: \d{8}T\S+\.$/m,
    );
    const [{ unsettled, document }] = JSON.parse((await statusIn('a.dataset.json', '--json')).out);
    assert.deepEqual([unsettled.length, document.endsWith('b.dataset.json')], [1, true]);
  });

  it('creates another dataset with another retention policy, which the plan names', async () => {
    await journaled(['a.dataset.json']);
    const policy = ['a.dataset.json', '--retention-policy', 'basicFIFO'];
    const plan = await journaled([...policy, '--dry-run']);
    assert.equal(
      lines(plan.out)[1],
      'a.dataset.json|GATEWAY|changed|id-of-a|WHEN|Retention policy: None → basicFIFO',
    );
    const { outcome, changes } = JSON.parse((await journaled([...policy, '--json'])).out);
    assert.deepEqual(
      [outcome, changes],
      [
        'created',
        [{ kind: 'retention-policy-changed', severity: 'compatible', from: 'None', to: 'basicFIFO' }],
      ],
    );
    assert.deepEqual(
      (await statusIn('a.dataset.json', '--json')).out.match(/"state": "\w+"|"retentionPolicy": "\w+"/g),
      ['"state": "unchanged"', '"retentionPolicy": "basicFIFO"'],
    );
  });

  it('lists last the datasets whose file is gone, unless another file has their content', async () => {
    await journaled(['a.dataset.json', 'b.dataset.json', 'c.dataset.json']);
    for (const name of ['a', 'd', 'e', 'f']) await rm(join(folder, `${name}.dataset.json`));
    await mkdir(join(folder, 'old'));
    await writeFile(join(folder, 'dataset-studio.json'), '{ "exclude": ["old/**"] }');
    await rename(join(folder, 'b.dataset.json'), join(folder, 'old/b.dataset.json'));
    const { code, out } = await statusIn('--fail-on', 'changed');
    assert.equal(code, 0);
    assert.deepEqual(lines(out).slice(1), [
      'c.dataset.json|GATEWAY|id-of-c|WHEN|unchanged',
      'a.dataset.json|GATEWAY|id-of-a|WHEN|no file',
      '',
    ]);
    const { out: named } = await statusIn('c.dataset.json');
    assert.equal(lines(named).length, 3);
  });

  it('lets a name of an environment stand for one address', async () => {
    const inProd = ['a.dataset.json', '--environment', 'prod'];
    assert.equal(
      (await journaled([...inProd, '--reporting-path', 'one'])).out,
      'Dataset created in prod: id-of-a\n',
    );
    assert.match(
      (await journaled(['b.dataset.json', '--reporting-path', 'two'])).out,
      /^Dataset created in 127\.0\.0\.1:\d+\/two: id-of-b$/m,
    );
    const moved = [...inProd, '--reporting-path', 'two'];
    for (const args of [moved, [...moved, '--dry-run']]) {
      const { code, error } = await journaled(args);
      assert.equal(code, 2);
      assert.equal(
        lines(error)[0],
        'Nothing was sent. In the journal, prod is http://GATEWAY/one, and not http://GATEWAY/two, where all files would be created anew. Use another name, or --new-address if the environment has moved.',
      );
    }
    assert.deepEqual(received, ['a', 'b']);
    assert.equal((await journaled([...moved, '--new-address'])).code, 0);
    assert.equal((await journaled(moved)).code, 0);
    const { out, code } = await statusIn('a.dataset.json', '--fail-on', 'changed');
    assert.deepEqual(
      [code, lines(out).slice(1)],
      [
        0,
        [
          'a.dataset.json|prod (http://GATEWAY/one)|id-of-a|WHEN|unchanged',
          'a.dataset.json|prod (http://GATEWAY/two)|id-of-a|WHEN|unchanged',
          '',
        ],
      ],
    );
    // What it has left can be used without its name.
    assert.equal((await journaled(['c.dataset.json', '--reporting-path', 'one'])).code, 0);
    await writeFile(join(folder, 'a.dataset.json'), datasetNamed('a3'));
    await journaled(moved);
    assert.equal((await statusIn('a.dataset.json', '--fail-on', 'changed')).code, 0, 'what it has left');
    const [row, ...others] = JSON.parse(
      (await statusIn('a.dataset.json', '--json', '--environment', 'prod')).out,
    );
    assert.deepEqual([row.address, row.datasetId, others], [`${baseUrl}/two`, 'id-of-a3', []]);
    const env = { DATASET_ENVIRONMENT: 'nowhere' };
    const unknown = await datasetStudio(['status', '--journal', 'journal'], { cwd: folder, env });
    assert.deepEqual(
      [unknown.code, unknown.error],
      [2, 'The journal knows no environment nowhere. It knows: prod.\n'],
    );
    assert.equal((await journaled(['a.dataset.json', '--environment', ''])).code, 2);
  });

  it('lets eight processes at once create each content once, all with the same IDs', async () => {
    answer = async () => {
      await delay(300);
      return 201;
    };
    const runs = await Promise.all(
      Array.from({ length: 8 }, () => journaled(['a.dataset.json', 'b.dataset.json', '--json'])),
    );
    for (const { code, out, error } of runs) {
      assert.equal(code, 0, error);
      const ids = JSON.parse(out).map(({ datasetId }: Record<string, string>) => datasetId);
      assert.deepEqual(ids, ['id-of-a', 'id-of-b']);
    }
    assert.deepEqual(received.toSorted(), ['a', 'b']);
  });

  it('waits no longer than the timeout for what is in progress elsewhere, and ends with 6', async () => {
    answer = () => 'silence';
    const other = journaled(['a.dataset.json']);
    while (received.length === 0) await delay(10);
    const { code, error } = await journaled(['a.dataset.json', '--timeout', '1']);
    assert.equal(code, 6);
    // Once, although it looks twice a second.
    assert.equal(
      error.match(/a\.dataset\.json is being submitted elsewhere since .* UTC\. Waiting for the outcome\./g)
        ?.length,
      1,
    );
    assert.match(error, /still in progress/);
    server.closeAllConnections();
    assert.equal((await other).code, 5);
    assert.deepEqual(received, ['a']);
  });

  it('takes the folder from DATASET_JOURNAL, too', async () => {
    const env = { DATASET_JOURNAL: join(folder, 'journal') };
    await create(['a.dataset.json'], { env });
    const { code, out } = await create(['a.dataset.json'], { env });
    assert.deepEqual([code, received], [0, ['a']]);
    assert.match(out, /^Already created/);
  });

  it('sends it again with --again', async () => {
    await journaled(['a.dataset.json']);
    assert.equal((await journaled(['a.dataset.json', '--again'])).code, 0);
    assert.deepEqual(received, ['a', 'a']);
  });

  it('refuses --again for several files of which one is created, and sends several unknown ones', async () => {
    await journaled(['a.dataset.json']);
    answer = () => 500;
    await journaled(['b.dataset.json', 'c.dataset.json']);
    received = [];
    const refused = await journaled(['{a,b,c}.dataset.json', '--again']);
    assert.equal(refused.code, 2);
    assert.match(refused.error, /Nothing was sent\. 1 of 3 files is already created/);
    assert.deepEqual(received, []);
    assert.equal((await journaled(['{b,c}.dataset.json', '--again'])).code, 5);
    assert.deepEqual(received.toSorted(), ['b', 'c']);
  });

  it('is one story: an outage in the middle of 60 files, whose advice creates nothing twice', async () => {
    for (let index = 0; index < 60; index += 1)
      await writeFile(join(folder, `n${index}.dataset.json`), datasetNamed(`n${index}`));
    const created: string[] = [];
    let isDown = false;
    answer = (name) => {
      isDown ||= created.length === 20;
      // The first response is lost after its dataset was created.
      if (!isDown || received.length === 21) created.push(name);
      return isDown ? 502 : 201;
    };
    const files = ['n*.dataset.json'];
    const outage = await journaled(files);
    assert.equal(outage.code, 5);
    const requests = received.length;
    assert.ok(requests >= 23 && requests <= 27, `${requests} requests`);
    assert.match(outage.error, /\d\d more files were not sent, because they would fail the same way\./);

    isDown = false;
    answer = (name) => {
      created.push(name);
      return 201;
    };
    const [, line = ''] = /^ {2}dataset-studio (settle .*--not-created)$/m.exec(outage.error) ?? [];
    const late = outage.error.match(
      new RegExp(`^${created[20]}\\..* Its submission is (\\S+)\\.$`, 'm'),
    )?.[1];
    const settle = (args: string) => datasetStudio(args.split(' '), { cwd: folder });
    assert.equal((await settle(`settle ${late} --journal journal --created id-late`)).code, 0);
    // As advised for those that don't exist; with the one that does, nothing is recorded.
    assert.equal((await settle(line)).code, 2);
    assert.equal((await settle(line.replace(` ${late}`, ''))).code, 0);
    assert.equal((await journaled(files)).code, 0);
    assert.equal(created.length, 60);
    assert.equal(new Set(created).size, 60);
  });

  it('sends nothing again whose outcome is unknown', async () => {
    answer = () => 500;
    const first = await journaled(['a.dataset.json']);
    assert.equal(first.code, 5);
    const second = await journaled(['a.dataset.json']);
    assert.equal(second.code, 5);
    assert.match(second.error, /its outcome is unknown.* Its submission is \S+\.\n/);
    assert.match(second.error, /\n {2}dataset-studio settle \S+ --journal journal --not-created\n$/);
    assert.deepEqual(received, ['a']);
  });

  it('advises a journal where an outcome is unknown without one', async () => {
    answer = () => 500;
    assert.match((await create(['a.dataset.json'])).error, /--journal DIR/);
  });

  it("sends nothing where the journal can't be written, and ends with 6", async () => {
    await writeFile(join(folder, 'journal'), 'a file');
    for (const files of [['a.dataset.json'], ['a.dataset.json', 'b.dataset.json']]) {
      const { code, error } = await journaled(files);
      assert.equal(code, 6);
      assert.match(error, /can't be written \(\w+\)/);
    }
    assert.deepEqual(received, []);
  });

  it('writes an outcome later that could not be written to the journal', async () => {
    const [journal, elsewhere] = [join(folder, 'journal'), join(folder, 'elsewhere')];
    let running: RunningProcess | undefined;
    // The outcome of one can't be written until the other's response arrives.
    answer = async () => {
      if (received.length === 1) {
        while (received.length < 2) await delay(10);
        await rename(journal, elsewhere);
        await writeFile(journal, '');
      } else {
        await running?.said(/couldn't be written/);
        await rm(journal);
        await rename(elsewhere, journal);
      }
      return 201;
    };
    const { code, error } = await journaled(['a.dataset.json', 'b.dataset.json'], {
      started: (started) => {
        running = started;
      },
    });
    assert.equal(code, 0);
    assert.match(error, /1 outcome has now been written to the journal\./);
    assert.deepEqual(await outcomesInJournal(), ['created', 'created']);
  });

  it('keeps no secret in the journal', async () => {
    await journaled(['a.dataset.json']);
    for (const name of await readdir(join(folder, 'journal')))
      assert.doesNotMatch(await readFile(join(folder, 'journal', name), 'utf8'), /secret/);
  });

  it('creates several, so many at a time, and answers in their order', async () => {
    let now = 0;
    let most = 0;
    answer = async () => {
      now += 1;
      most = Math.max(most, now);
      // The first waits for the second, however slow the machine, and both for a third that must not come.
      for (let wait = 0; wait < (most < 2 ? 1000 : 10); wait += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      now -= 1;
      return 201;
    };
    const files = ['f', 'e', 'd', 'c', 'b', 'a'].map((name) => `${name}.dataset.json`);
    const { code, out } = await journaled([...files, '--json', '--concurrency', '2']);
    assert.equal(code, 0);
    assert.deepEqual(
      JSON.parse(out).map(({ file, datasetId }: { file: string; datasetId: string }) => [file, datasetId]),
      files.map((file) => [file, `id-of-${file[0]}`]),
    );
    assert.equal(most, 2);
  });

  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.dataset.json`);

  it('goes on with several that were killed: what was created is kept, what is unknown is not sent again', async () => {
    let running: RunningProcess | undefined;
    answer = async () => {
      if (received.length < 3) return 201;
      // The third is sent while the outcome of the second is written.
      while ((await outcomesInJournal()).filter((outcome) => outcome === 'created').length < 2)
        await delay(10);
      running?.signal('SIGKILL');
      return 'silence';
    };
    const started = (process: RunningProcess) => {
      running = process;
    };
    await journaled([...all, '--concurrency', '1'], { started });
    const [first, second, third, ...more] = received;
    assert.deepEqual(more, []);

    answer = () => 201;
    const { code, out } = await journaled([...all, '--json', '--concurrency', '1']);
    assert.equal(code, 5);
    const outcomes = new Map<string, string>();
    for (const { file, outcome } of JSON.parse(out)) outcomes.set(file[0], outcome);
    assert.deepEqual(
      [first, second, third].map((name) => outcomes.get(name ?? '')),
      ['unchanged', 'unchanged', 'not-sent'],
    );
    // One was noted already, to be ready when the third ended: nobody can tell that from one that was sent.
    const notSent = [...outcomes.values()].filter((outcome) => outcome === 'not-sent');
    assert.ok(notSent.length <= 2, String(notSent));
    assert.equal(received.length, 3 + 3 - (notSent.length - 1));
    assert.deepEqual(received, [...new Set(received)]);
  });

  it('begins nothing more on Ctrl-C, awaits what is being sent, and goes on when it runs again', async () => {
    let running: RunningProcess | undefined;
    answer = async () => {
      if (received.length === 2) {
        running?.signal('SIGINT');
        await running?.said(/Stopping after the requests/);
      }
      return 201;
    };
    const started = (process: RunningProcess) => {
      running = process;
    };
    const stopped = await journaled([...all, '--json', '--concurrency', '1'], { started });
    assert.equal(stopped.code, 130);
    assert.match(stopped.error, /Stopping after the requests/);
    assert.deepEqual(
      JSON.parse(stopped.out)
        .map(({ outcome }: { outcome: string }) => outcome)
        .toSorted(),
      ['cancelled', 'cancelled', 'cancelled', 'cancelled', 'created', 'created'],
    );
    assert.equal((await journaled(all)).code, 0);
    assert.deepEqual(received.toSorted(), ['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('breaks off what is being sent on a second Ctrl-C: its outcome is unknown', async () => {
    let running: RunningProcess | undefined;
    answer = async () => {
      running?.signal('SIGINT');
      await running?.said(/Stopping after the requests/);
      running?.signal('SIGINT');
      return 'silence' as const;
    };
    const started = (process: RunningProcess) => {
      running = process;
    };
    const { code, error } = await journaled(['a.dataset.json'], { started });
    assert.equal(code, 5);
    assert.match(error, /cancelled after the request was sent/);
  });
});
