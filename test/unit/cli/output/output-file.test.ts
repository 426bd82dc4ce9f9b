import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Output, outputFile, refuseOverwriting } from '../../../../src/cli/output/output-file.ts';
import { replaceFile } from '../../../../src/cli/output/replace-file.ts';
import { TemporaryFiles } from '../../../../src/cli/output/temporary-files.ts';
import { type FileOperations, nodeFileOperations } from '../../../../src/storage/file-operations.ts';

describe('The file of --output', () => {
  it('is standard output for -', () => {
    assert.equal(outputFile('-'), undefined);
    assert.equal(outputFile('x.json'), 'x.json');
  });

  describe('if it exists', () => {
    let folder: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
      const names = [
        'a.csv',
        'a.json',
        'a.sarif',
        'a.xml',
        'a.md',
        'a.yaml',
        'a.svg',
        'a.txt',
        'log',
        'a.tsv.gz',
      ];
      for (const name of [...names, 'a.dataset.json', 'dataset-studio.json'])
        await writeFile(join(folder, name), '');
      if (process.platform !== 'win32') await symlink('a.dataset.json', join(folder, 'link.json'));
    });

    after(() => rm(folder, { recursive: true }));

    const isReplaced = (name: string, format: Output['format'], isDataset?: true) => {
      try {
        const output = { file: join(folder, name), format, ...(isDataset && { isDataset }) };
        refuseOverwriting([output], [join(folder, 'input.json')]);
        return true;
      } catch (error) {
        assert.match(String(error), /can't be replaced because/);
        return false;
      }
    };

    it('is replaced only if its name is that of the format', () => {
      const rows: readonly [Output['format'], readonly string[], readonly string[]][] = [
        ['stylish', ['log', 'a.txt', 'a.md'], ['a.csv', 'a.json', 'a.yaml', 'a.tsv.gz']],
        ['json', ['a.json'], ['a.csv', 'a.xml', 'log', 'a.yaml']],
        ['sarif', ['a.sarif', 'a.json'], ['a.csv', 'a.xml']],
        ['junit', ['a.xml'], ['a.json', 'log']],
        ['csv', ['a.csv'], ['a.json', 'a.tsv.gz']],
        ['yaml', ['a.yaml'], ['a.json']],
        ['svg', ['a.svg', 'new.csv'], ['a.md', 'a.csv']],
      ];
      for (const [format, replaced, kept] of rows) {
        for (const name of replaced) assert.equal(isReplaced(name, format), true, `${format} ${name}`);
        for (const name of kept) assert.equal(isReplaced(name, format), false, `${format} ${name}`);
      }
    });

    it('is never a project file, and a dataset file only for a dataset, also through a link', () => {
      assert.equal(isReplaced('dataset-studio.json', 'json', true), false);
      assert.equal(isReplaced('a.dataset.json', 'json'), false);
      assert.equal(isReplaced('a.dataset.json', 'stylish'), false);
      assert.equal(isReplaced('a.dataset.json', 'json', true), true);
      if (process.platform !== 'win32') assert.equal(isReplaced('link.json', 'json'), false);
    });
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
      const written = await replaceFile(path, 'after', { files, platform: 'win32' });
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

  for (const [what, other] of [
    ['changed', 'other'],
    ['longer', 'before and after'],
    ['deleted', undefined],
  ] as const)
    it(`keeps a file that is ${what} since it was read`, async () => {
      const path = join(folder, 'a.json');
      await writeFile(path, 'before');
      const changing: FileOperations = {
        ...nodeFileOperations,
        create: async (...args) => {
          await (other === undefined ? rm(path) : writeFile(path, other));
          return nodeFileOperations.create(...args);
        },
      };
      const expected = Buffer.from('before');
      const written = await replaceFile(path, 'after', { expected, files: changing });
      assert.match(written.ok ? '' : written.failure, /another program has changed it.*again/);
      assert.deepEqual(await readdir(folder), other === undefined ? [] : ['a.json']);
      if (other !== undefined) assert.equal(await readFile(path, 'utf8'), other);
    });

  it('keeps a read-only file, also for a superuser', async () => {
    const path = join(folder, 'a.json');
    await writeFile(path, 'before');
    await chmod(path, 0o444);
    const written = await replaceFile(path, 'after');
    assert.match(written.ok ? '' : written.failure, /permission was denied/);
    assert.equal(await readFile(path, 'utf8'), 'before');
    await chmod(path, 0o644);
  });

  if (process.platform !== 'win32' && process.getuid?.() === 0)
    it('keeps the owner of a file, or keeps the file if only a superuser could', async () => {
      const path = join(folder, 'a.json');
      await writeFile(path, 'before');
      await chown(path, 1234, 2345);
      await chmod(path, 0o646);
      assert.equal((await replaceFile(path, 'after')).ok, true);
      const { uid, gid, mode } = await stat(path);
      assert.deepEqual([uid, gid, mode & 0o777], [1234, 2345, 0o646]);
      await chmod(folder, 0o777);
      process.seteuid?.(65534);
      const refused = await replaceFile(path, 'mine').finally(() => process.seteuid?.(0));
      assert.match(refused.ok ? '' : refused.failure, /permission was denied/);
      assert.equal(await readFile(path, 'utf8'), 'after');
      assert.deepEqual(await readdir(folder), ['a.json']);
    });

  it('removes what a killed process left in the folder, and nothing that is written now', async () => {
    const left = spawnSync(process.execPath, ['-e', '']).pid;
    const name = async (pid: number) =>
      (await new TemporaryFiles().nameIn(folder)).replace(`-${process.pid}-`, `-${pid}-`);
    await writeFile(await name(left), 'a part');
    const running = await name(process.ppid);
    await writeFile(running, 'a part');
    const old = join(folder, `.dataset-studio-00000000-1-${crypto.randomUUID()}.tmp`);
    await writeFile(old, 'a part');
    await utimes(old, 0, 0);
    const foreign = join(folder, `.dataset-studio-00000000-1-${crypto.randomUUID()}.tmp`);
    await writeFile(foreign, 'a part');
    assert.equal((await replaceFile(join(folder, 'a.json'), 'content')).ok, true);
    const expected = [foreign, running, join(folder, 'a.json')].map((path) => basename(path));
    assert.deepEqual((await readdir(folder)).sort(), expected.sort());
  });

  it('says what to do about errors that Node.js has no name for', async () => {
    for (const [errno, words] of [
      [-constants.errno.EDQUOT, /disk is full/],
      [-constants.errno.ESTALE, /its disk is available/],
      [-117, /its disk is available/],
    ] as const) {
      const failing: FileOperations = {
        ...nodeFileOperations,
        rename: async () => {
          const code = `Unknown system error ${errno}`;
          throw Object.assign(new Error(code), { code, errno, syscall: 'rename' });
        },
      };
      const written = await replaceFile(join(folder, 'a.json'), 'after', { files: failing });
      assert.match(written.ok ? '' : written.failure, words);
    }
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
