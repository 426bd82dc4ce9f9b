import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { mutatedDocument, untidyDocument } from '../../dataset/documents.ts';
import { GitRepository } from '../git-repository.ts';
import { datasetStudio } from '../process.ts';

/** A dataset with a column of each type, one in a line. */
const dataset = (...types: readonly string[]) =>
  `name: Sales\ntables:\n  - name: T\n    columns:\n${types.map((type, index) => `      - { name: c${index}, dataType: ${type} }\n`).join('')}`;

const file = 'sales.dataset.yaml';

describe('dataset-studio validate --against', function () {
  this.timeout(120_000);
  let repository: GitRepository;

  beforeEach(async () => {
    repository = GitRepository.make();
    await repository.commit({ [file]: dataset('odd', 'Int64'), 'b.dataset.json': '{}' });
    repository.git('checkout', '--quiet', '-b', 'topic');
  });

  afterEach(() => repository.remove());

  const validate = (args: readonly string[], cwd = repository.folder) =>
    datasetStudio(['validate', ...args], { cwd });
  /** File, line, and rule of each new problem. */
  const newProblems = async (...args: string[]) => {
    const { out, error } = await validate(['--against', 'main', ...args, '--format', 'json']);
    assert.equal(error, '');
    return JSON.parse(out).map(({ file: path, line, code }: Record<string, unknown>) => [path, line, code]);
  };

  it('prints nothing for problems that a file had, wherever they are now', async () => {
    assert.deepEqual(await newProblems(), []);
    await repository.write({ [file]: `# A comment\n\n${dataset('Int64', 'odd')}` });
    assert.deepEqual(await newProblems(), []);
    const { code, out } = await validate(['--against', 'main', '--max-warnings', '0']);
    assert.deepEqual([code, out], [0, '2 files: 0 errors, 0 warnings\n']);
  });

  it('prints each problem as often as it is new, and counts only those', async () => {
    await repository.write({ [file]: dataset('odd', 'odd', 'other', 'odd') });
    assert.deepEqual(await newProblems(), [
      [file, 6, 'unknown-data-type'],
      [file, 7, 'unknown-data-type'],
      [file, 8, 'unknown-data-type'],
    ]);
    assert.equal((await validate(['--against', 'main'])).code, 0);
    assert.equal((await validate(['--against', 'main', '--max-warnings', '2'])).code, 1);
    assert.equal((await validate(['--against', 'main', '--max-warnings', '3'])).code, 0);
    await repository.write({ [file]: 'name: Sales\n' });
    assert.equal((await validate(['--against', 'main'])).code, 1);
  });

  it('compares a renamed file with what it was, and takes all problems of an added one for new', async () => {
    await rename(join(repository.folder, file), join(repository.folder, 'new.dataset.yaml'));
    await repository.write({ 'new.dataset.yaml': dataset('odd', 'Int64', 'other') });
    assert.deepEqual(await newProblems(), [['new.dataset.yaml', 7, 'unknown-data-type']]);
    await rm(join(repository.folder, 'b.dataset.json'));
    await repository.write({ 'a.dataset.json': '{ "name": "A" }' });
    assert.deepEqual(await newProblems('a.dataset.json'), [['a.dataset.json', 1, 'missing-property']]);
  });

  it('refuses to pass for a file that is gone, as without a revision', async () => {
    await rename(join(repository.folder, file), join(repository.folder, 'new.dataset.yaml'));
    for (const gone of [file, 'sal*', './sales.dataset.yaml', 'nowhere']) {
      const { code, out, error } = await validate(['--against', 'main', gone]);
      assert.deepEqual([code, out], [2, ''], gone);
      assert.match(error, /^The working tree has no dataset file, apart from files that Git ignores, at /);
    }
  });

  it('prints exactly what validate finds more often than before, by rule and message', async () => {
    const documents = (['json', 'yaml'] as const).flatMap((format) => {
      const texts = fc.sample(fc.oneof(untidyDocument(format), mutatedDocument(format)), {
        numRuns: 30,
        seed: 1,
      });
      const next = (index: number) => texts[(index + 1) % texts.length] ?? '';
      return texts.map((text, index) => [
        `${index}.dataset.${format}`,
        text,
        index % 3 === 0 ? `\n\n${text}` : next(index),
      ]);
    });
    const write = (version: 1 | 2) =>
      repository.write(Object.fromEntries(documents.map((each) => [`d/${each[0]}`, each[version] ?? ''])));
    const problemsOf = async (...args: string[]) => {
      const { out } = await validate([...args, '--format', 'json']);
      const counts = new Map<string, number>();
      for (const { file: path, code, message } of JSON.parse(out)) {
        const problem = `${path} ${code} ${message}`;
        counts.set(problem, (counts.get(problem) ?? 0) + 1);
      }
      return counts;
    };
    await write(1);
    await repository.commit();
    const before = await problemsOf('d/*');
    await write(2);
    const after = await problemsOf('d/*');
    const expected = [...after].map(
      ([problem, count]) => [problem, count - (before.get(problem) ?? 0)] as const,
    );
    const found = await problemsOf('--against', 'HEAD', 'd/*');
    assert.deepEqual(new Map(found), new Map(expected.filter(([, count]) => count > 0)));
    assert.ok(found.size > 20 && found.size < after.size && [...found.values()].some((count) => count > 1));
  });

  describe('where a change weakens its own checks', () => {
    const project = (content: object) => ({ 'dataset-studio.json': JSON.stringify(content, null, 1) });
    const wrong = { 'c.dataset.json': '{"name":5}' };
    const wrongType = ['c.dataset.json', 1, 'wrong-type'];
    const missing = ['c.dataset.json', 1, 'missing-property'];
    const weakened = (path: string, line: number) => [path, line, 'weakened-check'];

    it('checks what it excludes, and says at its line that it was checked', async () => {
      for (const [content, line] of [
        [{ include: [] }, 2],
        [{ rules: {}, exclude: ['**'] }, 3],
        [{ include: ['**'], exclude: ['c*'] }, 5],
      ] as const) {
        await repository.write({ ...wrong, ...project(content) });
        assert.deepEqual(await newProblems(), [weakened('dataset-studio.json', line), missing, wrongType]);
        const { code, out } = await validate(['--against', 'main']);
        assert.equal(code, 1);
        assert.match(out, /leaves out dataset files that were checked before this change, such as .*json/);
      }
    });

    it('checks by the severities that it lowers, wherever it does', async () => {
      const off = { rules: { 'wrong-type': 'off', 'no-tables': 'hint' } };
      const cases: readonly [Record<string, string>, readonly unknown[]][] = [
        [project(off), ['dataset-studio.json', 3]],
        [project({ overrides: [{ files: ['c*'], ...off }] }), ['dataset-studio.json', 8]],
        [{ ...project({ extends: './b.json' }), 'b.json': JSON.stringify(off) }, ['b.json', 1]],
      ];
      for (const [files, [path, line]] of cases) {
        await repository.write({ ...wrong, ...files });
        const found = await newProblems('c.dataset.json');
        const [first] = found;
        assert.deepEqual(first, [path, line, 'weakened-check'], JSON.stringify(files));
        assert.deepEqual(found.slice(-2), [missing, wrongType]);
        assert.equal((await validate(['--against', 'main', 'c.dataset.json'])).code, 1);
        for (const written of Object.keys(files)) await rm(join(repository.folder, written));
      }
    });

    it('counts as a warning, also where a severity or the file that had it is removed', async () => {
      const strict = project({ rules: { 'no-tables': 'error' } });
      await repository.commit({ ...strict, [file]: 'name: Sales\ntables: []\n' });
      for (const later of [project({}), undefined]) {
        if (later) await repository.write(later);
        else await rm(join(repository.folder, 'dataset-studio.json'));
        const args = ['--against', 'HEAD', file];
        const { code, out } = await validate([...args, '--format', 'json']);
        assert.equal(code, 0);
        assert.deepEqual(
          JSON.parse(out).map((problem: Record<string, unknown>) => [problem.file, problem.code]),
          [['dataset-studio.json', 'weakened-check']],
        );
        assert.equal((await validate([...args, '--max-warnings', '0'])).code, 1);
      }
    });

    it('says nothing of what was not checked, of more checks, or of what Git ignores', async () => {
      const names = { column: { style: 'PascalCase' } };
      await repository.write({
        'a/x.dataset.json':
          '{"name":"X","tables":[{"name":"T","columns":[{"name":"c","dataType":"Int64"}]}]}',
        ...project({
          names,
          rules: { 'no-tables': 'error' },
          overrides: [{ files: ['a/**'], rules: { 'name-style': 'off' } }],
        }),
      });
      assert.deepEqual(await newProblems('a'), []);
      await repository.commit({
        '.gitignore': 'w/dataset-studio.json',
        'w/x.dataset.json': '{"name":5}',
        ...project({ exclude: ['a/**'] }),
      });
      await repository.write({
        'w/dataset-studio.json': '{"rules":{"wrong-type":"off"}}',
        ...project({ exclude: ['a/**', 'c*'] }),
      });
      const { out } = await validate(['--against', 'HEAD', '--format', 'json']);
      assert.deepEqual(JSON.parse(out), []);
    });
  });

  it('applies the rules of today to both versions, so that a rule can be turned on', async () => {
    await repository.write({
      'dataset-studio.json': '{ "rules": { "unknown-data-type": "error" } }',
      [file]: dataset('odd', 'other'),
    });
    assert.deepEqual(await newProblems(), [[file, 6, 'unknown-data-type']]);
    assert.equal((await validate(['--against', 'main'])).code, 1);
  });

  it('compares with the revision itself with --exact', async () => {
    repository.git('checkout', '--quiet', 'main');
    await repository.commit({ [file]: dataset('Int64', 'Int64') });
    repository.git('checkout', '--quiet', 'topic');
    assert.deepEqual(await newProblems(), []);
    assert.deepEqual(await newProblems('--exact'), [[file, 5, 'unknown-data-type']]);
  });

  it('names files from the root in every format, in a folder, and in a report that it writes there', async () => {
    await repository.write({ 'deep/a.dataset.json': '{ "name": "A" }' });
    const deep = join(repository.folder, 'deep');
    for (const [format, expected] of [
      ['stylish', /^deep\/a\.dataset\.json\n/],
      ['json', /"file": "deep\/a\.dataset\.json"/],
      ['github', /^::error file=deep\/a\.dataset\.json,/],
      ['gitlab', /"path": "deep\/a\.dataset\.json"/],
      ['junit', /<testsuite name="deep\/a\.dataset\.json" tests="1" failures="1"/],
      ['azure', /sourcepath=deep\/a\.dataset\.json;/],
      ['sarif', /"uri": "deep\/a\.dataset\.json"/],
    ] as const) {
      const { code, out } = await validate(['--against', 'main', '--format', format], deep);
      assert.equal(code, 1);
      assert.match(out, expected);
    }
    const refused = await validate(['--against', 'main', '--output', 'a.dataset.json'], deep);
    assert.match(refused.error, /one of the files to read/);
    assert.equal((await validate(['--against', 'main', '--output', 'report.txt'], deep)).out, '');
  });

  it('exits with 2 for a mistake in a project file, also if no dataset has changed', async () => {
    await repository.write({ 'dataset-studio.json': '{ "exlude": [] }' });
    const { code, out } = await validate(['--against', 'main', '--format', 'json']);
    assert.equal(code, 2);
    assert.match(out, /Unknown property \\"exlude\\"/);
  });

  it('names a project file with mistakes from the root, and exits with 2 for it, and for wrong usage', async () => {
    await repository.write({
      'deep/dataset-studio.json': '{ "rules": { "no-tables": "errr" } }',
      'deep/a.dataset.json': '{}',
    });
    const { code, out } = await validate(
      ['--against', 'main', '--format', 'json'],
      join(repository.folder, 'deep'),
    );
    assert.equal(code, 2);
    assert.match(out, /"file": "deep\/dataset-studio\.json"/);
    for (const args of [[], ['--exact', file], ['--against', ''], ['--against', 'nothing']])
      assert.equal((await validate(args)).code, 2, args.join(' '));
  });
});
