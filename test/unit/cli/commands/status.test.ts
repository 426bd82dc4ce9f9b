import assert from 'node:assert/strict';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startLocalGateway } from '../../../../src/local-gateway/local-gateway.ts';
import { DirectoryJournal } from '../../../../src/submission/journal/directory/directory-journal.ts';
import type { EntryDraft, RecordedOutcome } from '../../../../src/submission/journal/entry.ts';
import { bytes, created, draft, unknown } from '../../submission/journal/journal-fixture.ts';
import { GitRepository } from '../git-repository.ts';
import { datasetStudio } from '../process.ts';

function dataset(name: string, ...columns: readonly (readonly [name: string, dataType: string])[]): string {
  const items = columns.map(([column, dataType]) => ({ name: column, dataType }));
  return JSON.stringify({ name, tables: [{ name: 'Orders', columns: items }] });
}

const sales = dataset('Sales', ['Id', 'Int64'], ['Day', 'DateTime']);
const file = 'datasets/sales.dataset.json';

describe('dataset-studio status', function () {
  this.timeout(60_000);
  let repository: GitRepository;
  let journal: string;

  beforeEach(async () => {
    repository = GitRepository.make();
    journal = join(repository.folder, '..', 'journal');
    await mkdir(journal, { mode: 0o700 });
    await repository.write({ [file]: sales });
  });

  afterEach(() => repository.remove());

  async function submit(
    content: string,
    outcome: RecordedOutcome,
    more: Partial<EntryDraft> = {},
  ): Promise<string> {
    const writing = new DirectoryJournal(journal);
    const document = pathToFileURL(join(repository.folder, file)).href;
    const begun = await writing.begin({ ...draft, document, ...more }, bytes(content));
    assert.ok(begun.ok);
    assert.ok((await writing.conclude(begun.value.id, outcome)).ok);
    return begun.value.id;
  }

  const run = (args: readonly string[] = [], cwd = repository.folder) =>
    datasetStudio(['status', '--journal', journal, ...args], { cwd });
  const rows = async (args: readonly string[] = [], cwd?: string): Promise<Record<string, unknown>[]> => {
    const { code, out, error } = await run([...args, '--json'], cwd);
    assert.deepEqual([code, error], [0, '']);
    return JSON.parse(out);
  };

  it('prints the ID, the time, and the state for each file and environment', async () => {
    await repository.write({ 'new.dataset.json': dataset('New', ['Id', 'Int64']) });
    const id = await submit(sales, created);
    const requestUrl = 'https://gateway.example/production/datasets';
    await submit(
      dataset('Sales', ['Id', 'string']),
      { kind: 'created', status: 201, datasetId: 'd-2', response: '' },
      { environment: 'production', requestUrl },
    );
    const [old, ...others] = await rows();
    const { origin } = draft;
    assert.equal(typeof old?.at, 'string');
    assert.deepEqual(
      [
        { ...old, at: '', submissionId: '' },
        ...others.map((row) => ({ ...row, at: row.at && '', submissionId: row.submissionId && '' })),
      ],
      [
        {
          file,
          environment: 'production',
          address: 'https://gateway.example/production',
          origin,
          state: 'changed',
          retentionPolicy: 'None',
          datasetId: 'd-2',
          at: '',
          submissionId: '',
          changes: [
            {
              kind: 'column-type-changed',
              severity: 'breaking',
              table: 'Orders',
              column: 'Id',
              from: 'string',
              to: 'Int64',
            },
            { kind: 'column-added', severity: 'compatible', table: 'Orders', column: 'Day', to: 'DateTime' },
          ],
        },
        {
          file,
          environment: 'staging',
          address: 'https://gateway.example/api/reporting',
          origin,
          state: 'unchanged',
          retentionPolicy: 'None',
          datasetId: 'd-1',
          at: '',
          submissionId: '',
          changes: [],
        },
        ...['production', 'staging'].map((environment) => ({
          file: 'new.dataset.json',
          environment,
          address: `https://gateway.example/${environment === 'staging' ? 'api/reporting' : environment}`,
          origin,
          state: 'never-created',
          retentionPolicy: null,
          datasetId: null,
          at: null,
          submissionId: null,
          changes: null,
        })),
      ],
    );
    const { out } = await run([file]);
    assert.match(out, /^FILE +ENVIRONMENT +DATASET ID +SINCE \(UTC\) +STATE$/m);
    assert.match(
      out,
      /^datasets\/sales\.dataset\.json +production +d-2 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +2 changes \(1 breaking\)$/m,
    );
    assert.match(out, /^datasets\/sales\.dataset\.json +staging +d-1 .* unchanged$/m);
    assert.ok(!out.includes(id));
  });

  it('does not pass --fail-on while the only dataset is being created', async () => {
    const document = pathToFileURL(join(repository.folder, file)).href;
    assert.ok((await new DirectoryJournal(journal).begin({ ...draft, document }, bytes(sales))).ok);
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ['in-flight'],
    );
    for (const what of ['changed', 'breaking']) {
      const { code, error } = await run(['--fail-on', what]);
      assert.equal(code, 1);
      assert.match(error, /Nothing was compared/);
    }
  });

  it('exits as --fail-on says', async () => {
    const code = async (...args: readonly string[]) => (await run(args)).code;
    for (const what of ['changed', 'breaking']) {
      const nothing = await run(['--fail-on', what]);
      assert.equal(nothing.code, 1);
      assert.match(nothing.error, /Nothing was compared/);
    }
    await submit(sales, created);
    assert.equal(await code('--fail-on', 'changed'), 0);
    await repository.write({
      [file]: dataset('Sales', ['Id', 'Int64'], ['Day', 'DateTime'], ['Total', 'Int64']),
    });
    assert.deepEqual(
      [await code(), await code('--fail-on', 'changed'), await code('--fail-on', 'breaking')],
      [0, 1, 0],
    );
    await repository.write({ [file]: dataset('Sales', ['Id', 'Int64']) });
    assert.equal(await code('--fail-on', 'breaking'), 1);
    await submit(sales, unknown);
    // Of another content.
    assert.equal(await code('--fail-on', 'breaking'), 1);
    await submit(dataset('Sales', ['Id', 'Int64']), unknown);
    assert.deepEqual(
      [await code(), await code('--fail-on', 'changed'), await code('--fail-on', 'breaking')],
      [0, 5, 5],
    );
  });

  it('says that the outcome is unknown until it is settled', async () => {
    await submit(sales, created);
    const id = await submit(sales, unknown);
    const [row] = await rows();
    assert.deepEqual(
      [row?.state, row?.datasetId, row?.submissionId, row?.changes],
      ['unknown', null, id, null],
    );
    const settled = await datasetStudio(['settle', id, '--journal', journal, '--created', 'd-9']);
    assert.equal(settled.code, 0, settled.error);
    assert.deepEqual(
      (await rows()).map(({ state, datasetId }) => [state, datasetId]),
      [['unchanged', 'd-9']],
    );
  });

  it('recognizes a dataset that another machine created from its clone, by its path in the repository', async () => {
    const gateway = await startLocalGateway({ port: 0 });
    assert.ok(gateway.ok);
    const { baseUrl, credentials } = gateway.value;
    try {
      const env = {
        DATASET_BASE_URL: baseUrl,
        DATASET_USERNAME: credentials.username,
        DATASET_PASSWORD: credentials.password,
        DATASET_CLIENT_ID: credentials.clientId,
        DATASET_SUBSCRIPTION_KEY: credentials.subscriptionKey,
      };
      const made = await datasetStudio(['create', file, '--journal', journal], {
        cwd: repository.folder,
        env,
      });
      assert.equal(made.code, 0, made.error);
      const other = join(repository.folder, '..', 'other machine');
      await cp(repository.folder, other, { recursive: true });
      await rm(repository.folder, { recursive: true });
      const [row] = await rows([], join(other, 'datasets'));
      assert.deepEqual([row?.file, row?.state], [file, 'unchanged']);
      const again = await datasetStudio(['create', file, '--journal', journal], { cwd: other, env });
      assert.deepEqual([again.code, again.error], [0, '']);
      assert.match(again.out, /^Already created in /);
    } finally {
      await gateway.value.close();
    }
  });

  it('names a file that can not be read or parsed, and shows the others', async () => {
    await submit(sales, created);
    await repository.write({ 'broken.dataset.json': '{' });
    const { code, out, error } = await run();
    assert.equal(code, 2);
    assert.match(error, /broken\.dataset\.json/);
    assert.match(out, /datasets\/sales\.dataset\.json .* unchanged/);

    // Whether a file has changed is not known if it can't be parsed.
    await repository.write({ [file]: '{' });
    assert.equal((await run()).out, '');
  });

  it('skips files that their projects exclude, unless they are named', async () => {
    await submit(sales, created);
    await repository.write({
      'x/a.dataset.json': dataset('A', ['Id', 'Int64']),
      'dataset-studio.json': '{ "exclude": ["x/**"] }',
    });
    const { code, out, error } = await run(['--fail-on', 'changed']);
    assert.equal(code, 0);
    assert.doesNotMatch(out, /^x\//m);
    assert.equal(error, '1 file was skipped, because its project file excludes it.\n  x/a.dataset.json\n');
    assert.deepEqual(
      (await rows(['x/a.dataset.json'])).map(({ state }) => state),
      ['never-created'],
    );
  });

  it('says that the journal is empty, and names one that is not there', async () => {
    assert.deepEqual(await run(), { code: 0, out: '', error: 'The journal contains no submissions.\n' });
    assert.deepEqual(await rows(), []);
    const missing = await datasetStudio(['status', '--journal', join(journal, 'x')], {
      cwd: repository.folder,
    });
    assert.equal(missing.code, 2);
    assert.match(missing.error, /There is no journal in/);
  });

  it('tells two repositories with the same path and one journal apart', async () => {
    const document = 'file:///elsewhere/datasets/sales.dataset.json';
    repository.git('remote', 'add', 'origin', 'git@github.example:team/data.git');
    await submit(sales, created, { document, path: file, repository: 'github.example/team/other' });
    assert.deepEqual([(await rows())[0]?.state, (await rows())[0]?.document], ['unchanged', document]);
    await repository.write({ [file]: dataset('Sales', ['Id', 'string']) });
    assert.equal((await rows())[0]?.state, 'never-created');
    await repository.write({ [file]: sales });
    await submit(sales, created, { document, path: file, repository: 'github.example/team/data' });
    assert.deepEqual([(await rows())[0]?.state, (await rows())[0]?.document], ['unchanged', undefined]);
  });

  it('knows a file that was renamed by its content, as create does, and says as what it was submitted', async () => {
    await submit(sales, created);
    await repository.write({ 'renamed.dataset.json': sales });
    const [row] = await rows(['renamed.dataset.json']);
    assert.deepEqual([row?.state, row?.datasetId], ['unchanged', 'd-1']);
    assert.match(String(row?.document), /sales\.dataset\.json$/);
  });

  it('names the address if only the path says that it is the same document', async () => {
    const document = 'file:///elsewhere/datasets/sales.dataset.json';
    await submit(sales, created, { document, path: file });
    assert.equal((await rows())[0]?.document, document);
    assert.match((await run()).out, /unchanged \(submitted as file:\/\/\/elsewhere/);
  });

  it('uses the path as it was named outside of a repository', async () => {
    const folder = join(repository.folder, '..', 'plain');
    await mkdir(folder);
    await chmod(folder, 0o700);
    await writeFile(join(folder, 'sales.dataset.json'), sales);
    await submit(sales, created, {
      document: 'file:///elsewhere/sales.dataset.json',
      path: 'sales.dataset.json',
    });
    const [row] = await rows(['./sales.dataset.json'], folder);
    assert.deepEqual([row?.file, row?.state], ['sales.dataset.json', 'unchanged']);
  });
});
