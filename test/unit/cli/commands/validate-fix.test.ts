import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { fixDataset } from '../../../../src/app/fix-dataset.ts';
import { formatOf } from '../../../../src/dataset/dataset.ts';
import { mutatedDocument, untidyDocument } from '../../dataset/documents.ts';
import { datasetStudio } from '../process.ts';

const columns = (dataType: string) =>
  `"tables":[{"name":"T","columns":[{"name":"C","dataType":"${dataType}"}]}]`;
const fixable = `{\r\n  "name": " Sales",\r\n  ${columns('int64')}\r\n}\r\n`;
const fixed = `{\r\n  "name": "Sales",\r\n  ${columns('Int64')}\r\n}\r\n`;

describe('dataset-studio validate --fix', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const validate = (args: readonly string[], input?: string) =>
    datasetStudio(['validate', ...args], { cwd: folder, ...(input !== undefined && { input }) });

  it('writes what Fix All changes, keeps the rest, and reports what is left', async () => {
    await write('a.dataset.json', fixable);
    await write('b.dataset.yaml', '# Sales\nname:  " Sales"  # the name\ntables: [] # none\n');
    const { code, out, error } = await validate(['--fix', '.']);
    assert.equal(await read('a.dataset.json'), fixed);
    assert.equal(await read('b.dataset.yaml'), '# Sales\nname:  "Sales"  # the name\ntables: [] # none\n');
    assert.match(out, /^b\.dataset\.yaml\n.*no-tables\n\n2 files: 0 errors, 1 warning\n$/);
    assert.equal(error, 'Fixed problems in 2 of 2 files.\n');
    assert.equal(code, 0);
    assert.equal((await validate(['--fix', '.', '--max-warnings', '0'])).code, 1);
  });

  it('removes byte order marks, with which no document is valid', async () => {
    await write('a.dataset.json', `\ufeff${fixable}`);
    await write('marked.dataset.json', `\ufeff${fixed}`);
    await write('b.dataset.yaml', '\ufeffname: " Sales"\ntables: []\n');
    await write('marked.dataset.yaml', '\ufeffname: Sales\ntables: []\n');
    assert.equal((await validate(['--fix', '.'])).code, 0);
    assert.equal(await read('a.dataset.json'), fixed);
    assert.equal(await read('marked.dataset.json'), fixed);
    assert.equal(await read('b.dataset.yaml'), 'name: "Sales"\ntables: []\n');
    assert.equal(await read('marked.dataset.yaml'), 'name: Sales\ntables: []\n');
  });

  it('writes nothing where nothing is to fix, or the bytes are not text', async () => {
    await write('a.dataset.json', fixed);
    await writeFile(join(folder, 'b.dataset.json'), Buffer.from(fixable, 'utf16le'));
    const before = await Promise.all(['a', 'b'].map((name) => stat(join(folder, `${name}.dataset.json`))));
    assert.equal((await validate(['--fix', '.'])).code, 1);
    const after = await Promise.all(['a', 'b'].map((name) => stat(join(folder, `${name}.dataset.json`))));
    assert.deepEqual(
      after.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
      before.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
    );
  });

  if (process.platform !== 'win32')
    it('checks a link that a folder contains, but writes only files and links that are named', async () => {
      await write('target.json', fixable);
      await symlink('target.json', join(folder, 'link.dataset.json'));
      assert.match((await validate(['--fix', '.'])).out, /link\.dataset\.json\n.*untidy-name/);
      assert.equal(await read('target.json'), fixable);
      await validate(['--fix', 'link.dataset.json']);
      assert.equal(await read('target.json'), fixed);
      assert.equal((await lstat(join(folder, 'link.dataset.json'))).isSymbolicLink(), true);
    });

  if (process.platform !== 'win32')
    it('writes nothing through a link to a folder that a folder or a pattern lists', async () => {
      await mkdir(join(folder, 'r', 'in'), { recursive: true });
      await mkdir(join(folder, 'other'));
      await write('other/a.dataset.json', fixable);
      await write('r/in/b.dataset.json', fixable);
      await symlink('../other', join(folder, 'r', 'out'));
      await symlink('in', join(folder, 'r', 'inside'));
      const cwd = join(folder, 'r');
      for (const args of [
        ['validate', '--fix', '.'],
        ['validate', '--fix', 'out/*'],
        ['format', '.'],
        ['format', '**/*.dataset.json'],
      ]) {
        const { code, out, error } = await datasetStudio(args, { cwd });
        assert.equal(code, 2, args.join(' '));
        assert.match(out + error, /^out\n.*The link leads out of the folder.*name it/m);
        assert.equal(await read('other/a.dataset.json'), fixable, args.join(' '));
      }
      await write('r/in/b.dataset.json', fixable);
      assert.equal((await datasetStudio(['validate', '--fix', 'inside/*'], { cwd })).code, 0);
      assert.equal(await read('r/in/b.dataset.json'), fixable);
      assert.equal((await datasetStudio(['validate', '--fix', '.', 'out'], { cwd })).code, 0);
      assert.equal(await read('r/in/b.dataset.json'), fixed);
      assert.equal(await read('other/a.dataset.json'), fixed);
    });

  it('has the rules of the project file', async () => {
    await write('dataset-studio.json', '{"rules":{"untidy-name":"off","unknown-data-type":"off"}}');
    await write('a.dataset.json', fixable);
    await validate(['--fix', '.']);
    assert.equal(await read('a.dataset.json'), fixable);
  });

  if (process.platform !== 'win32' && process.getuid?.() !== 0)
    it('exits with 2 if a file cannot be written, and fixes the others', async () => {
      await mkdir(join(folder, 'closed'));
      await write('closed/a.dataset.json', fixable);
      await write('b.dataset.json', fixable);
      execFileSync('chmod', ['555', join(folder, 'closed')]);
      const { code, out, error } = await validate(['--fix', '.']);
      execFileSync('chmod', ['755', join(folder, 'closed')]);
      assert.equal(code, 2);
      assert.match(out, /closed\/a\.dataset\.json\n.*can't be written because permission was denied/);
      assert.match(error, /^Fixed problems in 1 of 2 files\.\n1 file or folder could not be checked\.$/m);
      assert.equal(await read('b.dataset.json'), fixed);
    });

  it('prints a diff with --dry-run that git applies, writes nothing, and exits with 1', async () => {
    await write('a.dataset.json', `\ufeff${fixable}`);
    await write('b.dataset.json', fixable);
    await write('c.dataset.yaml', 'name: " Sales"\ntables: []');
    const { code, out, error } = await validate(['--fix', '--dry-run', '.']);
    assert.equal(code, 1);
    assert.match(out, /^-\ufeff\{\r\n\+\{\r\n/m);
    assert.equal(await read('b.dataset.json'), fixable);
    assert.match(error, /c\.dataset\.yaml\n.*no-tables/);
    await write('changes.diff', out);
    execFileSync('git', ['apply', 'changes.diff'], { cwd: folder });
    assert.equal(await read('a.dataset.json'), fixed);
    assert.equal(await read('b.dataset.json'), fixed);
    assert.equal(await read('c.dataset.yaml'), 'name: "Sales"\ntables: []');
  });

  it('exits with 0 after a dry run if nothing is to fix and no error is left, and with 1 if one is', async () => {
    await write('a.dataset.json', fixed);
    assert.deepEqual(await validate(['--fix', '--dry-run', '-q', '.']), { code: 0, out: '', error: '' });
    await write('b.dataset.json', '{"name":"Sales"}');
    const { code, out, error } = await validate(['--fix', '--dry-run', '.']);
    assert.deepEqual([code, out], [1, '']);
    assert.match(error, /b\.dataset\.json\n.*missing-property/);
  });

  it('reads standard input for a dry run only', async () => {
    const { code, out } = await validate(
      ['--fix', '--dry-run', '-', '--stdin-filename', 'x/a.dataset.json'],
      fixable,
    );
    assert.equal(code, 1);
    assert.match(out, /^--- a\/x\/a\.dataset\.json\n/);
    const refused = await validate(['--fix', '-'], fixable);
    assert.equal(refused.code, 2);
    assert.match(refused.error, /can't write standard input/);
  });

  it('refuses options that have no meaning together', async () => {
    await write('a.dataset.json', fixable);
    for (const args of [
      ['--dry-run'],
      ['--fix', '--dry-run', '--format', 'json'],
      ['--fix', '--against', 'HEAD'],
      ['--stdin-filename', 'a.dataset.json'],
      ['-', '--stdin-filename', 'a.txt'],
    ])
      assert.equal((await validate(['a.dataset.json', ...args])).code, 2, args.join(' '));
    assert.equal(await read('a.dataset.json'), fixable);
  });

  it('leaves what validate reports then, nothing that it would fix again, and no other file', async () => {
    const documents = (['json', 'yaml'] as const).flatMap((format) =>
      fc
        .sample(fc.oneof(untidyDocument(format), mutatedDocument(format)), { numRuns: 40, seed: 1 })
        .map((text, index) => [`${index}.dataset.${format}`, text] as const),
    );
    for (const [name, text] of documents) await write(name, text);
    const first = await validate(['--fix', '.', '--format', 'json']);
    assert.match(first.error, /^Fixed problems in [1-9]\d* of 80 files\.\n$/);
    const texts = await Promise.all(documents.map(([name]) => read(name)));
    const report = await validate(['.', '--format', 'json']);
    assert.deepEqual([report.code, report.out], [first.code, first.out]);
    const second = await validate(['--fix', '.', '--format', 'json']);
    assert.deepEqual(
      [second.code, second.out, second.error],
      [first.code, first.out, 'Fixed problems in 0 of 80 files.\n'],
    );
    assert.deepEqual(await Promise.all(documents.map(([name]) => read(name))), texts);
    assert.deepEqual((await readdir(folder)).sort(), documents.map(([name]) => name).sort());
    for (const [index, [name]] of documents.entries()) {
      const settings = { rules: {}, dataTypes: [] };
      const content = new TextEncoder().encode(texts[index]);
      const again = await fixDataset({ content, format: formatOf(name) ?? 'json', settings });
      assert.deepEqual(again?.edits ?? [], [], name);
    }
  });
});

describe('dataset-studio validate, with standard input', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    await mkdir(join(folder, 'x'));
    await writeFile(join(folder, 'x', 'dataset-studio.json'), '{"rules":{"no-tables":"error"}}');
    await writeFile(join(folder, 'a.dataset.json'), fixed);
  });

  afterEach(() => rm(folder, { recursive: true }));

  const validate = (args: readonly string[], input: string) =>
    datasetStudio(['validate', ...args], { cwd: folder, input });

  it('reads it as JSON', async () => {
    assert.equal((await validate(['-'], fixed)).code, 0);
    const { code, out } = await validate(['-'], 'name: Sales\n');
    assert.equal(code, 1);
    assert.match(out, /^-\n {2}1:1 .*syntax/);
  });

  it('takes the format, the rules, and the path in reports from --stdin-filename', async () => {
    const yaml = 'name: Sales\ntables: []\n';
    const named = (name: string) => validate(['-', '--stdin-filename', name, '--format', 'json'], yaml);
    const problem = { file: 'x/b.dataset.yaml', code: 'no-tables', severity: 'error' };
    const { code, out } = await named('x/b.dataset.yaml');
    assert.equal(code, 1);
    const [{ file, code: rule, severity }] = JSON.parse(out);
    assert.deepEqual({ file, code: rule, severity }, problem);
    assert.equal((await named('b.dataset.yaml')).code, 0);
  });

  it('can be one of several files', async () => {
    const { code, out } = await validate(['a.dataset.json', '-'], '{"name":"Sales"}');
    assert.equal(code, 1);
    assert.match(out, /^-\n.*missing-property\n\n2 files: 1 error, 0 warnings\n$/);
  });
});
