import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { datasetStudio } from '../process.ts';

const dataset = (column: string, dataType = 'Int64') =>
  JSON.stringify({ name: 'D', tables: [{ name: 'T', columns: [{ name: column, dataType }] }] });

const pascalCase = { names: { column: { style: 'PascalCase' } } };

describe('A project file on the command line', function () {
  this.timeout(60_000);
  let folder: string;

  /** Writes files by their paths from the folder; objects as JSON. */
  async function write(files: Readonly<Record<string, string | object>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
    }
  }

  const run = (...args: string[]) => datasetStudio(args, { cwd: folder });

  /** The problems that `validate` prints, each as `file code`. */
  async function validate(...args: string[]) {
    const { out, error, code } = await run('validate', '--format', 'json', ...args);
    const problems: { file: string; code: string }[] = JSON.parse(out);
    return { found: problems.map((problem) => `${problem.file} ${problem.code}`), error, code };
  }

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'dataset-studio-')));
    await write({ 'a.dataset.json': dataset('order id'), 'old/b.dataset.json': dataset('order id') });
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('says the rules and the data types', async () => {
    await write({
      'dataset-studio.json': { ...pascalCase, dataTypes: ['Decimal'], rules: { 'name-style': 'error' } },
      'old/dataset-studio.json': {},
      'c.dataset.json': dataset('Id', 'Decimal'),
    });
    assert.deepEqual(await validate('.'), { found: ['a.dataset.json name-style'], error: '', code: 1 });
  });

  it('excludes files: validate skips them with a note, even if all are', async () => {
    await write({ 'dataset-studio.json': { ...pascalCase, exclude: ['old/**'] } });
    assert.deepEqual(await validate('.'), {
      found: ['a.dataset.json name-style'],
      error: '1 file was skipped, because its project file excludes it.\n  old/b.dataset.json\n',
      code: 0,
    });
    assert.deepEqual(await validate('old/b.dataset.json'), {
      found: [],
      error: '1 file was skipped, because its project file excludes it.\n  old/b.dataset.json\n',
      code: 0,
    });
    assert.equal((await run('validate', 'old', '-q')).error, '');
    // Reports have no row for it.
    assert.doesNotMatch((await run('validate', '.', '--format', 'junit')).out, /old/);
  });

  it('leaves excluded files that a glob lists out of create, but not those that are named', async () => {
    await write({ 'dataset-studio.json': { exclude: ['old/**'] } });
    const created = await run(
      'create',
      '**/*.dataset.json',
      '--dry-run',
      '--base-url',
      'https://gateway.example',
    );
    assert.match(created.error, /1 file was skipped/);
    assert.doesNotMatch(created.out, /old/);
    const named = await run(
      'create',
      'old/b.dataset.json',
      '--dry-run',
      '--base-url',
      'https://gateway.example',
    );
    assert.match(named.out, /POST/);
  });

  it('has its mistakes in the report, and judges none of the files that it applies to', async () => {
    await write({
      'old/dataset-studio.json': '{\n  "exlude": [] }',
      'dataset-studio.json': { ...pascalCase, rules: { 'unknown-rule': 'off' } },
    });
    const { found, error, code } = await validate('.');
    assert.deepEqual(found, [
      'dataset-studio.json project-file',
      'a.dataset.json name-style',
      join('old', 'dataset-studio.json project-file'),
    ]);
    assert.match(error, /A project file has errors, so the files that it applies to were not checked/);
    assert.equal(code, 2);
    const sarif = (await run('validate', 'old', '--format', 'sarif')).out;
    assert.match(sarif, /project-file\.md#mistakes-in-the-file/);
    for (const args of [
      ['create', 'old/b.dataset.json', '--dry-run', '--base-url', 'https://gateway.example'],
      ['check', 'old/x.csv', '--dataset', 'old/b.dataset.json'],
    ]) {
      const failed = await run(...args);
      assert.equal(failed.code, 2);
      assert.match(failed.error, /dataset-studio\.json:2:3: Unknown property "exlude"/);
    }
  });

  it('names the data type of fractions for infer', async () => {
    // The data is no dataset file, but its folder has the project.
    await write({
      'dataset-studio.json': { dataTypes: ['Decimal'], include: ['datasets/**'] },
      'x.csv': 'Price\n1.5\n',
    });
    const inferred = await run('infer', 'x.csv');
    assert.match(inferred.out, /"dataType": "Decimal"/);
    assert.doesNotMatch(inferred.error, /not declared/);
  });

  it('judges standard input without a name as a file in the current folder, but never excludes it', async () => {
    await write({ 'dataset-studio.json': { dataTypes: ['Decimal'], include: ['datasets/**'] } });
    const input = dataset('Id', 'Decimal');
    assert.match((await datasetStudio(['validate', '-'], { cwd: folder, input })).out, /0 warnings/);
    await write({ 'dataset-studio.json': { exlude: [] } });
    const { out, code } = await datasetStudio(['validate', '-'], { cwd: folder, input });
    assert.match(out, /1 error, 0 warnings/);
    assert.equal(code, 2);
  });

  it('is that of the working tree for both versions with --against', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '-q');
    git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@example.com',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'empty',
    );
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'files');
    await write({
      'dataset-studio.json': pascalCase,
      'a.dataset.json': dataset('order id').replace(']}]', ',{"name":"new one","dataType":"bool"}]}]'),
      'old/b.dataset.json': dataset('new one'),
    });
    const { out, error, code } = await run(
      'validate',
      '--against',
      'HEAD',
      '--exact',
      '--format',
      'json',
      '--max-warnings',
      '0',
    );
    const problems: { message: string }[] = JSON.parse(out);
    assert.deepEqual(
      problems.map(({ message }) => message),
      Array(2).fill('The name "new one" must be in PascalCase. Rename it.'),
    );
    assert.match(error, /There are 2 warnings, but/);
    assert.equal(code, 1);
  });

  it('is not followed out of the repository by a link', async () => {
    await write({ 'out/x.json': pascalCase, 'r/.git/HEAD': '', 'r/a.dataset.json': dataset('order id') });
    await symlink(join(folder, 'out', 'x.json'), join(folder, 'r', 'dataset-studio.json'));
    const { found, code } = await validate('r');
    assert.deepEqual([found, code], [[join('r', 'dataset-studio.json project-file')], 2]);
  });
});
