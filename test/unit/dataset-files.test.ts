import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootedDocuments, rootedFiles } from '../../src/cli/mcp/rooted-files.ts';
import { hasDatasetName } from '../../src/dataset/dataset.ts';
import { isDataFile } from '../../src/inference/formats/formats.ts';
import { GitRepository } from './cli/git-repository.ts';
import { datasetStudio } from './cli/process.ts';
import { content, files, filesOf, projectFile } from './dataset-files.ts';

/** By name alone. */
const named = [...filesOf('dataset'), ...filesOf('excluded'), 'node_modules/x.dataset.json'].sort();
const paths = files.map(([path]) => path).sort();

describe('What a dataset file is', function () {
  this.timeout(120_000);
  let repository: GitRepository;

  before(async () => {
    repository = GitRepository.make();
    await repository.commit({ 'dataset-studio.json': projectFile, '.gitignore': 'node_modules\n' });
    await repository.write(Object.fromEntries(paths.map((path) => [path, content])));
  });

  after(() => repository.remove());

  const run = (...args: string[]) => datasetStudio(args, { cwd: repository.folder });
  /** The files that `validate` finds a problem in, and those that it says it skipped. */
  const validate = async (...args: string[]) => {
    const { out, error } = await run('validate', '--format', 'json', ...args);
    const problems: { file: string; code: string }[] = JSON.parse(out);
    const skipped = error.split('\n').flatMap((line) => (line.startsWith('  ') ? [line.trim()] : []));
    return { checked: [...new Set(problems.map(({ file }) => file))].sort(), skipped: skipped.sort() };
  };
  const answer = { checked: filesOf('dataset'), skipped: filesOf('excluded') };

  it('is one answer by name, for data files, menus, languages, and hooks', async () => {
    const manifest = await readFile('package.json', 'utf8');
    const conditions = [...manifest.matchAll(/resourceFilename =~ \/(\S+dataset\S+?)\/i/g)].map(
      ([, source = '']) => source.replaceAll('\\\\', '\\'),
    );
    const [menus, others] = [new Set(conditions), new Set(paths.filter((path) => !named.includes(path)))];
    assert.ok(menus.has('\\.dataset\\.(json|ya?ml)$'), [...menus].join());
    const { languages } = JSON.parse(manifest).contributes;
    const endings: string[] = languages.flatMap(({ id, extensions }: Record<string, unknown>) =>
      String(id).startsWith('dataset-') ? extensions : [],
    );
    const hooks = [...readFileSync('.pre-commit-hooks.yaml', 'utf8').matchAll(/files: \(\?i\)(.*)/g)];
    assert.equal(hooks.length, 3);
    for (const path of paths) {
      const [is, name] = [named.includes(path), path.slice(path.lastIndexOf('/') + 1)];
      assert.equal(hasDatasetName(path), is, path);
      if (is) assert.equal(isDataFile(path), false, path);
      assert.equal(/\.dataset\.(json|ya?ml)$/i.test(name), is, path);
      // VS Code compares the endings of languages without case.
      assert.equal(
        endings.some((ending) => name.toLowerCase().endsWith(ending)),
        is,
        path,
      );
      for (const [, source = ''] of hooks) assert.equal(new RegExp(source, 'i').test(path), is, path);
    }
    assert.equal(others.size + named.length, paths.length);
  });

  it('is the same in folders, for globs, and for several arguments', async () => {
    assert.deepEqual(await validate('.'), answer);
    for (const patterns of [['**'], ['**/*'], ['**/*.{JSON,yaml,Yml}'], ['**/*.dataset.*'], ['*', '*/**']])
      assert.deepEqual(await validate(...patterns), answer, patterns.join(' '));
    assert.deepEqual(await validate('.', '!SUB/**', '!**/*.dataset.json'), {
      checked: filesOf('dataset').filter((path) => /\.ya?ml$/i.test(path) && !path.startsWith('sub/')),
      skipped: ['archive/i.dataset.yml'],
    });
  });

  it('is the same for files that differ from a revision', async () => {
    for (const args of [[], ['.'], ['**/*']])
      assert.deepEqual(await validate('--against', 'HEAD', ...args), answer, args.join());
  });

  it('is the same for create, format, and status', async () => {
    const created = await run('create', '**/*', '--dry-run', '--base-url', 'https://gateway.example');
    const wrong = [...created.error.matchAll(/^(\S.*)\n {2}1:/gm)].map(([, file]) => file);
    assert.deepEqual(wrong.sort(), answer.checked);
    const formatted = await run('format', '.', '--check');
    assert.match(formatted.error, new RegExp(`of ${answer.checked.length} files would change`));
    await mkdir(join(repository.folder, '.journal'), { recursive: true });
    const status = await run('status', '--journal', '.journal', '--json');
    const skipped = [...status.error.matchAll(/^ {2}(.*)$/gm)].map(([, file]) => file);
    assert.deepEqual(skipped.sort(), answer.skipped);
  });

  it('is the same for agents', async () => {
    const documents = rootedDocuments(await rootedFiles(repository.folder));
    for (const pattern of ['.', '**/*', '**/*.DATASET.*']) {
      const found = await documents.find([pattern]);
      assert.ok(found.ok, pattern);
      const kinds = new Map<string, string[]>([
        ['dataset', []],
        ['excluded', []],
      ]);
      for (const file of found.value.files) {
        const document = await documents.read(file);
        assert.ok(document.ok, file);
        kinds.get(document.value.isExcluded ? 'excluded' : 'dataset')?.push(file);
      }
      assert.deepEqual(kinds.get('dataset')?.sort(), answer.checked, pattern);
      assert.deepEqual(kinds.get('excluded')?.sort(), answer.skipped, pattern);
    }
  });

  it('does not matter for a file that is named, if it can be read as one', async () => {
    assert.deepEqual((await validate('l.json', 'm.yaml')).checked, ['l.json', 'm.yaml']);
    assert.deepEqual((await validate('archive/h.dataset.json')).skipped, ['archive/h.dataset.json']);
    assert.match(
      (await run('validate', 'q.dataset.txt')).error,
      /q\.dataset\.txt is a data file, not a dataset file/,
    );
    assert.match(
      (await run('validate', 'l.*')).error,
      /^No dataset file was found at l\.\*\. The names of dataset/,
    );
    const created = await run(
      'create',
      'archive/h.dataset.json',
      '--dry-run',
      '--base-url',
      'https://gateway.example',
    );
    assert.match(created.error, /archive\/h\.dataset\.json/);
    assert.equal(created.code, 1);
  });
});
