import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalizedAddress, originAddress } from '../../../src/system/origin-address.ts';

describe('The address of a remote', () => {
  for (const url of [
    'https://github.example/team/data.git',
    'https://github.example/team/data',
    'https://user:password@GitHub.example:443/team/data/',
    'git@github.example:team/data.git',
    'github.example:/team/data.git',
    'ssh://git@github.example:22/team/data.git',
    'git+ssh://github.example/team/data',
  ])
    it(`is the same for ${url}`, () =>
      assert.equal(normalizedAddress(url, '/work'), 'github.example/team/data'));

  for (const [url, address] of [
    ['/srv/git/data.git', '/srv/git/data'],
    ['../data.git', '/srv/data'],
    ['file:///srv/git/data.git', '/srv/git/data'],
  ] as const)
    it(`is a folder for ${url}`, function () {
      if (process.platform === 'win32') this.skip();
      assert.equal(normalizedAddress(url, '/srv/work'), address);
    });

  it('has no user and no password', () => {
    for (const url of [
      'https://me:secret@h.example/a',
      'ssh://me:secret@h.example/a',
      'me:secret@h.example:a',
      'https://me:secret@',
    ])
      assert.doesNotMatch(normalizedAddress(url, '/work') ?? '', /secret/, url);
  });
});

describe('The address of a repository', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'origin-'));
    await mkdir(join(root, '.git/worktrees/one'), { recursive: true });
    await mkdir(join(root, 'one'));
  });
  afterEach(() => rm(root, { recursive: true }));
  const configure = (text: string) => writeFile(join(root, '.git/config'), text);

  it('is that of its remote origin, read as text', async () => {
    assert.equal(originAddress(root), undefined);
    await configure('[core]\n\turl = x\n[remote "other"]\n\turl = https://h.example/other\n');
    assert.equal(originAddress(root), undefined);
    await configure(
      '[remote "other"]\r\n\turl = https://h.example/other\r\n[Remote "origin"]\r\n\tfetch = +refs/heads/*\r\n\tURL = "https://h.example/own.git" ; mine\r\n\turl = https://h.example/second\r\n',
    );
    assert.equal(originAddress(root), 'h.example/own');
  });

  it('is that of the repository of a worktree', async () => {
    await configure('[remote "origin"]\n\turl = git@h.example:own\n');
    await writeFile(join(root, 'one/.git'), `gitdir: ${join(root, '.git/worktrees/one')}\n`);
    await writeFile(join(root, '.git/worktrees/one/commondir'), '../..\n');
    assert.equal(originAddress(join(root, 'one')), 'h.example/own');
  });
});
