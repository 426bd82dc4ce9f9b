import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputFile, replaceFile } from '../../../../src/cli/output/output-file.ts';
import { type FileOperations, nodeFileOperations } from '../../../../src/storage/file-operations.ts';

describe('The file of --output', () => {
  it('is standard output for -', () => {
    assert.equal(outputFile('-'), undefined);
    assert.equal(outputFile('x.json'), 'x.json');
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

  for (const code of ['EPERM', 'EACCES', 'EBUSY'])
    it(`says that another program may have the file open if Windows reports ${code}`, async () => {
      const path = join(folder, 'a.json');
      await writeFile(path, 'before');
      const files: FileOperations = {
        ...nodeFileOperations,
        rename: async () => {
          throw Object.assign(new Error(code), { code });
        },
      };
      const written = await replaceFile(path, 'after', files, 'win32');
      assert.match(written.ok ? '' : written.failure, /another program has it open.*Close it there/);
      assert.equal(await readFile(path, 'utf8'), 'before');
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
