import assert from 'node:assert/strict';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GitRepository } from '../git-repository.ts';
import { datasetStudio } from '../process.ts';
import { reportFaults } from '../report-faults.ts';

const dataset = (name: string, ...columns: readonly string[]) =>
  `${JSON.stringify({ name, tables: [{ name: 'T', columns: columns.map((column) => ({ name: column, dataType: 'Int64' })) }] }, null, 2)}\n`;

const added = { kind: 'dataset-added', severity: 'compatible' };
const removed = { kind: 'dataset-removed', severity: 'breaking' };
const columnAdded = (column: string) => ({
  kind: 'column-added',
  severity: 'compatible',
  table: 'T',
  column,
  to: 'Int64',
});

describe('dataset-studio diff --against', function () {
  this.timeout(120_000);
  let repository: GitRepository;

  beforeEach(async () => {
    repository = GitRepository.make();
    await repository.commit({ 'sales.dataset.json': dataset('Sales', 'a'), 'notes.json': '{}' });
    repository.git('checkout', '--quiet', '-b', 'topic');
  });

  afterEach(() => repository.remove());

  const diff = (
    args: readonly string[],
    cwd = repository.folder,
    env: Readonly<Record<string, string>> = {},
  ) => datasetStudio(['diff', ...args], { cwd, env });
  /** What `--format json` prints. */
  const changesOf = async (args: readonly string[], cwd = repository.folder) => {
    const { code, out, error } = await diff([...args, '--format', 'json'], cwd);
    assert.deepEqual([code, error], [0, '']);
    return JSON.parse(out);
  };

  describe('compares', () => {
    it('the working tree with the merge base, which is what a pull request changes', async () => {
      await repository.write({ 'sales.dataset.json': dataset('Sales', 'a', 'b') });
      repository.git('checkout', '--quiet', '--detach', 'main');
      await repository.commit({ 'sales.dataset.json': dataset('Sales', 'a', 'later') });
      repository.git('branch', '--force', 'main', 'HEAD');
      repository.git('checkout', '--quiet', 'topic');
      await repository.write({ 'sales.dataset.json': dataset('Sales', 'a', 'b') });
      const file = 'sales.dataset.json';
      assert.deepEqual(await changesOf(['--against', 'main']), [
        { file, oldFile: file, status: 'changed', changes: [columnAdded('b')] },
      ]);
      const [{ changes }] = await changesOf(['--against', 'main', '--exact']);
      assert.deepEqual(
        changes.map(({ kind, from, to }: Record<string, string>) => [kind, from, to]),
        [['column-renamed', 'later', 'b']],
      );
    });

    it('added, deleted, and untracked files, but none that Git ignores, sorted by their names', async () => {
      await repository.commit({ 'b.dataset.json': dataset('B'), '.gitignore': 'ignored*' });
      await repository.write({
        'a.dataset.yaml': 'name: A\ntables: []\n',
        'ignored.dataset.json': dataset('I'),
      });
      await rm(join(repository.folder, 'sales.dataset.json'));
      assert.deepEqual(await changesOf(['--against', 'main']), [
        { file: 'a.dataset.yaml', oldFile: null, status: 'added', changes: [added] },
        { file: 'b.dataset.json', oldFile: null, status: 'added', changes: [added] },
        { file: 'sales.dataset.json', oldFile: 'sales.dataset.json', status: 'deleted', changes: [removed] },
      ]);
    });

    it('values: a file with other line ends, layout, or order of properties is left out', async () => {
      await repository.commit({ '.gitattributes': '* -text\n' });
      const text = dataset('Sales', 'a');
      for (const same of [text.replaceAll('\n', '\r\n'), JSON.stringify(JSON.parse(text))]) {
        await repository.write({ 'sales.dataset.json': same });
        assert.deepEqual(await changesOf(['--against', 'main']), []);
      }
    });

    it('files with line ends that Git changes, also those that can not be parsed', async () => {
      await repository.commit({
        'broken.dataset.json': '{\n"name": \n',
        '.gitattributes': '*.json text eol=crlf\n',
      });
      for (const file of ['broken.dataset.json', 'sales.dataset.json'])
        await rm(join(repository.folder, file));
      repository.git('checkout', '--', '.');
      assert.deepEqual(await changesOf(['--against', 'HEAD']), []);
    });

    it('the files below the current folder, or those that arguments name, with paths from the root', async () => {
      await repository.commit({
        'deep/old.dataset.json': dataset('Old', 'x'),
        'deep/er/a.dataset.json': dataset('A'),
      });
      await repository.write({
        'b.dataset.json': dataset('B'),
        'deep/b.dataset.json': dataset('C'),
        'plain.json': dataset('P'),
      });
      await rm(join(repository.folder, 'deep/er'), { recursive: true });
      const files = async (...args: string[]) =>
        (await changesOf(['--against', 'HEAD', ...args], join(repository.folder, 'deep'))).map(
          ({ file }: { file: string }) => file,
        );
      assert.deepEqual(await files(), ['deep/b.dataset.json', 'deep/er/a.dataset.json']);
      assert.deepEqual(await files('er'), ['deep/er/a.dataset.json']);
      assert.deepEqual(await files('**/a.*'), ['deep/er/a.dataset.json']);
      assert.deepEqual(await files('..', '!er/**'), ['b.dataset.json', 'deep/b.dataset.json']);
      assert.deepEqual(await files('.', '!b.dataset.json', '!er'), []);
      assert.deepEqual(await files('../plain.json', './b.dataset.json'), [
        'deep/b.dataset.json',
        'plain.json',
      ]);
      const { code, error } = await diff(['--against', 'HEAD', 'nothing.dataset.json']);
      assert.equal(code, 2);
      assert.match(
        error,
        /^Neither the revision nor the working tree has a dataset file.* at nothing\.dataset\.json\./,
      );
    });

    it('no file that its project excludes, unless it is named', async () => {
      const files = { 'a.dataset.json': dataset('A'), 'x/b.dataset.json': dataset('B') };
      await repository.commit({ ...files, 'dataset-studio.json': '{ "exclude": ["x/**"] }' });
      await repository.write({ 'a.dataset.json': dataset('A', 'n'), 'x/b.dataset.json': dataset('B', 'n') });
      for (const args of [[], ['.'], ['**/?.dataset.json']]) {
        const { out, error } = await diff(['--against', 'HEAD', ...args, '--format', 'junit']);
        assert.deepEqual([/a\.dataset/.test(out), /b\.dataset/.test(out)], [true, false]);
        assert.equal(
          error,
          '1 file was skipped, because its project file excludes it.\n  x/b.dataset.json\n',
        );
      }
      const [{ file }] = await changesOf(['--against', 'HEAD', 'x/b.dataset.json']);
      assert.equal(file, 'x/b.dataset.json');
      await repository.write({ 'dataset-studio.json': '{ "exlude": [] }' });
      const broken = await diff(['--against', 'HEAD']);
      assert.equal(broken.code, 2);
      assert.match(broken.error, /^dataset-studio\.json:1:3: Unknown property "exlude"/);
    });

    it('files that only one version of the project excludes: it can not let a change through', async () => {
      await repository.commit({
        'old/a.dataset.json': dataset('A'),
        'old/gone.dataset.json': dataset('Gone'),
        'new/b.dataset.json': dataset('B'),
        'dataset-studio.json': '{ "exclude": ["new/**"] }',
      });
      await repository.write({
        'old/a.dataset.json': dataset('A', 'n'),
        'new/b.dataset.json': dataset('B', 'n'),
        'old/c.dataset.json': dataset('C'),
        'dataset-studio.json': '{ "exclude": ["old/**"] }',
      });
      await rm(join(repository.folder, 'old/gone.dataset.json'));
      const { out, error } = await diff(['--against', 'HEAD', '--format', 'json']);
      const files = JSON.parse(out).map(({ file }: { file: string }) => file);
      assert.deepEqual(files, ['new/b.dataset.json', 'old/a.dataset.json', 'old/gone.dataset.json']);
      assert.match(error, /^1 file was skipped/);
    });

    it('nothing, without a mistake, where no dataset file is', async () => {
      await repository.write({ 'empty/notes.txt': '' });
      assert.deepEqual(await changesOf(['--against', 'main'], join(repository.folder, 'empty')), []);
    });

    it('files whose names contain spaces, umlauts, line breaks, quotes, or begin with a dash', async function () {
      // No file on Windows has such a name.
      if (process.platform === 'win32') this.skip();
      const names = [
        '-x.dataset.json',
        'a "b"\\c.dataset.json',
        'line\nbreak.dataset.json',
        'ö ü.dataset.json',
      ];
      await repository.commit(Object.fromEntries(names.map((name) => [name, dataset(name)])));
      await repository.write(Object.fromEntries(names.map((name) => [name, dataset(name, 'a')])));
      assert.deepEqual(
        (await changesOf(['--against', 'HEAD'])).map(({ file }: { file: string }) => file),
        names,
      );
    });

    it('everything as added with the hash of zeros, which pipelines have for a new branch', async () => {
      for (const length of [40, 64])
        assert.deepEqual(await changesOf(['--against', '0'.repeat(length)]), [
          { file: 'sales.dataset.json', oldFile: null, status: 'added', changes: [added] },
        ]);
    });

    it('with the revision itself where the histories have nothing in common, or there is no commit yet', async () => {
      repository.git('checkout', '--quiet', '--orphan', 'other');
      await repository.write({ 'sales.dataset.json': dataset('Sales', 'a', 'b') });
      const file = 'sales.dataset.json';
      const expected = [{ file, oldFile: file, status: 'changed', changes: [columnAdded('b')] }];
      assert.deepEqual(await changesOf(['--against', 'main']), expected);
      await repository.commit();
      assert.deepEqual(await changesOf(['--against', 'main']), expected);
    });

    it('repositories with SHA-256', async () => {
      const other = GitRepository.make('--object-format=sha256');
      await other.commit({ 'a.dataset.json': dataset('A'), 'b.dataset.json': dataset('B') });
      await other.write({ 'a.dataset.json': dataset('A', 'x') });
      const [{ file, changes }, ...more] = await changesOf(['--against', 'HEAD'], other.folder);
      assert.deepEqual([file, changes, more], ['a.dataset.json', [columnAdded('x')], []]);
      other.remove();
    });

    it('worktrees and submodules', async () => {
      repository.git('worktree', 'add', '--quiet', '../worktree', '-b', 'other');
      repository.git('submodule', '--quiet', 'add', `file://${repository.folder}`, 'module');
      await repository.commit();
      for (const tree of [repository.beside('worktree'), repository.beside('repository/module')]) {
        await tree.write({ 'sales.dataset.json': dataset('Sales', 'a', 'b') });
        const [{ file }, ...more] = await changesOf(['--against', 'HEAD'], tree.folder);
        assert.deepEqual([file, more], ['sales.dataset.json', []]);
      }
      assert.deepEqual(await changesOf(['--against', 'HEAD']), []);
    });

    it('files that a sparse checkout leaves out with what Git has', async () => {
      await repository.commit({ 'deep/a.dataset.json': dataset('A'), 'other/b.dataset.json': dataset('B') });
      repository.git('sparse-checkout', 'set', 'other');
      assert.deepEqual(await changesOf(['--against', 'HEAD']), []);
      assert.deepEqual(
        (await changesOf(['--against', 'main'])).map(({ file }: { file: string }) => file),
        ['deep/a.dataset.json', 'other/b.dataset.json'],
      );
    });
  });

  describe('takes for a rename', () => {
    const statuses = async (...args: string[]) =>
      (await changesOf(['--against', 'main', ...args])).map(
        ({ file, oldFile, status, changes }: Record<string, string | unknown[]>) => [
          oldFile,
          file,
          status,
          changes?.length,
        ],
      );
    const move = async (from: string, to: string) => {
      await mkdir(join(repository.folder, to, '..'), { recursive: true });
      await rename(join(repository.folder, from), join(repository.folder, to));
    };

    it('a file with the same content, which is left out', async () => {
      await move('sales.dataset.json', 'deep/new.dataset.json');
      assert.deepEqual(await statuses(), []);
    });

    it('files with the same content in another layout or notation, although their datasets have the same name', async () => {
      const layouts = ['a', 'b'].map((name) => [`old/${name}.dataset.json`, dataset('Same', name)]);
      await repository.commit(Object.fromEntries(layouts));
      repository.git('branch', '--force', 'main');
      await rm(join(repository.folder, 'old'), { recursive: true });
      const column = { dataType: 'Int64', name: 'a' };
      const table = { columns: [column], name: 'T' };
      await repository.write({
        'new/a.dataset.json': JSON.stringify({ tables: [table], name: 'Same' }).replace('Same', '\\u0053ame'),
        'new/b.dataset.yaml':
          '# b\ntables:\n  - columns: [{ name: b, dataType: Int64 }]\n    name: T\nname: Same\n',
      });
      assert.deepEqual(await statuses(), []);
    });

    it('a file whose dataset has the same name, also in another format, whichever of the two is named', async () => {
      await rm(join(repository.folder, 'sales.dataset.json'));
      await repository.write({
        'new.dataset.yaml':
          'name: Sales\ntables:\n  - name: T\n    columns:\n      - { name: b, dataType: Int64 }\n',
      });
      for (const args of [[], ['new.dataset.yaml'], ['sales.dataset.json']])
        assert.deepEqual(await statuses(...args), [['sales.dataset.json', 'new.dataset.yaml', 'renamed', 1]]);
      assert.equal(
        (await diff(['--against', 'main'])).out,
        'new.dataset.yaml (renamed from sales.dataset.json)\n  breaking    Column a of table T: renamed to b\n\n1 change (breaking)\n',
      );
    });

    it('files of a folder by their contents, although their datasets have the same name', async () => {
      const files = ['a', 'b'].map((name) => [`old/${name}.dataset.json`, dataset('Same', name)]);
      await repository.commit(Object.fromEntries(files));
      repository.git('branch', '--force', 'main');
      await move('old', 'new');
      assert.deepEqual(await statuses(), []);
    });

    it('no file where several pairs fit', async () => {
      await rm(join(repository.folder, 'sales.dataset.json'));
      for (const name of ['b', 'c'])
        await repository.write({ [`${name}.dataset.json`]: dataset('Sales', name) });
      assert.deepEqual(await statuses(), [
        [null, 'b.dataset.json', 'added', 1],
        [null, 'c.dataset.json', 'added', 1],
        ['sales.dataset.json', 'sales.dataset.json', 'deleted', 1],
      ]);
    });
  });

  it('prints reports that their schemas accept, with every status and severity', async () => {
    const broken = { 'é [1] %.dataset.json': '{ "name": 7,' };
    const before = { 'old.dataset.json': dataset('Old', 'a'), 'gone.dataset.json': dataset('<&">', 'a') };
    await repository.commit({ ...before, 'moved.dataset.json': dataset('M', 'a', 'b') });
    for (const file of Object.keys(before)) await rm(join(repository.folder, file));
    await repository.write({
      ...broken,
      'new.dataset.json': dataset('Old', 'a', 'b'),
      'sales.dataset.json': dataset('Sales'),
      'moved.dataset.json': dataset('M', 'b', 'a'),
    });
    for (const [format, faultsIn] of Object.entries(reportFaults)) {
      const { code, out } = await diff(['--against', 'HEAD', '--format', format]);
      assert.equal(code, 2);
      assert.deepEqual(await faultsIn(out), [], format);
      for (const kind of ['unreadable', 'dataset-removed', 'column-added', 'column-removed', 'column-moved'])
        assert.ok(out.includes(kind), `${format} ${kind}`);
      const two = await diff(['moved.dataset.json', 'sales.dataset.json', '--format', format]);
      assert.deepEqual(await faultsIn(two.out), [], format);
    }
  });

  describe('exits with', () => {
    it('1 for a change of the severity of --fail-on or a worse one', async () => {
      const before = await repository.commit({ 'sales.dataset.json': dataset('Sales', 'a', 'b') });
      const files = {
        breaking: dataset('Sales', 'a'),
        compatible: dataset('Sales', 'a', 'b', 'c'),
        cosmetic: dataset('Sales', 'b', 'a'),
        none: dataset('Sales', 'a', 'b'),
      };
      // At each severity, the value that it does not reach, and the one that it does.
      const expected = {
        breaking: { '--fail-on=breaking': 1, '--fail-on=never': 0 },
        compatible: { '--fail-on=breaking': 0, '--fail-on=compatible': 1 },
        cosmetic: { '--fail-on=compatible': 0, '--fail-on=any': 1, '--exit-code': 1 },
        none: { '--fail-on=any': 0, '--exit-code': 0 },
      };
      for (const [severity, codes] of Object.entries(expected)) {
        await repository.write({ 'sales.dataset.json': files[severity as keyof typeof files] });
        for (const [option, code] of Object.entries(codes))
          assert.equal((await diff(['--against', before, option])).code, code, `${severity} ${option}`);
      }
    });

    it('2 for wrong usage', async () => {
      for (const args of [
        ['--against', 'main', '--fail-on', 'any', '--exit-code'],
        ['--against', 'main', '--fail-on', 'worst'],
        ['--against', ''],
        ['--against'],
        ['--against', 'main', '-'],
        ['--exact', 'a.dataset.json', 'b.dataset.json'],
        ['sales.dataset.json'],
      ])
        assert.equal((await diff(args)).code, 2, args.join(' '));
    });

    it('2 for files that can not be parsed in one of the versions, and says which; others are compared', async () => {
      await repository.commit({
        'a.dataset.json': '{\n',
        'b.dataset.json': dataset('B'),
        'c.dataset.json': '[',
      });
      await repository.write({
        'a.dataset.json': dataset('A'),
        'b.dataset.json': '{ "name": ',
        'sales.dataset.json': dataset('Sales', 'b'),
      });
      const { code, out, error } = await diff([
        '--against',
        'HEAD',
        '--format',
        'json',
        '--fail-on',
        'breaking',
      ]);
      assert.equal(code, 2);
      const [a, b, sales, ...more] = JSON.parse(out);
      assert.deepEqual(more, []);
      assert.deepEqual(
        [a.file, a.oldFile, a.status, a.changes],
        ['a.dataset.json', 'a.dataset.json', 'unreadable', []],
      );
      assert.match(a.message, /^The earlier version can't be parsed\. Line 2, column 1: /);
      assert.match(b.message, /^The file can't be parsed\. Line 1, column \d+: /);
      assert.equal(sales.status, 'changed');
      assert.match(error, /^a\.dataset\.json can't be compared\. The earlier version can't be parsed\./);
    });
  });
});
