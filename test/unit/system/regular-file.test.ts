import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWithin } from '../../../src/system/is-within.ts';
import { readRegularFile, readRegularFileSync } from '../../../src/system/regular-file.ts';

describe('reading a regular file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'regular-file-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('returns all of it, or its beginning', async () => {
    const path = join(folder, 'file');
    await writeFile(path, 'content');
    await symlink(path, join(folder, 'link'));
    assert.equal(String(await readRegularFile(path)), 'content');
    assert.equal(String(await readRegularFile(join(folder, 'link'))), 'content');
    assert.equal(String(await readRegularFile(path, 3)), 'con');
    assert.equal(String(await readRegularFile(path, 300)), 'content');
    assert.equal(String(readRegularFileSync(path)), 'content');
  });

  it('returns all of a file whose size is unknown', async function () {
    if (process.platform !== 'linux') this.skip();
    assert.match(String(await readRegularFile('/proc/self/status')), /^Name:[\s\S]+Threads:/);
  });

  it('refuses a file of more than 2 GiB', async () => {
    const path = join(folder, 'huge');
    await writeFile(path, '');
    await truncate(path, 2 ** 31);
    await assert.rejects(readRegularFile(path), { code: 'ERR_FS_FILE_TOO_LARGE' });
    assert.throws(() => readRegularFileSync(path), { code: 'ERR_FS_FILE_TOO_LARGE' });
    assert.equal((await readRegularFile(path, 10)).length, 10);
  });

  it('fails like node:fs for a missing file and a folder', async () => {
    for (const [path, code] of [
      [join(folder, 'none'), 'ENOENT'],
      [folder, process.platform === 'win32' ? /EISDIR|EPERM/ : 'EISDIR'],
    ] as const) {
      await assert.rejects(readRegularFile(path), { code });
      assert.throws(() => readRegularFileSync(path), { code });
    }
  });

  describe('of something else', () => {
    before(function () {
      if (process.platform === 'win32') this.skip();
    });

    it("doesn't wait for a pipe", async () => {
      const path = join(folder, 'pipe');
      execFileSync('mkfifo', [path]);
      await assert.rejects(readRegularFile(path), { code: 'EFTYPE' });
      await assert.rejects(readRegularFile(path, 10), { code: 'EFTYPE' });
      assert.throws(() => readRegularFileSync(path), { code: 'EFTYPE' });
    });

    it("doesn't read a device", async () => {
      for (const device of ['/dev/zero', '/dev/null', '/dev/tty']) {
        const link = join(folder, device.replaceAll('/', '-'));
        await symlink(device, link);
        const refused = { code: /^(EFTYPE|ENXIO|ENOENT)$/ };
        await assert.rejects(readRegularFile(link), refused);
        assert.throws(() => readRegularFileSync(link), refused);
      }
    });

    it("doesn't connect to a socket", async () => {
      const path = join(folder, 'socket');
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(path, resolve));
      try {
        await assert.rejects(readRegularFile(path), { code: /^(ENXIO|EOPNOTSUPP)$/ });
      } finally {
        await new Promise((resolve) => server.close(resolve));
      }
    });
  });
});

describe('A path in a folder', () => {
  const folder = join(tmpdir(), 'folder');
  for (const [path, expected] of [
    [folder, true],
    [join(folder, '..data', 'a.csv'), true],
    [join(folder, '..'), false],
    [join(folder, '..', 'folder-2'), false],
  ] as const)
    it(`is ${expected ? '' : 'not '}${path}`, () => assert.equal(isWithin(folder, path), expected));
});
