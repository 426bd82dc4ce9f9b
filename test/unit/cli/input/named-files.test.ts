import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { namedFiles } from '../../../../src/cli/input/named-files.ts';
import { UsageError } from '../../../../src/cli/terminal.ts';

describe('The files that a command names', () => {
  let folder: string;

  beforeEach(async () => {
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
    const { files, unreadable } = await namedFiles(
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
    it(`are all but those that ${negation} names, hidden ones among them`, async () => {
      assert.equal(await named('.', negation), 'a other/e');
      assert.equal(await named('**/*.json', negation), 'a other/e');
      assert.equal(await named('a.dataset.json', 'deep/b.dataset.json', 'other', negation), 'a other/e');
    });

  it('may be files of what was left out, or in it', async () => {
    assert.equal(await named('.', '!deep', 'deep/er/c.dataset.json'), 'a deep/er/c other/e');
    assert.equal(await named('deep', '!deep/b.dataset.json'), 'deep/.hidden/d deep/er/c');
  });

  it('are all where ! names what is not there', async () => {
    assert.equal(await named('other', '!nothing/**', '!nothing.dataset.json'), 'other/e');
  });

  it('stay where ! names another way to them', async () => {
    await symlink(join(folder, 'deep', 'er'), join(folder, 'linked'), 'junction');
    assert.equal(await named('.', '!linked/**', '!deep/.hidden'), 'a deep/b deep/er/c other/e');
  });

  it('must be some', async () => {
    for (const names of [['nothing/**'], ['!deep', '.'], ['deep', '!deep']])
      await assert.rejects(named(...names), UsageError, names.join(' '));
  });

  if (process.platform !== 'win32')
    it('are told with the folders that can’t be looked into, unless these are left out', async () => {
      await chmod(join(folder, 'other'), 0o000);
      await chmod(folder, 0o755);
      const told = async (...left: string[]) =>
        (await namedFiles([folder, ...left.map((name) => `!${folder}/${name}`)])).unreadable.map(
          ({ path, reason }) => `${relative(folder, path)}: ${reason}`,
        );
      await asAnybody(async () => {
        const { files } = await namedFiles([folder]);
        assert.equal(files.length, 4);
        for (const others of ['deep', '**/a.dataset.json', '**/*.yaml', 'other/e.dataset.json'])
          assert.match((await told(others)).join(), /^other: Permission was denied[^:]*: [^:]*$/, others);
        for (const left of ['other', 'other/', 'other/**', '**/other/*.json', 'o*/*.dataset.{json,yaml}'])
          assert.deepEqual(await told(left), [], left);
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
