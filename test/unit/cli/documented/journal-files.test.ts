import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGateway, startLocalGateway } from '../../../../src/local-gateway/local-gateway.ts';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import { GitRepository } from '../git-repository.ts';
import { datasetStudio } from '../process.ts';

/** The names in backticks in the first cells of a table's rows, and of all cells below a header. */
function tableBelow(header: string): string[][] {
  const page = readFileSync('docs/design/journal-files.md', 'utf8');
  const [, rows = assert.fail(header)] = page.split(`| ${header} |\n|---|---|\n`);
  return (rows.split('\n\n')[0] ?? '')
    .split('\n')
    .map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

describe('What the documents say of a journal', function () {
  this.timeout(60_000);
  let repository: GitRepository;
  let gateway: LocalGateway;

  before(async () => {
    const started = await startLocalGateway({ port: 0 });
    gateway = started.ok ? started.value : assert.fail(started.failure.message);
  });
  after(() => gateway.close());

  beforeEach(async () => {
    repository = GitRepository.make();
    const column = { name: 'a', dataType: 'Int64' };
    const dataset = { name: 'Sales', tables: [{ name: 'T', columns: [column] }] };
    await repository.write({ 'sales.dataset.json': JSON.stringify(dataset) });
    repository.git('remote', 'add', 'origin', 'https://host.example/team/data.git');
  });
  afterEach(() => repository.remove());

  const create = async (journal: string): Promise<string> => {
    const { credentials, baseUrl } = gateway;
    const { out, error } = await datasetStudio(
      ['create', 'sales.dataset.json', '--json', '--journal', journal],
      {
        cwd: repository.folder,
        env: {
          DATASET_BASE_URL: baseUrl,
          DATASET_USERNAME: credentials.username,
          DATASET_PASSWORD: credentials.password,
          DATASET_CLIENT_ID: credentials.clientId,
          DATASET_SUBSCRIPTION_KEY: credentials.subscriptionKey,
        },
      },
    );
    return out === '' ? assert.fail(error) : JSON.parse(out).outcome;
  };

  it('is held by tests that exist', () => {
    const page = readFileSync('docs/losing-track.md', 'utf8');
    const tests = [...page.matchAll(/`(unit\/[\w/-]+)`/g)].map(([, test = '']) => test);
    assert.ok(tests.length > 10);
    assert.deepEqual(
      tests.filter((test) => !existsSync(`test/${test}.test.ts`)),
      [],
    );
  });

  it('is right that each of two journals creates the content once, and that a copy knows what it was copied with', async () => {
    assert.deepEqual(
      [await create('one'), await create('one'), await create('two')],
      ['created', 'unchanged', 'created'],
    );
    cpSync(join(repository.folder, 'one'), join(repository.folder, 'copy'), { recursive: true });
    assert.equal(await create('copy'), 'unchanged');
  });

  it('are the files and the properties that it has', async () => {
    await create('journal');
    const folder = join(repository.folder, 'journal');
    const journal = new DirectoryJournal(folder, { keepsResponses: false });
    const read = (kind: string) => {
      const name = readdirSync(folder).find((name) => name.endsWith(`.${kind}`)) ?? assert.fail(kind);
      const [head = '', body] = readFileSync(join(folder, name), 'utf8').split('\n');
      return { record: JSON.parse(head), body };
    };

    const { record: entry, body } = read('entry');
    assert.equal(body, readFileSync(join(repository.folder, 'sales.dataset.json'), 'utf8'));
    const rows = tableBelow('Property | Content');
    const namesOf = (property: string) => rows.find(([first]) => first === property)?.slice(1) ?? [];
    for (const property of ['body', 'owner'])
      for (const name of Object.keys(entry[property])) assert.ok(namesOf(property).includes(name), name);
    assert.ok(entry.mayTake > 0);
    const documented = rows.flatMap(([first = '', ...names]) =>
      first === 'body' || first === 'owner' || first === 'version' ? [first] : [first, ...names],
    );
    const known = new Set([...Object.keys(entry), 'batch']);
    assert.deepEqual(
      [...known].filter((name) => !documented.includes(name)),
      [],
    );
    assert.deepEqual(
      ['id', 'begunAt', 'path', 'repository', 'requestUrl'].filter((name) => !(name in entry)),
      [],
    );

    const begun = await journal.begin({ ...entry, mayTake: 1 }, Buffer.from('{}'));
    assert.ok(begun.ok);
    await journal.conclude(begun.value.id, { kind: 'unknown', cause: { kind: 'timeout', seconds: 1 } });
    await journal.settle(begun.value.id, { kind: 'created', datasetId: '1' });
    const facts = tableBelow('File | Properties');
    for (const kind of ['outcome', 'settled']) {
      const { version, at, ...record } = read(kind).record;
      const [, ...names] = facts.find(([file]) => file === `<id>.${kind}`) ?? [];
      assert.equal(version, 1);
      assert.equal(new Date(at).toISOString(), at);
      assert.deepEqual(
        Object.keys(record).filter((name) => !names.includes(name)),
        [],
      );
    }
  });
});
