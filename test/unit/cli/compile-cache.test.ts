import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { compileCacheFolder } from '../../../src/cli/compile-cache.ts';

describe('The compiled code of the command line', () => {
  it("is kept in the folder that each system has for a user's caches", () => {
    const end = ['dataset-studio', 'compile-cache'].join('/');
    assert.equal(compileCacheFolder('linux', {}, '/home/a'), `/home/a/.cache/${end}`);
    assert.equal(compileCacheFolder('linux', { XDG_CACHE_HOME: '/c' }, '/home/a'), `/c/${end}`);
    assert.equal(compileCacheFolder('linux', { XDG_CACHE_HOME: 'c' }, '/home/a'), `/home/a/.cache/${end}`);
    assert.equal(compileCacheFolder('darwin', {}, '/Users/a'), `/Users/a/Library/Caches/${end}`);
    assert.equal(
      compileCacheFolder('win32', { LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local' }, 'C:\\Users\\a'),
      'C:\\Users\\a\\AppData\\Local\\dataset-studio\\compile-cache',
    );
  });

  it('is not kept if the system names no absolute folder', () => {
    assert.equal(compileCacheFolder('linux', {}, ''), undefined);
    assert.equal(compileCacheFolder('win32', {}, 'C:\\Users\\a'), undefined);
  });

  describe('on disk', function () {
    this.timeout(60_000);
    let home: string;
    let folder: string;

    beforeEach(async function () {
      // Windows and macOS have their caches in other folders.
      if (process.platform === 'win32' || process.platform === 'darwin') this.skip();
      home = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
      folder = join(home, '.cache', 'dataset-studio', 'compile-cache');
    });

    afterEach(async () => {
      if (home) await rm(home, { recursive: true });
    });

    const run = (env: Readonly<Record<string, string>> = {}) =>
      promisify(execFile)(process.execPath, [resolve('dist/cli.js'), '--version'], {
        env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
      });

    it('is kept for the user alone', async () => {
      await run();
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      assert.notDeepEqual(await readdir(folder), []);
    });

    it('is not kept in a folder that others can change, or behind a link', async () => {
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o777);
      await run();
      assert.deepEqual(await readdir(folder), []);

      const elsewhere = join(home, 'elsewhere');
      await mkdir(elsewhere);
      await rm(folder, { recursive: true });
      await symlink(elsewhere, folder);
      await run();
      assert.deepEqual(await readdir(elsewhere), []);
    });

    it('is not kept below a folder of the program that others can change', async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(dirname(folder), 0o777);
      await run();
      assert.deepEqual(await readdir(folder), []);
    });

    it("is not kept if the user doesn't want it", async () => {
      await run({ NODE_DISABLE_COMPILE_CACHE: '1' });
      assert.deepEqual(await readdir(home), []);
    });

    it('is not needed: the command runs without a folder that can be written', async () => {
      await writeFile(join(home, '.cache'), 'a file');
      assert.match((await run()).stdout, /^\d/);
    });

    it('is not needed: the command runs without a home, and makes none', async () => {
      // Nothing can be made in /proc.
      for (const missing of [join(home, 'none'), '/proc/none'])
        assert.match((await run({ HOME: missing })).stdout, /^\d/);
      assert.deepEqual(await readdir(home), []);
    });
  });
});
