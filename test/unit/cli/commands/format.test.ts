import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesFolder } from '../../../../scripts/repository.ts';
import { datasetStudio } from '../process.ts';

const compact = '{"name":"Sales","tables":[]}\r\n';
const formatted = '{\r\n  "name": "Sales",\r\n  "tables": []\r\n}\r\n';

describe('dataset-studio format', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  // Without a conversion of line ends.
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const format = (args: readonly string[], input = '') =>
    datasetStudio(['format', ...args], { cwd: folder, input });

  it('writes the files that change, and prints their names', async () => {
    await write('a.dataset.json', formatted);
    await write('b.dataset.json', compact);
    await write('c.dataset.yaml', '# Sales\nname:   Sales # the name\ntables:   []\n');
    const before = await stat(join(folder, 'a.dataset.json'));
    assert.deepEqual(await format(['.']), {
      code: 0,
      out: 'b.dataset.json\nc.dataset.yaml\n',
      error: 'Formatted 2 of 3 files.\n',
    });
    assert.equal(await read('b.dataset.json'), formatted);
    assert.equal(await read('c.dataset.yaml'), '# Sales\nname: Sales # the name\ntables: []\n');
    const after = await stat(join(folder, 'a.dataset.json'));
    assert.deepEqual([after.ino, after.mtimeMs], [before.ino, before.mtimeMs]);
    assert.equal((await readdir(folder)).length, 3);
    assert.deepEqual(await format(['.', '-q']), { code: 0, out: '', error: '' });
  });

  it('writes nothing with --check, and exits with 1 if a file would change', async () => {
    await write('a.dataset.json', compact);
    await write('b.dataset.json', formatted);
    assert.deepEqual(await format(['--check', '.']), {
      code: 1,
      out: 'a.dataset.json\n',
      error: '1 of 2 files would change.\n',
    });
    assert.equal(await read('a.dataset.json'), compact);
    assert.equal((await format(['--check', 'b.dataset.json'])).code, 0);
  });

  it('exits with 2 if a file has syntax errors or cannot be read, and formats the others', async () => {
    await write('a.dataset.json', '{"name":"Sales",}');
    await write('b.dataset.json', compact);
    await write('c.dataset.yaml', 'name: [');
    const { code, out, error } = await format([
      'a.dataset.json',
      'b.dataset.json',
      'c.dataset.yaml',
      'd.dataset.json',
    ]);
    assert.deepEqual([code, out], [2, 'b.dataset.json\n']);
    for (const name of ['a.dataset.json', 'c.dataset.yaml', 'd.dataset.json'])
      assert.match(error, new RegExp(`^${name}\n.* syntax$`, 'm'));
    assert.equal(await read('a.dataset.json'), '{"name":"Sales",}');
    assert.equal(await read('b.dataset.json'), formatted);
    assert.equal((await format(['--check', '.'])).code, 2);
  });

  it('skips files that a project excludes, also if they are named, as hooks do', async () => {
    await write('dataset-studio.json', '{"exclude":["a.*"]}');
    await write('a.dataset.json', compact);
    for (const file of ['.', 'a.dataset.json']) {
      const { code, out, error } = await format(['--check', file]);
      assert.deepEqual([code, out], [0, '']);
      assert.match(error, /^1 file was skipped/);
    }
  });

  it('changes nothing in the template of a repository, whose hooks format it', async () => {
    assert.equal((await format(['--check', join(samplesFolder, 'repository')])).code, 0);
  });

  it('formats a document that violates rules', async () => {
    await write('a.dataset.json', '{"nam":1,"nam":2}');
    assert.equal((await format(['.'])).code, 0);
    assert.equal(await read('a.dataset.json'), '{\n  "nam": 1,\n  "nam": 2\n}');
  });

  if (process.platform !== 'win32')
    it('formats the file that a link leads to, and keeps the link and the permissions', async () => {
      await writeFile(join(folder, 'a.dataset.json'), compact, { mode: 0o640 });
      await symlink('a.dataset.json', join(folder, 'link.dataset.json'));
      // Nobody named the file that it leads to.
      await format(['*link.dataset.json']);
      assert.equal(await read('a.dataset.json'), compact);
      await format(['link.dataset.json']);
      const { mode } = await stat(join(folder, 'link.dataset.json'));
      assert.equal(mode & 0o777, 0o640);
      assert.equal(await read('a.dataset.json'), formatted);
    });

  it('prints standard input as JSON, or as --stdin-filename says, with its line ends', async () => {
    assert.deepEqual(await format(['-'], compact), { code: 0, out: formatted, error: '' });
    assert.equal((await format(['-'], formatted)).out, formatted);
    const yaml = await format(['-', '--stdin-filename', 'a.dataset.yaml'], 'name:   Sales');
    assert.deepEqual(yaml, { code: 0, out: 'name: Sales', error: '' });
    const broken = await format(['-', '--stdin-filename', 'x/a.dataset.json'], '{');
    assert.deepEqual([broken.code, broken.out], [2, '']);
    assert.match(broken.error, /^x\/a\.dataset\.json\n/);
  });

  it('prints nothing of standard input with --check, and says why it fails, also with --quiet', async () => {
    const failed = { code: 1, out: '', error: '1 of 1 file would change.\n' };
    assert.deepEqual(await format(['-', '--check'], compact), failed);
    await write('a.dataset.json', compact);
    assert.deepEqual(await format(['a.dataset.json', '--check', '-q']), failed);
    assert.deepEqual(await format(['-', '--check'], formatted), { code: 0, out: '', error: '' });
  });

  it('prints YAML only if it can be printed as it is', async () => {
    const named = ['-', '--stdin-filename', 'a.dataset.yaml'];
    const { code, out, error } = await format(named, 'name: "\u202eSales"\n');
    assert.deepEqual([code, out], [2, '']);
    assert.match(error, /characters that are escaped when they are printed/);
    const json = await format(['-'], '{"name":"\u202eSales ##[x]"}');
    assert.doesNotMatch(json.out, /\u202e|##\[/);
    assert.equal(JSON.parse(json.out).name, '\u202eSales ##[x]');
  });

  it('prints JSON with its byte order mark', async () => {
    assert.equal((await format(['-'], `\ufeff${compact}`)).out, `\ufeff${formatted}`);
    assert.equal((await format(['-', '--check'], `\ufeff${formatted}`)).code, 0);
  });

  it('refuses standard input beside files, and names that are not of dataset files', async () => {
    await write('a.dataset.json', compact);
    for (const args of [['-', 'a.dataset.json'], ['-', '--stdin-filename', 'a.txt'], ['a.txt'], []])
      assert.equal((await format(args)).code, 2, args.join(' '));
    assert.equal(await read('a.dataset.json'), compact);
  });
});
