import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { datasetFiles, localDisk, namedFiles } from '../../../../src/cli/input/named-files.ts';
import { UsageError } from '../../../../src/cli/terminal.ts';

describe('The files that a command names', () => {
  let folder: string;
  let reported: string[];

  const namedIn = (names: readonly string[], disk = localDisk) =>
    namedFiles(names, datasetFiles, { error: (text) => reported.push(String(text)) }, disk);

  beforeEach(async () => {
    reported = [];
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    for (const name of ['deep/er', 'deep/.hidden', 'other'])
      await mkdir(join(folder, name), { recursive: true });
    for (const name of ['a', 'deep/b', 'deep/er/c', 'deep/.hidden/d', 'other/e'])
      await writeFile(join(folder, `${name}.dataset.json`), '{}');
  });

  afterEach(async () => {
    await chmod(join(folder, 'other'), 0o755);
    await rm(folder, { recursive: true });
  });

  /** Paths in the folder, in both directions without what all have in common. */
  async function named(...names: string[]): Promise<string> {
    const { files, unreadable } = await namedIn(
      names.map((name) => name.replace(/^!?/, (negation) => `${negation}${folder}/`)),
    );
    assert.deepEqual(unreadable, []);
    const short = files.map((file) =>
      relative(folder, file).replaceAll('\\', '/').replace('.dataset.json', ''),
    );
    return short.sort().join(' ');
  }

  for (const negation of [
    '!deep/**',
    '!deep',
    '!deep/',
    '!{deep,x}/**',
    '!**/deep/**/*',
    '!other/../deep/**',
  ])
    it(`exclude those that ${negation} names, also hidden ones`, async () => {
      assert.equal(await named('.', negation), 'a other/e');
      assert.equal(await named('**/*.json', negation), 'a other/e');
      assert.equal(await named('a.dataset.json', 'deep/b.dataset.json', 'other', negation), 'a other/e');
    });

  it('can be named again after they were excluded', async () => {
    assert.equal(await named('.', '!deep', 'deep/er/c.dataset.json'), 'a deep/er/c other/e');
    assert.equal(await named('deep', '!deep/b.dataset.json'), 'deep/.hidden/d deep/er/c');
  });

  it("stay if ! names a file that doesn't exist", async () => {
    assert.equal(await named('other', '!nothing/**', '!nothing.dataset.json'), 'other/e');
  });

  it('stay if ! names another path to them', async () => {
    await symlink(join(folder, 'deep', 'er'), join(folder, 'linked'), 'junction');
    assert.equal(await named('.', '!linked/**', '!deep/.hidden'), 'a deep/b deep/er/c other/e');
  });

  describe('in folders with parentheses', () => {
    beforeEach(async () => {
      for (const name of ['Program Files (x86)', 'deep/report (1)']) {
        await mkdir(join(folder, name), { recursive: true });
        await writeFile(join(folder, name, 'p.dataset.json'), '{}');
      }
    });

    it('are found by globs', async () => {
      assert.equal(await named('Program Files (x86)/*.json'), 'Program Files (x86)/p');
      assert.equal(await named('Program Files (x86)/**'), 'Program Files (x86)/p');
      assert.equal(await named('**/report (1)/*.json'), 'deep/report (1)/p');
    });

    it('are excluded by globs', async () => {
      assert.equal(
        await named('.', '!Program Files (x86)/**', '!**/report (1)/**', '!deep/.hidden'),
        'a deep/b deep/er/c other/e',
      );
    });
  });

  it('are the same if their names differ only in case and the file system ignores case', async () => {
    await writeFile(join(folder, 'A.dataset.json'), '{}');
    const names = ['a', 'A'].map((name) => join(folder, `${name}.dataset.json`));
    const count = async (realpath: (path: string) => string) =>
      (await namedIn(names, { ...localDisk, realpath })).files.length;
    assert.equal(await count((path) => path.toLowerCase()), 1);
    if (process.platform === 'linux') assert.equal(await count((path) => path), 2);
  });

  it('are reported with each ! that excludes nothing', async () => {
    const ineffective = async (...left: string[]) => {
      reported = [];
      await namedIn([`${folder}/other`, ...left.map((name) => `!${folder}/${name}`)]);
      return reported.map((line) =>
        line.replace(folder, '').replace(' excludes none of the files named before it.\n', ''),
      );
    };
    assert.deepEqual(await ineffective('nothing/**', 'deep', 'a.dataset.json'), [
      '!/nothing/**',
      '!/deep',
      '!/a.dataset.json',
    ]);
    await writeFile(join(folder, 'other', 'f.dataset.json'), '{}');
    assert.deepEqual(await ineffective('other/f*', '**/missing.json'), ['!/**/missing.json']);
  });

  it('must exist', async () => {
    for (const names of [['nothing/**'], ['!deep', '.'], ['deep', '!deep']])
      await assert.rejects(named(...names), UsageError, names.join(' '));
  });

  if (process.platform !== 'win32')
    it("are reported with the folders that can't be read, unless these are excluded", async () => {
      await chmod(join(folder, 'other'), 0o000);
      await chmod(folder, 0o755);
      const unreadable = async (...left: string[]) =>
        (await namedIn([folder, ...left.map((name) => `!${folder}/${name}`)])).unreadable.map(
          ({ path, message }) => `${relative(folder, path)}: ${message}`,
        );
      await asAnybody(async () => {
        const { files } = await namedIn([folder]);
        assert.equal(files.length, 4);
        for (const others of ['deep', '**/a.dataset.json', '**/*.yaml', 'other/e.dataset.json'])
          assert.match(
            (await unreadable(others)).join(),
            /^other: The folder can't be read\. Permission was denied\. Check its permissions\.$/,
            others,
          );
        for (const left of ['other', 'other/', 'other/**', '**/other/*.json', 'o*/*.dataset.{json,yaml}'])
          assert.deepEqual(await unreadable(left), [], left);
      });
    });
});

/** Permissions don't count for the superuser, as whom tests may run. */
async function asAnybody<Result>(look: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return look();
  process.seteuid?.(65534);
  try {
    return await look();
  } finally {
    process.seteuid?.(0);
  }
}
