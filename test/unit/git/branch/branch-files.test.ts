import assert from 'node:assert/strict';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BranchFiles } from '../../../../src/git/branch/branch-files.ts';
import { findRemote } from '../../../../src/git/branch/remote-address.ts';
import { RemoteBranch } from '../../../../src/git/branch/remote-branch.ts';
import { writeAtomically } from '../../../../src/storage/file-operations.ts';
import { GitRepository } from '../../cli/git-repository.ts';

/** Hooks, transports, and the programs that must not run are shell scripts. */
const onWindows = process.platform === 'win32';

describe('a folder that is a branch', function () {
  this.timeout(60_000);
  let origin: GitRepository;

  beforeEach(() => {
    origin = GitRepository.make('--bare');
  });
  const opened: RemoteBranch[] = [];
  afterEach(() => {
    for (const branch of opened.splice(0)) branch.close();
    origin.remove();
  });

  /** As another process has it. */
  const open = async ({ mayPush = true, oneTime = 20_000, allTime = 10_000 } = {}) => {
    const remote = await findRemote(origin.folder, import.meta.dirname);
    assert.ok(remote.ok);
    const isFile = (name: string) => /^\w+\.(?:entry|outcome|settled)$/.test(name);
    const branch = new RemoteBranch(remote.value, { isFile, times: { one: oneTime, all: allTime } });
    opened.push(branch);
    const ridesAlong = (name: string) => name.endsWith('.outcome');
    const files = new BranchFiles(branch, { name: 'git:origin', mayPush, ridesAlong });
    const write = async (name: string, text: string) => {
      await writeAtomically(files, `j/${name}`, `j/${name}.tmp`, Buffer.from(text));
      await files.syncFolder();
    };
    const read = async (name: string) => Buffer.from(await files.read(`j/${name}`)).toString();
    return { files, branch, write, read };
  };
  const commits = () => Number(origin.git('rev-list', '--count', 'dataset-journal'));
  const onBranch = () => origin.git('ls-tree', '-r', '--name-only', 'dataset-journal').split('\n');
  /** Replaces the branch by one with these files. */
  const rewrite = (files: Readonly<Record<string, string>>, mode = '100644') => {
    const parts = Object.entries(files).map(
      ([name, text]) => `M ${mode} inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    );
    const input = `reset refs/heads/dataset-journal\ncommit refs/heads/dataset-journal\ncommitter A <a@b> 1 +0000\ndata 0\n\n${parts.join('')}\n`;
    origin.gitWith(input, 'fast-import', '--quiet', '--force');
  };
  /** Adds a commit to the branch, as anybody may push it. */
  const commit = (changes: string) =>
    origin.gitWith(
      `commit refs/heads/dataset-journal\ncommitter A <a@b> 1 +0000\ndata 0\n\nfrom refs/heads/dataset-journal^0\n${changes}`,
      'fast-import',
      '--quiet',
    );
  const hook = async (name: string, script: string) => {
    const path = join(origin.folder, 'hooks', name);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
  };

  it('has what another process has pushed, by the next refresh', async () => {
    const [a, b] = [await open(), await open()];
    await a.files.refresh();
    assert.equal(a.branch.exists, false);
    await a.write('a.entry', 'A');
    await b.files.refresh();
    assert.deepEqual(await b.files.names(), ['a.entry']);
    assert.deepEqual([await b.read('a.entry'), (await b.files.stat('j/a.entry')).size], ['A', 1]);
    assert.equal(b.branch.exists, true);
  });

  it('adds to what others have pushed in the meantime, and sees it then', async () => {
    const [a, b] = [await open(), await open()];
    await Promise.all([a.files.refresh(), b.files.refresh()]);
    await a.write('a.entry', 'A');
    await b.write('b.entry', 'B');
    assert.deepEqual((await b.files.names()).toSorted(), ['a.entry', 'b.entry']);
    assert.deepEqual(onBranch(), ['a.entry', 'b.entry']);
    // Without force: each push has the one before it as its parent.
    assert.equal(commits(), 2);
  });

  it('shares a push among files that are written together, and lets outcomes ride along', async () => {
    const { write, files } = await open();
    await Promise.all(['a', 'b', 'c'].map((name) => write(`${name}.entry`, name)));
    assert.equal(commits(), 1);
    await write('a.outcome', 'done');
    assert.equal(commits(), 1);
    await write('d.entry', 'd');
    assert.equal(commits(), 2);
    await write('d.outcome', 'done');
    assert.deepEqual(await files.flush(), []);
    assert.equal(commits(), 3);
    assert.deepEqual(await files.flush(), []);
    assert.equal(commits(), 3);
  });

  it('never replaces, removes, or forces', async () => {
    const [a, b] = [await open(), await open()];
    await Promise.all([a.files.refresh(), b.files.refresh()]);
    await a.write('a.settled', 'A');
    await assert.rejects(b.write('a.settled', 'B'), { code: 'ETAKEN' });
    assert.equal(await b.read('a.settled'), 'A');
    await a.files.remove('j/a.settled');
    await a.write('b.entry', 'B');
    assert.deepEqual(onBranch(), ['a.settled', 'b.entry']);
  });

  it('moves a damaged settlement, and only that', async () => {
    rewrite({ 'a.settled': 'garbage', 'b.entry': 'B' });
    const [a, b] = [await open(), await open()];
    await Promise.all([a.files.refresh(), b.files.refresh()]);
    await a.files.rename('j/a.settled', 'j/damaged/a.settled');
    assert.deepEqual(await a.files.names(), ['b.entry']);
    await assert.rejects(a.read('a.settled'), { code: 'ENOENT' });
    assert.deepEqual(await a.files.flush(), []);
    assert.deepEqual(onBranch(), ['b.entry', 'damaged/a.settled']);
    assert.equal(origin.git('show', 'dataset-journal:damaged/a.settled'), 'garbage');
    // That is no rewriting for one who knew it.
    await b.files.refresh();
    assert.deepEqual(await b.files.names(), ['b.entry']);
  });

  it('ignores names that are not ours, and knows what is no file', async () => {
    rewrite({
      'a.entry': 'A',
      README: 'x',
      'x/b.entry': 'B',
      '.gitattributes': '* filter=x',
      'c.entry.tmp': 'C',
    });
    const { files, write } = await open();
    await files.refresh();
    assert.deepEqual(await files.names(), ['a.entry']);
    await write('d.entry', 'D');
    assert.deepEqual(onBranch(), [
      '.gitattributes',
      'README',
      'a.entry',
      'c.entry.tmp',
      'd.entry',
      'x/b.entry',
    ]);
    origin.git('update-ref', '-d', 'refs/heads/dataset-journal');
    rewrite({ 'a.entry': '/etc/passwd', 'b.entry/x': 'B', 'c.outcome/x/y': 'C' }, '120000');
    const other = await open();
    await other.files.refresh();
    assert.deepEqual(await other.files.names(), ['a.entry', 'b.entry', 'c.outcome']);
    for (const name of await other.files.names())
      assert.equal((await other.files.stat(`j/${name}`)).isFile, false);
  });

  it('stops if a file that it knew is missing or has changed, or the branch', async () => {
    for (const change of [
      () => rewrite({ 'b.entry': 'B' }),
      () => rewrite({ 'a.entry': 'other' }),
      () => origin.git('update-ref', '-d', 'refs/heads/dataset-journal'),
    ]) {
      rewrite({ 'a.entry': 'A', 'b.entry': 'B' });
      const { files, write } = await open();
      await files.refresh();
      change();
      const rewritten = {
        code: 'EREWRITTEN',
        message: /was changed by somebody else: a\.entry is missing or has changed\. Restore it/,
      };
      await assert.rejects(files.refresh(), rewritten);
      const before = origin.git('for-each-ref');
      await assert.rejects(write('c.entry', 'C'), rewritten);
      assert.equal(origin.git('for-each-ref'), before);
    }
  });

  it('notices with its first fetch that a plain commit has removed or changed files, until they are restored', async () => {
    const { write } = await open();
    for (const name of ['a', 'b']) await write(`${name}.entry`, name);
    const before = origin.git('rev-parse', 'dataset-journal');
    const moved = 'D a.entry\nM 100644 inline damaged/a.entry\ndata 1\na\n';
    for (const change of ['M 100644 inline a.entry\ndata 5\nother\n', moved]) {
      commit(change);
      commit('M 100644 inline README\ndata 4\nnote\n');
      const changed = { code: 'EREWRITTEN', message: /: a\.entry is missing .* "git revert"/ };
      await assert.rejects((await open({ mayPush: false })).files.refresh(), changed);
      const after = origin.git('rev-parse', 'dataset-journal');
      await assert.rejects((await open()).write('c.entry', 'C'), changed);
      assert.equal(origin.git('rev-parse', 'dataset-journal'), after);
      commit('M 100644 inline a.entry\ndata 1\na\nM 100644 inline b.entry\ndata 1\nb\n');
      await (await open()).files.refresh();
      origin.git('update-ref', 'refs/heads/dataset-journal', before);
    }
  });

  it('accepts what others add, and answers for it with the next push', async () => {
    await (await open()).write('a.entry', 'A');
    commit('M 100644 inline b.entry\ndata 1\nB\n');
    const { files, write } = await open();
    await write('c.entry', 'C');
    assert.deepEqual((await files.names()).toSorted(), ['a.entry', 'b.entry', 'c.entry']);
    commit('D b.entry\n');
    await assert.rejects((await open()).files.refresh(), { message: /: b\.entry is missing/ });
  });

  it('writes nothing for a command that only reads', async () => {
    rewrite({ 'a.entry': 'A' });
    const { write, files, read } = await open({ mayPush: false });
    await files.refresh();
    await write('b.entry', 'B');
    await files.rename('j/a.entry', 'j/damaged/a.entry');
    assert.deepEqual([await read('b.entry'), await files.flush()], ['B', []]);
    assert.deepEqual(await files.names(), ['b.entry']);
    assert.deepEqual(onBranch(), ['a.entry']);
  });

  it('says why the remote refuses, and forgets what it has not got', async function () {
    if (onWindows) this.skip();
    await hook(
      'pre-receive',
      'echo "GH006: Protected branch update failed for https://u:secret@host/x" >&2; exit 1',
    );
    const { write, files } = await open();
    await files.refresh();
    await assert.rejects(write('a.entry', 'A'), {
      code: 'EREFUSED',
      message:
        /^The journal git:origin can't be written: its host refused it\. Let the job push .* Git says: .*GH006: .*https:\/\/host/,
    });
    await files.remove('j/a.entry');
    assert.deepEqual(await files.flush(), []);
    await rm(join(origin.folder, 'hooks', 'pre-receive'));
    await write('b.entry', 'B');
    assert.deepEqual(onBranch(), ['b.entry']);
  });

  it('knows by a fetch that a push was accepted whose answer was lost', async function () {
    if (onWindows) this.skip();
    // The reference is there before this hook runs.
    await hook('post-receive', 'sleep 3');
    const { write, files } = await open({ oneTime: 1500 });
    await files.refresh();
    await write('a.entry', 'A');
    assert.deepEqual([onBranch(), commits()], [['a.entry'], 1]);
  });

  it('tries again if the remote was too slow, and has each file once', async function () {
    if (onWindows) this.skip();
    const marker = join(origin.folder, 'slow');
    await hook('pre-receive', `[ -e "${marker}" ] || { touch "${marker}"; sleep 2; }`);
    const { write, files } = await open({ oneTime: 1000 });
    await files.refresh();
    await write('a.entry', 'A');
    await delay(1500);
    assert.deepEqual([onBranch(), commits()], [['a.entry'], 1]);
  });

  it('gives up in time, and does not forget what the remote may have got', async function () {
    if (onWindows) this.skip();
    await hook('pre-receive', 'sleep 3');
    const { write, files } = await open({ oneTime: 1500, allTime: 100 });
    await files.refresh();
    await assert.rejects(write('a.entry', 'A'), {
      code: 'EUNREACHABLE',
      message: /It is safe to try again\./,
    });
    await assert.rejects(files.remove('j/a.entry'), { code: 'EUNREACHABLE' });
    // Nobody waits for an outcome.
    await write('a.outcome', 'not sent');
    await rm(join(origin.folder, 'hooks', 'pre-receive'));
    await delay(2500);
    assert.deepEqual(await files.flush(), []);
    assert.deepEqual(onBranch(), ['a.entry', 'a.outcome']);
  });

  it('says that the rights are missing, or that there is no repository any more', async () => {
    const { files } = await open();
    origin.remove();
    await assert.rejects(files.refresh(), { code: 'ERIGHTS', message: /permissions: contents: write/ });
  });
});
