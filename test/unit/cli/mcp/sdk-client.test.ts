import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFull } from '../../../../scripts/testing/random-cases.ts';
import { created, ScriptedGateway } from './gateway.ts';
import { SdkClient, type ServerOptions } from './sdk-client.ts';

function datasetNamed(name: string): string {
  return JSON.stringify({ name, tables: [{ name: 'T', columns: [{ name: 'C', dataType: 'Int64' }] }] });
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe("dataset-studio mcp, to the official SDK's client", function () {
  this.timeout(60_000);
  let parent: string;
  let root: string;
  let clients: SdkClient[];
  const gateway = new ScriptedGateway();
  let environment: Record<string, string>;

  before(async () => {
    environment = {
      DATASET_BASE_URL: await gateway.start(),
      DATASET_ACCESS_TOKEN: 'token-of-the-test',
      DATASET_SUBSCRIPTION_KEY: 'key-of-the-test',
    };
  });
  after(() => gateway.stop());

  beforeEach(async () => {
    parent = await realpath(await mkdtemp(join(tmpdir(), 'dataset-studio-mcp-')));
    root = join(parent, 'root');
    await mkdir(root);
    clients = [];
    gateway.received.length = 0;
    gateway.answer = created;
  });
  afterEach(async () => {
    for (const client of clients) await client.close();
    await rm(parent, { recursive: true });
  });

  async function open(options: Partial<ServerOptions> = {}): Promise<SdkClient> {
    const client = new SdkClient({ cwd: root, ...options });
    clients.push(client);
    return client.open();
  }

  const openToCreate = (env: Record<string, string> = {}) =>
    open({ args: ['--allow-create=always'], env: { ...environment, ...env } });

  async function write(name: string, text: string): Promise<string> {
    await writeFile(join(root, name), text);
    return versionOf(text);
  }

  describe('tools', () => {
    it('are six, and dataset_create only with --allow-create', async () => {
      const { tools } = await (await open()).client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        [
          'dataset_describe',
          'dataset_infer',
          'dataset_check',
          'dataset_validate',
          'dataset_fix',
          'dataset_environments',
        ],
      );
      for (const { description, inputSchema, outputSchema, annotations } of tools) {
        assert.equal(outputSchema?.type, 'object');
        assert.ok((description ?? '').length > 50);
        assert.equal(inputSchema.type, 'object');
        assert.equal(annotations?.readOnlyHint, true);
      }
      const all = (await (await openToCreate()).client.listTools()).tools;
      const create = all.find(({ name }) => name === 'dataset_create');
      assert.equal(all.length, 7);
      assert.equal(create?.annotations?.destructiveHint, true);
    });

    it('that do not exist are refused, like dataset_create without --allow-create', async () => {
      const client = await open({ env: environment });
      for (const name of ['nonsense', 'dataset_create', 'toString'])
        await assert.rejects(client.call(name, {}), { code: -32602 });
      assert.deepEqual(gateway.received, []);
    });

    it('refuse wrong arguments and say what to do next', async () => {
      const client = await open();
      for (const [name, input] of [
        ['dataset_validate', { file: 7 }],
        ['dataset_validate', {}],
        ['dataset_validate', { file: 'a', text: 'b' }],
        ['dataset_describe', { x: 1 }],
        ['dataset_infer', { files: 'a.csv' }],
      ] as const) {
        const { isError, content } = await client.call(name, input);
        assert.equal(isError, true, name);
        assert.equal(typeof content.next, 'string');
      }
    });

    it('return the same as structured content and as text', async () => {
      const version = await write('a.dataset.json', datasetNamed('A'));
      const client = await open();
      const { isError, content, text } = await client.call('dataset_validate', { file: 'a.dataset.json' });
      assert.equal(isError, false);
      assert.equal(content.version, version);
      assert.deepEqual(JSON.parse(text), content);
    });

    it('validate globs, fix without writing, infer, and describe with the project file of the root', async () => {
      await mkdir(join(root, 'sub'));
      await write('dataset-studio.json', '{ "dataTypes": ["Decimal"] }');
      await write('a.dataset.json', datasetNamed('A '));
      await write('sub/b.dataset.yaml', 'name: B\ntables: []\n');
      await write('sub/orders.csv', 'Id,Total\n1,2.5\n');
      const client = await open();
      const validated = await client.call('dataset_validate', { files: ['**/*.dataset.*'] });
      assert.deepEqual(
        (validated.content.documents as { file: string }[]).map(({ file }) => file),
        ['a.dataset.json', 'sub/b.dataset.yaml'],
      );
      const fixed = await client.call('dataset_fix', { file: 'a.dataset.json' });
      assert.match(String(fixed.content.diff), /^\+.*"A"/m);
      const again = await client.call('dataset_validate', { file: 'a.dataset.json' });
      assert.equal(again.content.version, versionOf(datasetNamed('A ')));
      const inferred = await client.call('dataset_infer', { files: ['sub/*.csv'] });
      assert.match(inferred.text, /"name":"Total","dataType":"Decimal"/);
      const described = await client.call('dataset_describe', {});
      assert.match(JSON.stringify(described.content.dataTypes), /Decimal/);
    });

    it('find the data files of a folder, as the command line does, and say where to look for one that is missing', async () => {
      await mkdir(join(root, 'data'));
      await write('data/orders.CSV', 'Id\n1\n');
      await write('data/sales.dataset.json', datasetNamed('Sales'));
      await write('data/readme.md', 'text');
      const client = await open();
      const { content } = await client.call('dataset_infer', { files: ['data'] });
      assert.deepEqual(
        (content.tables as { source: string }[]).map(({ source }) => source),
        ['data/orders.CSV'],
      );
      await mkdir(join(root, 'empty'));
      for (const file of ['none.csv', 'empty', '*.xlsx']) {
        const missing = await client.call('dataset_infer', { files: [file] });
        assert.equal(missing.isError, true, file);
        assert.match(String(missing.content.next), /folder/, file);
        assert.doesNotMatch(String(missing.content.next), /dataset_validate|\.dataset\./, file);
      }
    });
  });

  describe('reads below the root only', () => {
    it('whatever paths, globs, and symbolic links say', async () => {
      await writeFile(join(parent, 'outside.dataset.json'), datasetNamed('OutsideName '));
      await writeFile(join(parent, 'outside.csv'), 'OutsideColumn\n1\n');
      await symlink(join(parent, 'outside.dataset.json'), join(root, 'link.dataset.json'));
      await symlink(join(parent, 'outside.csv'), join(root, 'link.csv'));
      await symlink(parent, join(root, 'up'));
      await write('in.dataset.json', datasetNamed('In'));
      await symlink('in.dataset.json', join(root, 'inner-link.dataset.json'));
      const client = await open();
      const outside = [
        '../outside.dataset.json',
        join(parent, 'outside.dataset.json'),
        'x/../../outside.dataset.json',
        'link.dataset.json',
        'up/outside.dataset.json',
      ];
      for (const file of outside)
        for (const name of ['dataset_validate', 'dataset_fix'])
          assert.equal((await client.call(name, { file })).content.error, 'outside-root', file);
      for (const files of [['../*.json'], [`${parent}/*.json`], ['up/../../*.json'], ['{..,a}/*.json']]) {
        const { isError, text } = await client.call('dataset_validate', { files });
        assert.equal(isError, true, files[0]);
        assert.ok(!text.includes('OutsideName'));
      }
      for (const files of [['**/*.dataset.json'], ['up/**/*.json'], ['**']]) {
        const { text } = await client.call('dataset_validate', { files });
        assert.ok(!text.includes('OutsideName'), text);
        assert.ok(!text.includes(versionOf(datasetNamed('OutsideName '))), text);
      }
      for (const files of [['../outside.csv'], ['link.csv'], ['up/outside.csv'], ['*.csv']]) {
        const { isError, text } = await client.call('dataset_infer', { files });
        assert.equal(isError, true, files[0]);
        assert.ok(!text.includes('OutsideColumn'));
      }
      const inner = await client.call('dataset_validate', { file: 'inner-link.dataset.json' });
      assert.equal(inner.content.valid, true);
      const absolute = await client.call('dataset_validate', { file: join(root, 'in.dataset.json') });
      assert.equal(absolute.content.valid, true);
    });

    it('and no project file above it, or behind a symbolic link', async () => {
      const project = join(parent, 'dataset-studio.json');
      await writeFile(project, '{ "rules": { "no-tables": "error" } }');
      await write('a.dataset.json', '{"name":"A","tables":[]}');
      const client = await open();
      const first = await client.call('dataset_validate', { file: 'a.dataset.json' });
      assert.equal(first.content.valid, true);
      await symlink(project, join(root, 'dataset-studio.json'));
      const second = await client.call('dataset_validate', { file: 'a.dataset.json' });
      assert.equal(second.content.error, 'wrong-settings');
    });

    it('regular files only, by paths that are not URIs', async function () {
      // Windows has no named pipes in folders.
      if (process.platform === 'win32') this.skip();
      const { execFileSync } = await import('node:child_process');
      execFileSync('mkfifo', [join(root, 'pipe.dataset.json'), join(root, 'pipe.csv')]);
      await mkdir(join(root, 'folder.dataset.json'));
      const client = await open();
      for (const file of ['pipe.dataset.json', 'folder.dataset.json'])
        assert.equal((await client.call('dataset_validate', { file })).content.error, 'unreadable', file);
      assert.equal((await client.call('dataset_infer', { files: ['pipe.csv'] })).isError, true);
      for (const file of [`file://${root}/a.dataset.json`, 'untitled:x.dataset.json\0'])
        assert.equal((await client.call('dataset_validate', { file })).content.error, 'not-a-path', file);
      assert.equal(
        (await client.call('dataset_validate', { file: 'package.md' })).content.error,
        'not-found',
      );
    });

    it('below --root', async () => {
      await write('a.dataset.json', datasetNamed('A'));
      const client = await open({ cwd: parent, args: ['--root', 'root'] });
      assert.equal((await client.call('dataset_validate', { file: 'a.dataset.json' })).content.valid, true);
    });
  });

  it(`validates a text of ${isFull ? 10 : 1.5} MB, and fixes such a file, within the limits`, async function () {
    this.timeout(180_000);
    const columns = Array.from({ length: isFull ? 290_000 : 45_000 }, (_, index) => {
      const dataType = index % 100 === 0 ? 'int64' : 'Int64';
      return `{"name":"C${index}","dataType":"${dataType}"}`;
    });
    const large = `{"name":"Large","tables":[{"name":"T","columns":[${columns.join(',\n')}]}]}`;
    assert.ok(large.length > (isFull ? 10 : 1.5) * 1024 * 1024);
    await write('large.dataset.json', large);
    const client = await open();
    const validated = await client.call('dataset_validate', { text: large });
    assert.equal(validated.content.version, versionOf(large));
    assert.ok(Buffer.byteLength(validated.text) <= 8192);
    assert.match(String(validated.content.truncated), /problems are shown.* too long to find fixes/);
    const { content, text } = await client.call('dataset_fix', { file: 'large.dataset.json' });
    assert.ok(Buffer.byteLength(text) <= 64 * 1024);
    assert.match(
      String(content.truncated),
      isFull ? /of 2900 changes\. Apply them/ : /of 450 changes\. Apply them/,
    );
  });

  describe('dataset_environments', () => {
    it('returns the one that the variables describe', async () => {
      const client = await open({ env: environment });
      const { content } = await client.call('dataset_environments', {});
      const origin = environment.DATASET_BASE_URL ?? '';
      assert.deepEqual(content.environments, [
        { name: origin.slice('http://'.length), origin, grant: 'token', signedIn: true, selected: true },
      ]);
      assert.deepEqual((await (await open()).call('dataset_environments', {})).content.environments, []);
    });
  });

  describe('dataset_create', () => {
    it('creates what was validated', async () => {
      const text = datasetNamed(randomUUID());
      await write('a.dataset.json', text);
      const client = await openToCreate();
      const { content: check } = await client.call('dataset_validate', { file: 'a.dataset.json' });
      const { isError, content } = await client.call('dataset_create', {
        file: 'a.dataset.json',
        expectedVersion: check.version,
      });
      assert.equal(isError, false);
      assert.equal(content.outcome, 'created');
      assert.equal(content.datasetId, 'the-id');
      assert.deepEqual(
        gateway.received.map(({ body }) => body),
        [text],
      );
    });

    it('refuses another text, no version, errors, and another environment', async () => {
      const version = await write('a.dataset.json', datasetNamed('A'));
      const broken = await write('b.dataset.json', '{');
      const client = await openToCreate();
      const error = async (input: object) => (await client.call('dataset_create', input)).content.error;
      assert.equal(await error({ file: 'a.dataset.json', expectedVersion: broken }), 'version-changed');
      assert.equal(await error({ file: 'a.dataset.json' }), 'wrong-arguments');
      assert.equal(await error({ file: 'b.dataset.json', expectedVersion: broken }), 'invalid-document');
      const environmentName = { environment: 'production' };
      assert.equal(
        await error({ file: 'a.dataset.json', expectedVersion: version, ...environmentName }),
        'unknown-environment',
      );
      assert.deepEqual(gateway.received, []);
    });

    it('answers with the dataset of the same content, with a journal beyond the life of the server', async () => {
      const name = randomUUID();
      const expectedVersion = await write('a.dataset.json', datasetNamed(name));
      const input = { file: 'a.dataset.json', expectedVersion };
      const journals: Record<string, string>[] = [{}, { DATASET_JOURNAL: join(parent, 'journal') }];
      for (const env of journals) {
        gateway.received.length = 0;
        const first = await openToCreate(env);
        const created = (await first.call('dataset_create', input)).content;
        assert.equal(created.outcome, 'created');
        const second = 'DATASET_JOURNAL' in env ? await openToCreate(env) : first;
        const { isError, content } = await second.call('dataset_create', input);
        assert.deepEqual([isError ?? false, content], [false, { ...created, outcome: 'unchanged' }]);
        assert.equal(gateway.received.length, 1);

        const later = await write('a.dataset.json', datasetNamed(randomUUID()));
        await second.call('dataset_create', { ...input, expectedVersion: later });
        await write('a.dataset.json', datasetNamed(name));
        const { warning } = (await second.call('dataset_create', input)).content;
        assert.match(String(warning), /^Since then, this file created \S+ on \S+ \S+ UTC\.$/);
      }
    });

    it('sends one of two equal calls at the same time', async () => {
      const expectedVersion = await write('a.dataset.json', datasetNamed(randomUUID()));
      const client = await openToCreate();
      const input = { file: 'a.dataset.json', expectedVersion };
      const results = await Promise.all([
        client.call('dataset_create', input),
        client.call('dataset_create', input),
      ]);
      assert.deepEqual(results.map(({ content }) => content.outcome).toSorted(), ['created', 'unchanged']);
      assert.equal(gateway.received.length, 1);
    });

    it('reports an unknown outcome, and refuses the same content after it', async () => {
      const expectedVersion = await write('a.dataset.json', datasetNamed(randomUUID()));
      gateway.answer = () => undefined;
      const client = await openToCreate();
      const input = { file: 'a.dataset.json', expectedVersion };
      assert.equal((await client.call('dataset_create', input)).content.outcome, 'unknown');
      gateway.answer = created;
      assert.equal((await client.call('dataset_create', input)).content.error, 'earlier-unknown');
      assert.equal(gateway.received.length, 1);
    });

    it('names the variables that a rejection is about', async () => {
      const expectedVersion = await write('a.dataset.json', datasetNamed(randomUUID()));
      gateway.answer = () => ({ status: 404, body: '' });
      const client = await openToCreate();
      const { content } = await client.call('dataset_create', { file: 'a.dataset.json', expectedVersion });
      assert.match(String(content.details), /DATASET_BASE_URL and DATASET_REPORTING_PATH/);
    });

    it('is cancelled: a request that has left counts as unknown', async () => {
      const expectedVersion = await write('a.dataset.json', datasetNamed(randomUUID()));
      const client = await openToCreate();
      const input = { file: 'a.dataset.json', expectedVersion };
      const abort = new AbortController();
      let release: () => void = () => undefined;
      gateway.answer = async () => {
        abort.abort();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return created();
      };
      await assert.rejects(client.call('dataset_create', input, abort.signal));
      gateway.answer = created;
      // The server is still there, and knows what it does not know.
      for (let error: unknown = 'in-flight'; error === 'in-flight'; ) {
        ({ error } = (await client.call('dataset_create', input)).content);
        if (error !== 'in-flight') assert.equal(error, 'earlier-unknown');
      }
      release();
      assert.equal(gateway.received.length, 1);
    });

    it('says which variables are missing', async () => {
      const expectedVersion = await write('a.dataset.json', datasetNamed('A'));
      const input = { file: 'a.dataset.json', expectedVersion };
      const incomplete: [Record<string, string>, string][] = [
        [{}, 'not-configured'],
        [{ DATASET_BASE_URL: environment.DATASET_BASE_URL ?? '' }, 'no-subscription-key'],
        [
          { DATASET_BASE_URL: environment.DATASET_BASE_URL ?? '', DATASET_SUBSCRIPTION_KEY: 'k' },
          'not-signed-in',
        ],
      ];
      for (const [env, expected] of incomplete) {
        const client = await open({ args: ['--allow-create=always'], env });
        const { isError, content } = await client.call('dataset_create', input);
        assert.equal(isError, true);
        assert.equal(content.error, expected);
      }
    });
  });
});
