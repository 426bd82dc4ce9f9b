import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRemote, readRemote, withoutCredentials } from '../../../../src/git/branch/remote-address.ts';
import { GitRepository } from '../../cli/git-repository.ts';

describe('the remote of --journal git:…', () => {
  for (const [text, kind] of [
    ['origin', 'name'],
    ['team/upstream-2', 'name'],
    ['https://host.example/team/journal.git', 'http'],
    ['http://user:password@host.example:8080/journal', 'http'],
    ['ssh://git@host.example:22/journal.git', 'ssh'],
    ['git@host.example:team/journal.git', 'ssh'],
    ['host.example:journal.git', 'ssh'],
    ['/srv/journal.git', 'path'],
    ['./journal.git', 'path'],
    ['../journal.git', 'path'],
    [pathToFileURL('/srv/journal.git').href, 'path'],
  ] as const)
    it(`is ${text}, by ${kind}`, () => assert.equal(readRemote(text)?.kind, kind));

  for (const text of [
    '',
    ' ',
    ' origin',
    'origin ',
    'origin\n',
    'a b',
    '-x',
    '--upload-pack=x',
    'ext::sh -c x',
    'origin::x',
    'fd::3',
    'git://host/journal',
    '//host/journal',
    'ftp://host/journal',
    'ext://host/journal',
    'https:///journal',
    'https://u:p/w@host/journal',
    'ssh://-oProxyCommand=x/journal',
    '-oProxyCommand=x:journal',
    'git@-oProxyCommand=x:journal',
    'https://host/a\nb',
    'origin#refs/heads/x',
    'origin?x',
    '.git',
    '~/journal.git',
  ])
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(readRemote(text), undefined));

  it('is shown without user, password, and query, whatever characters they have', () => {
    assert.equal(
      withoutCredentials('unable to access https://u:p@q@host/x: no'),
      'unable to access https://host/x: no',
    );
    assert.equal(withoutCredentials('origin'), 'origin');
    assert.equal(withoutCredentials("to 'https://host/x?token=secret/': no"), "to 'https://host/x?… no");
    for (const secret of ['pass', 'p/w', 'p@w', 'p:w', 'p#w'])
      assert.doesNotMatch(withoutCredentials(`https://user:${secret}@host/x`), /user|p.?w|pass/);
  });
});

describe('what is read of a repository for it', () => {
  let origin: GitRepository;
  let clone: GitRepository;
  before(async () => {
    origin = GitRepository.make('--bare');
    clone = origin.clone('clone');
    await clone.commit({ 'a.txt': 'a' });
  });
  after(() => origin.remove());

  const settingsOf = async (text: string) => {
    const found = await findRemote(text, clone.folder);
    return found.ok ? found.value.settings : found.failure;
  };

  it('is its address, and headers that its configuration includes, as actions/checkout stores them', async () => {
    const included = join(dirname(clone.folder), 'credentials.config');
    await writeFile(included, '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic eA==\n');
    clone.git('config', `includeIf.gitdir:${join(clone.folder, '.git')}.path`, included);
    clone.git('config', 'remote.up.url', 'https://github.com/team/x');
    clone.git('config', 'remote.up.pushurl', 'ssh://git@github.com/team/x');
    assert.deepEqual(await settingsOf('up'), [
      ['http.https://github.com/.extraheader', 'AUTHORIZATION: basic eA=='],
      ['remote.dataset-journal.pushurl', 'ssh://git@github.com/team/x'],
      ['remote.dataset-journal.url', 'https://github.com/team/x'],
      ['http.https://github.com/team/x.followRedirects', 'false'],
    ]);
    clone.git('config', '--unset', `includeIf.gitdir:${join(clone.folder, '.git')}.path`);
  });

  it('puts the password of an address into a header: Git would write the address on command lines', async () => {
    const header = `Authorization: Basic ${Buffer.from('ci:to@ken').toString('base64')}`;
    clone.git('config', 'remote.lab.url', 'https://ci:to%40ken@lab.example/team/x.git');
    assert.deepEqual(await settingsOf('lab'), [
      ['remote.dataset-journal.url', 'https://lab.example/team/x.git'],
      ['http.https://lab.example/team/x.git.followRedirects', 'false'],
      ['http.https://lab.example/team/x.git.extraheader', header],
    ]);
    assert.deepEqual(await settingsOf('https://ann@lab.example/x'), [
      ['remote.dataset-journal.url', 'https://lab.example/x'],
      ['http.https://lab.example/x.followRedirects', 'false'],
      ['credential.https://lab.example/x.username', 'ann'],
    ]);
  });

  for (const host of ['u:p@localhost.example', '192.0.2.1'])
    it(`is no http address of another machine: ${host}`, async () => {
      clone.git('config', 'remote.clear.url', `http://${host}/x`);
      for (const text of ['clear', `HTTP://${host}/x`]) {
        const found = await settingsOf(text);
        assert.match(
          String(found),
          /^The remote's address http:\/\/\S+ isn't encrypted, so nothing was sent/i,
        );
        assert.doesNotMatch(String(found), /u:p/);
      }
      clone.git('config', 'remote.clear.url', 'https://host.example/x');
      clone.git('config', 'remote.clear.pushurl', `http://${host}/x`);
      assert.match(String(await settingsOf('clear')), /isn't encrypted/);
      clone.git('config', '--remove-section', 'remote.clear');
    });

  it('is nothing else, above all no program', async () => {
    for (const key of ['uploadpack', 'receivepack', 'vcs', 'proxy'])
      clone.git('config', `remote.origin.${key}`, '/bin/false');
    clone.git('config', 'core.sshCommand', '/bin/false');
    clone.git('config', 'credential.helper', '/bin/false');
    clone.git('config', 'url.ext::sh.insteadOf', 'file');
    assert.deepEqual(await settingsOf('origin'), [['remote.dataset-journal.url', origin.folder]]);
  });

  it('is refused if the remote is a folder that the repository may have brought', async () => {
    const inside = join(clone.folder, 'evil.git');
    clone.git('init', '--quiet', '--bare', inside);
    clone.git('worktree', 'add', '--quiet', join(dirname(clone.folder), 'other'), '-b', 'other');
    const link = join(dirname(clone.folder), 'link.git');
    symlinkSync(inside, link, 'junction');
    const other = clone.beside('other');
    for (const [where, url] of [
      [clone, inside],
      [clone, 'evil.git'],
      [clone, './evil.git'],
      [clone, 'evil'],
      [clone, '.'],
      [clone, '.git'],
      [clone, pathToFileURL(inside).href],
      [clone, link],
      [other, inside],
      [other, '../clone/evil.git'],
      [other, '.'],
    ] as const) {
      clone.git('config', 'remote.evil.url', url);
      const found = await findRemote('evil', where.folder);
      assert.match(found.ok ? '' : found.failure, /inside of this repository|can't be used/, url);
    }
    const named = await findRemote('./evil.git', clone.folder);
    assert.match(named.ok ? '' : named.failure, /inside of this repository/);
  });

  it('is refused if the address is of no transport that starts nothing else', async () => {
    for (const url of [
      'ext::sh -c x',
      'git://host/x',
      'ssh://-oProxyCommand=x/y',
      'https://u:pa/ss@host/x',
    ]) {
      clone.git('config', 'remote.bad.url', url);
      const found = await findRemote('bad', clone.folder);
      assert.match(found.ok ? '' : found.failure, /^The remote's address .* can't be used\./);
      assert.doesNotMatch(found.ok ? '' : found.failure, /pa\/ss/);
    }
  });

  it('needs no repository for an address, and one for a name', async () => {
    const outside = dirname(clone.folder);
    mkdirSync(join(outside, 'empty'));
    assert.equal((await findRemote(origin.folder, join(outside, 'empty'))).ok, true);
    const named = await findRemote('origin', join(outside, 'empty'));
    assert.match(named.ok ? '' : named.failure, /not in a Git repository/);
    const unknown = await findRemote('upstream', clone.folder);
    assert.match(unknown.ok ? '' : unknown.failure, /has no remote upstream/);
  });
});
