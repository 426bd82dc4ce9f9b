import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../../../../src/cli/output/replace-file.ts';

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
