import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { bodyContentHash } from '../../../../src/submission/journal/entry.ts';
import { waitFor } from '../../../workbench/wait-for.ts';
import { GitHttpServer } from '../git-http-server.ts';
import { GitRepository } from '../git-repository.ts';
import { created, ScriptedGateway } from '../mcp/gateway.ts';
import { datasetStudio, type RunningProcess } from '../process.ts';

/** Hooks, transports, and the programs that must not run are shell scripts. */
const onWindows = process.platform === 'win32';
const file = 'a.dataset.json';
const dataset = JSON.stringify({
  name: 'A',
  tables: [{ name: 'T', columns: [{ name: 'C', dataType: 'Int64' }] }],
});

describe('--journal git:REMOTE', function () {
  this.timeout(120_000);
  let origin: GitRepository;
  let clone: GitRepository;
  let gateway: ScriptedGateway;
  let environment: Record<string, string>;
  const beside = (name: string) => join(dirname(origin.folder), name);

  beforeEach(async () => {
    origin = GitRepository.make('--bare');
    clone = origin.clone('clone');
    await clone.commit({ [file]: dataset, 'b.dataset.json': dataset.replace('"A"', '"B"') });
    clone.git('push', '--quiet', 'origin', 'HEAD');
    gateway = new ScriptedGateway();
    await mkdir(beside('temporary'));
    environment = {
      DATASET_BASE_URL: await gateway.start(),
      DATASET_ACCESS_TOKEN: 'token-secret',
      DATASET_SUBSCRIPTION_KEY: 'key-secret',
      DATASET_JOURNAL: 'git:origin',
      TMPDIR: beside('temporary'),
    };
  });

  afterEach(() => {
    gateway.stop();
    origin.remove();
  });

  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = clone.folder) =>
    datasetStudio(args, { cwd, env: { ...environment, ...env } });
  /** An environment in which a script runs before each command of Git. */
  const beforeGit = async (script: string) => {
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    await mkdir(beside('bin'), { recursive: true });
    await writeFile(join(beside('bin'), 'git'), `#!/bin/sh\n${script}\nexec ${real} "$@"\n`, { mode: 0o755 });
    return { PATH: [beside('bin'), process.env.PATH ?? ''].join(delimiter) };
  };
  const files = () => origin.git('ls-tree', '--name-only', 'dataset-journal').split('\n');

  it('keeps submissions in a branch, for create, status, submissions, and settle of all clones', async () => {
    gateway.answer = () => undefined;
    const lost = await run(['create', file]);
    assert.equal(lost.code, 5);
    assert.match(lost.error, /^The journal git:origin is new\.\n/);
    const other = origin.clone('other', '--branch=main');
    const at = (args: readonly string[]) => run(args, {}, other.folder);
    const [submission] = JSON.parse((await at(['submissions', '--json'])).out);
    assert.equal(submission.outcome, 'unknown');
    const settled = await at(['settle', submission.submissionId, '--created', 'id-1']);
    assert.deepEqual([settled.code, settled.error], [0, '']);
    assert.match(
      (await run(['status', file])).out,
      /a\.dataset\.json +127\.0\.0\.1:\d+ +id-1 .* unchanged\n$/,
    );
    gateway.answer = created;
    const next = await at(['create', 'b.dataset.json']);
    assert.deepEqual([next.code, next.error], [0, '']);
    assert.equal(files().length, 5);
    assert.equal(gateway.received.length, 2);
  });

  it('lets one of several jobs with the same files send them, and all succeed; a plan writes nothing', async () => {
    const jobs = await Promise.all([1, 2, 3].map(() => run(['create', file, 'b.dataset.json', '--json'])));
    for (const { code, error, out } of jobs) {
      assert.equal(code, 0, error + out);
      for (const { datasetId } of JSON.parse(out)) assert.equal(datasetId, 'the-id');
    }
    assert.equal(gateway.received.length, 2);
    const before = origin.git('for-each-ref');
    const plan = await run(['create', file, '--dry-run', '--json'], { DATASET_ACCESS_TOKEN: '' });
    assert.deepEqual([plan.code, plan.error], [0, '']);
    assert.equal(JSON.parse(plan.out)[0].plan, 'unchanged');
    assert.equal(origin.git('for-each-ref'), before);
  });

  it('has nothing of what the gateway answered but status and ID, and no secret', async () => {
    gateway.answer = () => ({ status: 201, body: '{"id":"the-id","note":"internal"}' });
    assert.equal((await run(['create', file])).code, 0);
    const all = files().map((name) => origin.git('show', `dataset-journal:${name}`));
    assert.match(all.join(), /"datasetId":"the-id"/);
    assert.doesNotMatch(all.join(), /internal|secret/);
  });

  const answers: readonly (readonly [status: number, headers: Readonly<Record<string, string>>])[] = [
    [400, {}],
    [401, { 'www-authenticate': 'Bearer error="insufficient_user_authentication", acr_values="words"' }],
    [302, { location: 'https://words.example/' }],
    [500, {}],
  ];
  for (const [status, headers] of answers)
    it(`has none of the gateway's words after status ${status}, which the command shows`, async () => {
      const body = JSON.stringify({ message: 'words about jane.doe' });
      gateway.answer = () => ({ status, headers, body });
      assert.match((await run(['create', file])).error, /words/);
      const outcomes = files().filter((name) => name.endsWith('.outcome'));
      const text = outcomes.map((name) => origin.git('show', `dataset-journal:${name}`)).join();
      assert.match(text, new RegExp(`${status}`));
      assert.doesNotMatch(text, /words|jane/);
      assert.equal((await run(['submissions'])).code, 0);
    });

  it('says that the temporary folder cannot be used, and sends nothing', async function () {
    if (onWindows) this.skip();
    const words = 'fatal: unable to write loose object file: No space left on device';
    const full = await beforeGit(`case "$*" in *fetch*) echo "${words}" >&2; exit 128;; esac`);
    for (const [env, reason] of [
      [{ TMPDIR: beside('none') }, 'ENOENT'],
      [{ TMPDIR: join(clone.folder, file) }, 'ENOTDIR'],
      [{ TMPDIR: '/proc' }, 'ENOENT'],
      [full, 'No space left'],
    ] as const) {
      const created = await run(['create', file], env);
      assert.equal(created.code, 6, created.error);
      assert.match(
        created.error,
        new RegExp(`needs a temporary folder .*can't be used: .*${reason}.*Set TMPDIR`),
      );
      assert.equal((await run(['status'], env)).code, 2);
    }
    assert.equal(gateway.received.length, 0);
  });

  it('leaves nothing in the temporary folder: after a signal, and what a killed command left, after a day', async function () {
    if (onWindows) this.skip();
    const left = async () => (await readdir(beside('temporary'))).sort();
    const long = ['dataset-studio-own-git-aaaaaa', 'dataset-studio-own-git-bbbbbb'];
    for (const name of long) await mkdir(join(beside('temporary'), name, 'objects'), { recursive: true });
    const old = new Date(Date.now() - 25 * 60 * 60_000);
    await utimes(join(beside('temporary'), long[0] ?? ''), old, old);
    await writeFile(join(beside('temporary'), 'other'), '');
    // A fetch that takes its time.
    const env = await beforeGit('case "$*" in *fetch*) sleep 5;; esac');
    for (const [command, signal, code] of [
      [['create', file], 'SIGINT', 130],
      [['status'], 'SIGTERM', 143],
    ] as const) {
      let running: RunningProcess | undefined;
      const finished = datasetStudio(command, {
        cwd: clone.folder,
        env: { ...environment, ...env },
        started: (process) => {
          running = process;
        },
      });
      await waitFor(async () =>
        assert.ok((await left()).length === 3 && !(await left()).includes(long[0] ?? '')),
      );
      running?.signal(signal);
      assert.equal((await finished).code, code);
      assert.deepEqual(await left(), [long[1], 'other']);
    }
  });

  it('sends nothing before the entry is in the branch', async function () {
    if (onWindows) this.skip();
    let before: readonly string[] = [];
    gateway.answer = () => {
      before = files();
      return created();
    };
    assert.equal((await run(['create', file])).code, 0);
    assert.match(before.join(), /^\S+\.entry$/);
    await writeFile(
      join(origin.folder, 'hooks', 'pre-receive'),
      '#!/bin/sh\necho "GH006: no" >&2; exit 1\n',
      {
        mode: 0o755,
      },
    );
    const refused = await run(['create', 'b.dataset.json']);
    assert.equal(refused.code, 6);
    assert.match(
      refused.error,
      /^Nothing was sent to \S+ The journal git:origin can't be written: its host refused it\. .*GH006: no/,
    );
    assert.equal(gateway.received.length, 1);
  });

  it('says at the end which outcomes the branch lacks, with exit code 5', async function () {
    if (onWindows) this.skip();
    gateway.answer = async () => {
      await writeFile(join(origin.folder, 'hooks', 'pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      return created();
    };
    const { code, out, error } = await run(['create', file]);
    assert.match(out, /the-id/);
    assert.match(
      error,
      /Outcomes couldn't be written to the journal git:origin, .*\n {2}dataset-studio settle \d{8}T\S+-[0-9a-f]{16} --journal git:origin --not-created\n$/s,
    );
    assert.equal(code, 5);
  });

  it('refuses what it does not understand, and never takes it for a folder', async () => {
    for (const value of [
      'git:',
      ' git:origin',
      'GIT:origin',
      'git: origin',
      'git:upstream',
      'git:ext::sh -c x',
      'git:--all',
    ])
      for (const args of [['create', file], ['status'], ['submissions']]) {
        const { code, error } = await run([...args, '--journal', value]);
        assert.equal(code, 2, value);
        assert.match(error, /^The journal .* can't be used\. /);
      }
    assert.deepEqual((await readdir(clone.folder)).sort(), ['.git', file, 'b.dataset.json']);
    assert.equal((await run(['create', file, '--journal', './git:origin'])).code, onWindows ? 6 : 0);
    const missing = await run(['status']);
    assert.equal(missing.code, 2);
    assert.match(missing.error, /^There is no journal in git:origin: it has no branch dataset-journal\./);
  });

  it('touches nothing of the repository, whatever kind of checkout it is', async () => {
    clone.git('worktree', 'add', '--quiet', '--detach', beside('worktree'));
    origin.clone('shallow', '--depth=1', '--branch=main');
    const sparse = origin.clone('sparse', '--sparse', '--branch=main');
    sparse.git('checkout', '--quiet', '--detach');
    const contents = async (folder: string) => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
      return Promise.all(paths.sort().map(async (path) => [path, await readFile(path, 'latin1')]));
    };
    for (const name of ['clone', 'worktree', 'shallow', 'sparse']) {
      const folders = [beside(name), beside('clone')];
      const before = await Promise.all(folders.map(contents));
      const { code, error } = await run(['create', file, '--again'], {}, beside(name));
      assert.deepEqual([code, error.replace(/^The journal git:origin is new\.\n/, '')], [0, '']);
      assert.equal((await run(['status', file], {}, beside(name))).code, 0);
      assert.deepEqual(await Promise.all(folders.map(contents)), before);
    }
    assert.equal(gateway.received.length, 4);
  });

  describe('in a repository that nobody trusts', () => {
    beforeEach(function () {
      // The programs are shell scripts.
      if (onWindows) this.skip();
    });

    /** A program that leaves a file if it runs. */
    const canary = async (path: string) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `#!/bin/sh\ntouch "${beside('trace')}"\ncat\n`);
      await chmod(path, 0o755);
      return path;
    };
    const hostile = async () => {
      const program = await canary(beside('canary'));
      const hooks = [
        'pre-push',
        'reference-transaction',
        'post-checkout',
        'post-index-change',
        'pre-auto-gc',
      ];
      for (const hook of hooks) await canary(join(clone.folder, '.git', 'hooks', hook));
      for (const hook of hooks) await canary(join(beside('hooks'), hook));
      await clone.write({ '.gitattributes': '* filter=bad diff=bad merge=bad\n' });
      for (const [key, value] of [
        ['core.fsmonitor', program],
        ['core.pager', program],
        ['core.editor', program],
        ['core.askPass', program],
        ['core.sshCommand', program],
        ['core.gitProxy', program],
        ['core.alternateRefsCommand', program],
        ['core.hooksPath', beside('hooks')],
        ['credential.helper', program],
        ['filter.bad.clean', program],
        ['filter.bad.smudge', program],
        ['filter.bad.process', program],
        ['gpg.program', program],
        ['push.gpgSign', 'true'],
        ['alias.push', `!${program}`],
        ['alias.fetch', `!${program}`],
        ['uploadpack.packObjectsHook', program],
        ['remote.origin.uploadpack', program],
        ['remote.origin.receivepack', program],
        ['remote.origin.vcs', 'canary'],
        ['remote.dataset-journal.uploadpack', program],
        ['remote.dataset-journal.receivepack', program],
        ['protocol.ext.allow', 'always'],
        [`url.ext::${program}.insteadOf`, origin.folder],
        ['init.templateDir', beside('template')],
      ] as const)
        clone.git('config', key, value);
      await canary(join(beside('template'), 'hooks', 'pre-push'));
      // Instead of Git, and of what it starts, in the current folder.
      for (const name of ['git', 'git-receive-pack', 'git-upload-pack', 'sh', 'ssh'])
        await canary(join(clone.folder, name));
      return { PATH: [`.`, '', ...(process.env.PATH ?? '').split(delimiter)].join(delimiter) };
    };
    const hasRun = async () => (await readdir(dirname(origin.folder))).includes('trace');

    it('starts no program that it names', async () => {
      const env = await hostile();
      for (const args of [['create', file], ['status', file], ['submissions']]) {
        const { code, error } = await run(args, env);
        assert.deepEqual([code, error.replace(/^The journal git:origin is new\.\n/, '')], [0, '']);
      }
      assert.equal(await hasRun(), false);
      // Git itself would have started one.
      spawnSync('git', ['status'], { cwd: clone.folder });
      assert.equal(await hasRun(), true);
    });

    it('starts Git and its transports only, as strace sees it', async function () {
      if (spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status !== 0) this.skip();
      const env = await hostile();
      const log = beside('strace');
      const cli = join(import.meta.dirname, '../../../../dist/cli.js');
      const options = ['-f', '-qq', '-s', '4096', '-v', '-e', 'trace=execve', '-e', 'signal=none', '-o', log];
      const traced = spawn('strace', [...options, process.execPath, cli, 'create', file], {
        cwd: clone.folder,
        env: { ...environment, ...env },
        stdio: 'ignore',
      });
      assert.deepEqual(await once(traced, 'close'), [0, null]);
      const started = [
        ...(await readFile(log, 'utf8')).matchAll(/execve\("([^"]+)", \[(.*?)\], \[(.*?)\]\) = 0/g),
      ];
      const programs = new Set(started.map(([, program = '']) => program.split('/').at(-1)));
      for (const program of programs)
        assert.match(program ?? '', /^(?:node|git|git-upload-pack|git-receive-pack|sh|dash|bash)$/);
      const ofGit = started.slice(1).map(([line]) => line);
      assert.ok(ofGit.length > 3);
      for (const line of ofGit) assert.doesNotMatch(line, /DATASET_|secret/);
      assert.equal(await hasRun(), false);
    });

    it('refuses a remote inside of its working tree, whose hooks it would bring', async () => {
      const inside = join(clone.folder, 'origin.git');
      execFileSync('git', ['clone', '--quiet', '--bare', origin.folder, inside]);
      await canary(join(inside, 'hooks', 'pre-receive'));
      clone.git('config', 'remote.origin.url', inside);
      await symlink(inside, beside('link'));
      for (const value of ['git:origin', 'git:./origin.git', `git:${beside('link')}`]) {
        const { code, error } = await run(['create', file], { DATASET_JOURNAL: value });
        assert.equal(code, 2);
        assert.match(error, /is inside of this repository/);
      }
      assert.deepEqual([await hasRun(), gateway.received.length], [false, 0]);
    });

    it('shows what the branch says as plain text', async () => {
      assert.equal((await run(['create', file])).code, 0);
      const checkout = origin.clone('journal', '--branch=dataset-journal');
      const [entry = ''] = files().filter((name) => name.endsWith('.entry'));
      const text = await readFile(join(checkout.folder, entry), 'utf8');
      const [id, other] = [entry.slice(0, -'.entry'.length), `${entry.slice(0, -22)}0123456789abcdef`];
      await checkout.commit({
        [`${other}.entry`]: text
          .replace(id, other)
          .replace(/"environment":"[^"]*"/, '"environment":"\\u001b[31m\\u202ered"'),
      });
      checkout.git('push', '--quiet');
      const { out } = await run(['submissions']);
      assert.match(out, /red/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      assert.doesNotMatch(out, /[\u001b\u202e]/);
    });
  });

  it('sends nothing that could be what a commit has added and nobody can read, until it is settled', async () => {
    assert.equal((await run(['create', file])).code, 0);
    const [entry = ''] = files().filter((name) => name.endsWith('.entry'));
    const [known = ''] = entry.split('.');
    const idOf = (index: number) =>
      `${known.slice(0, -1)}${((Number.parseInt(known.slice(-1), 16) + index) % 16).toString(16)}`;
    const text = origin.git('show', `dataset-journal:${entry}`);
    const c = dataset.replace('"A"', '"C"');
    await writeFile(join(clone.folder, 'c.dataset.json'), c);
    const hash = bodyContentHash(Buffer.from(c));
    const checkout = origin.clone('journal', '--branch=dataset-journal');
    const added: ((path: string, id: string) => Promise<unknown>)[] = [
      // It claims that C was created, and has the body of A.
      async (path, id) => {
        const claimed = text
          .replaceAll(known, id)
          .replace(/"contentSha256":"\w+"/, `"contentSha256":"${hash}"`);
        await writeFile(`${path}.entry`, claimed);
        await writeFile(`${path}.outcome`, origin.git('show', `dataset-journal:${known}.outcome`));
      },
      (path) => writeFile(`${path}.entry`, ' '.repeat(2 ** 24 + 1)),
      (path) => symlink('/dev/null', `${path}.entry`),
      (path) => mkdir(`${path}.entry`).then(() => writeFile(`${path}.entry/x`, 'x')),
      (path) => writeFile(`${path}.outcome`, origin.git('show', `dataset-journal:${known}.outcome`)),
    ];
    for (const [index, add] of added.entries()) {
      const id = idOf(index + 1);
      await add(join(checkout.folder, id), id);
      checkout.git('add', '--all');
      checkout.git('commit', '--quiet', '--message=add');
      checkout.git('push', '--quiet');
      for (const args of [
        ['create', 'c.dataset.json'],
        ['create', 'c.dataset.json', '--dry-run'],
      ]) {
        const { code, error } = await run(args);
        assert.equal(code, 5, error);
      }
      const settled = await run(['settle', id, '--not-created']);
      assert.deepEqual(
        [settled.code, settled.error.includes(`${id}.entry in the journal can't be read`)],
        [0, true],
      );
      checkout.git('pull', '--quiet');
    }
    assert.equal((await run(['create', 'c.dataset.json'])).code, 0);
    assert.equal(gateway.received.length, 2);
  });

  it('lets a checkout of the branch be a journal in a folder', async () => {
    assert.equal((await run(['create', file])).code, 0);
    const checkout = origin.clone('journal', '--branch=dataset-journal');
    if (!onWindows) await chmod(checkout.folder, 0o700);
    const { out } = await run(['status', file, '--journal', checkout.folder]);
    assert.match(out, / the-id .* unchanged\n$/);
  });

  describe('over HTTP', () => {
    let server: GitHttpServer;
    let address: string;
    /** Command lines of Git, and their variables. */
    let log: string;
    let env: Record<string, string>;
    const basic = `Basic ${Buffer.from('x-access-token:job-secret').toString('base64')}`;

    beforeEach(async function () {
      if (onWindows) this.skip();
      origin.git('config', 'http.receivepack', 'true');
      server = await GitHttpServer.start(dirname(origin.folder));
      server.instead = ({ headers }, response) => {
        if (headers.authorization === basic) return false;
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
        return true;
      };
      address = server.host;
      clone.git('config', 'remote.origin.url', `http://${address}/repository`);
      log = beside('log');
      env = await beforeGit(`{ echo "ARGS $*"; env; } >> "${log}"`);
    });

    afterEach(() => server?.close());

    it('says at once that the remote is away, and goes on when it comes back', async () => {
      let count = 0;
      server.instead = (_request, response) => {
        if (++count > 2) return false;
        response.writeHead(503).end();
        return true;
      };
      const { code, error } = await run(['create', file]);
      assert.equal(code, 0);
      assert.match(
        error,
        /^The journal git:origin can't be reached yet\. Trying for up to 90 s\.\nThe journal git:origin is new\.\n$/,
      );
    });

    it('uses the header of a checkout, or the password of an address, which no command line or message has', async () => {
      const refused = await run(['create', file], env);
      assert.equal(refused.code, 6);
      assert.match(refused.error, /can't be reached with these rights\. .*permissions: contents: write/);
      clone.git('config', `http.http://${address}/.extraheader`, `AUTHORIZATION: ${basic}`);
      assert.deepEqual((await run(['create', file], env)).code, 0);
      clone.git('config', '--unset', `http.http://${address}/.extraheader`);
      clone.git('config', 'remote.origin.url', `http://x-access-token:job-secret@${address}/repository`);
      const status = await run(['status', file], env);
      assert.deepEqual([status.code, status.error], [0, '']);
      const address2 = `git:http://x-access-token:wrong-secret@${address}/repository`;
      const wrong = await run(['status', file, '--journal', address2], env);
      assert.equal(wrong.code, 2);
      assert.doesNotMatch(wrong.error, /secret/);

      const logged = await readFile(log, 'utf8');
      assert.match(logged, /^ARGS .*push /m);
      for (const line of logged.split('\n')) {
        assert.doesNotMatch(line, /^DATASET_|token-secret|key-secret/);
        if (line.startsWith('ARGS')) assert.doesNotMatch(line, /127\.0\.0\.1|secret|Basic|AUTHORIZATION/);
      }
      await rm(log);
    });
  });
});
