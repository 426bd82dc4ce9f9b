import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputFile, replaceFile } from '../../../../src/cli/output/output-file.ts';

describe('The file of --output', () => {
  it('is standard output for -', () => {
    assert.equal(outputFile('-'), undefined);
    assert.equal(outputFile('x.json'), 'x.json');
  });

  it("can't be a name on Windows that no program can delete", () => {
    for (const name of ['NUL', 'con', 'a\\Aux.json', 'c:/x/COM1.dataset.json', 'x.json.', 'x.json '])
      assert.throws(() => outputFile(name, 'win32'), /Choose another name/, name);
    for (const name of ['console.json', 'a\\null.json', '.\\x.json'])
      assert.equal(outputFile(name, 'win32'), name);
    assert.equal(outputFile('NUL', 'linux'), 'NUL');
  });
});

describe('replaceFile', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('writes a file whose name is as long as a file system allows', async () => {
    const name = `${'数'.repeat(80)}.dataset.json`;
    assert.deepEqual(await replaceFile(join(folder, name), 'content'), { ok: true, value: undefined });
    assert.deepEqual(await readdir(folder), [name]);
  });

  if (process.platform !== 'win32')
    it("keeps a file's permissions", async () => {
      const path = join(folder, 'a.json');
      await writeFile(path, 'before');
      await chmod(path, 0o666);
      assert.equal((await replaceFile(path, 'after')).ok, true);
      assert.equal(await readFile(path, 'utf8'), 'after');
      assert.equal((await stat(path)).mode & 0o777, 0o666);
      assert.deepEqual(await readdir(folder), ['a.json']);
    });

  if (process.platform !== 'win32')
    it('makes the file that a link in a linked folder leads to', async () => {
      await mkdir(join(folder, 'deep', 'real'), { recursive: true });
      await symlink(join(folder, 'deep', 'real'), join(folder, 'linked'));
      await symlink('../target.json', join(folder, 'linked', 'link.json'));
      assert.equal((await replaceFile(join(folder, 'linked', 'link.json'), 'content')).ok, true);
      assert.equal(await readFile(join(folder, 'deep', 'target.json'), 'utf8'), 'content');
    });

  if (process.platform !== 'win32')
    it('appends to a stream of this process that leads to a file, as the shell asked for with >>', async () => {
      const path = join(folder, 'all.json');
      await writeFile(path, 'before\n');
      const stream = openSync(path, 'a');
      try {
        assert.equal((await replaceFile(`/dev/fd/${stream}`, 'after\n')).ok, true);
      } finally {
        closeSync(stream);
      }
      assert.equal(await readFile(path, 'utf8'), 'before\nafter\n');
    });
});
