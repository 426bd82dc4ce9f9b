import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PatienceTimes } from '../../../../src/git/branch/patience.ts';
import { findRemote } from '../../../../src/git/branch/remote-address.ts';
import { RemoteBranch } from '../../../../src/git/branch/remote-branch.ts';
import { GitHttpServer } from '../../cli/git-http-server.ts';
import { GitRepository } from '../../cli/git-repository.ts';

describe('a remote over HTTP', function () {
  this.timeout(60_000);
  let origin: GitRepository;
  let server: GitHttpServer;
  const opened: RemoteBranch[] = [];
  /** The seconds for which somebody was told that it is asked. */
  let reported: number[] = [];

  beforeEach(async () => {
    reported = [];
    origin = GitRepository.make('--bare');
    origin.git('config', 'http.receivepack', 'true');
    server = await GitHttpServer.start(dirname(origin.folder));
  });
  afterEach(() => {
    for (const branch of opened.splice(0)) branch.close();
    server.close();
    origin.remove();
  });

  const open = async (
    address = `http://u:secret@${server.host}/repository`,
    times: Partial<PatienceTimes> = {},
  ) => {
    const remote = await findRemote(address, import.meta.dirname);
    assert.ok(remote.ok, JSON.stringify(remote));
    const branch = new RemoteBranch(remote.value, {
      isFile: () => true,
      times: { one: 10_000, all: 1500, short: 300, silent: 500, ...times },
      onAway: (seconds) => void reported.push(seconds),
    });
    opened.push(branch);
    return branch;
  };
  const entry = { name: 'a.entry', bytes: Buffer.from('A') };

  describe('that redirects to another host', () => {
    let other: GitHttpServer;
    beforeEach(async () => {
      other = await GitHttpServer.start(dirname(origin.folder));
    });
    afterEach(() => other.close());

    for (const [when, pattern] of [
      ['a fetch', /service=git-upload-pack/],
      ['a push', /service=git-receive-pack/],
      ['the data of a push', /\/git-receive-pack$/],
    ] as const)
      it(`at ${when}, gets no credential to send there, and nothing is sent there`, async () => {
        server.instead = ({ url = '' }, response) => {
          if (!pattern.test(url)) return false;
          response.writeHead(302, { location: `http://${other.host}${url}` }).end();
          return true;
        };
        const branch = await open();
        const fetched = await branch.refresh();
        const pushed = fetched.ok ? await branch.push([entry]) : fetched;
        assert.ok(!pushed.ok);
        assert.equal(pushed.failure.kind, 'redirected');
        if (when !== 'the data of a push')
          assert.equal(pushed.failure.detail, when === 'a fetch' ? `http://${other.host}/repository` : '');
        assert.deepEqual(other.received, []);
        assert.ok(server.received.every(([, authorization]) => authorization !== undefined));
      });

    it('counts before what the user has set for its host', async () => {
      server.instead = ({ url }, response) => {
        response.writeHead(301, { location: `http://${other.host}${url}` }).end();
        return true;
      };
      const before = { ...process.env };
      Object.assign(process.env, {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: `http.http://${server.host}/.followRedirects`,
        GIT_CONFIG_VALUE_0: 'true',
      });
      try {
        assert.equal((await (await open()).refresh()).ok, false);
        assert.deepEqual(other.received, []);
      } finally {
        process.env = before;
      }
    });
  });

  describe('that is away', () => {
    /** Answers with a status and a body. */
    const answering = (status: number, body = '') => {
      server.instead = (_request, response) => {
        response
          .writeHead(status, status === 401 ? { 'www-authenticate': 'Basic realm="git"' } : {})
          .end(body);
        return true;
      };
    };
    const hanging = () => {
      server.instead = () => true;
    };

    for (const [what, prepare, seconds] of [
      ['refuses connections', () => server.close(), 1.5],
      ['hangs', hanging, 1.5],
      ['answers 500', () => answering(500), 1.5],
      ['answers 429', () => answering(429), 1.5],
      ['answers with a page', () => answering(200, '<html>not found</html>'), 1.5],
      ['answers with a page of several lines', () => answering(200, '<html>\nnot found\n</html>'), 1.5],
      ['answers with nothing', () => answering(200), 1.5],
    ] as const)
      it(`because it ${what}, is asked again for one time that all operations share, which is said once`, async () => {
        const branch = await open();
        prepare();
        const begun = performance.now();
        const [fetched, pushed] = await Promise.all([branch.refresh(), branch.push([entry])]);
        assert.ok(!fetched.ok && !pushed.ok);
        assert.equal(fetched.failure.kind, 'unreachable');
        assert.deepEqual(pushed.failure, fetched.failure);
        assert.ok(performance.now() - begun >= 1000 * seconds);
        assert.deepEqual(reported, [seconds]);
        const asked = server.received.length;
        assert.ok(what === 'refuses connections' || what === 'hangs' || asked > 1, `${asked} requests`);
        assert.equal((await branch.refresh()).ok, false);
        assert.equal(server.received.length, asked);
        // For the last outcomes of a command.
        branch.extendTime();
        assert.equal((await branch.refresh()).ok, false);
        assert.ok(what === 'refuses connections' || server.received.length > asked);
      });

    for (const [what, prepare, kind] of [
      ['answers 401', () => answering(401), 'rights'],
      ['answers 403', () => answering(403), 'rights'],
      ['answers 404', () => answering(404), 'rights'],
      ['answers 410', () => answering(410), 'rights'],
      ['has another object format', () => sha256(), 'format'],
    ] as const)
      it(`is not: it ${what}, which is not asked again`, async () => {
        prepare();
        const fetched = await (await open()).refresh();
        assert.ok(!fetched.ok);
        assert.equal(fetched.failure.kind, kind);
        assert.deepEqual(reported, []);
        // Git itself asks again with a credential.
        assert.ok(server.received.length <= 3, `${server.received.length} requests`);
      });
    const sha256 = () => {
      rmSync(origin.folder, { recursive: true });
      execFileSync('git', ['init', '--quiet', '--bare', '--object-format=sha256', origin.folder]);
      const input = 'commit refs/heads/dataset-journal\ncommitter A <a@b> 1 +0000\ndata 0\n';
      origin.gitWith(input, 'fast-import', '--quiet');
    };

    it('because nobody knows its host, is asked for a shorter time', async () => {
      const fetched = await (await open('https://host.invalid/journal.git')).refresh();
      assert.ok(!fetched.ok);
      assert.deepEqual([fetched.failure.kind, reported], ['unknown-host', [0.3]]);
    });

    it('goes on when it comes back, and has all its time again', async () => {
      const back = performance.now() + 700;
      server.instead = (_request, response) => {
        if (performance.now() > back) return false;
        response.writeHead(503).end();
        return true;
      };
      const branch = await open(undefined, { all: 30_000 });
      assert.deepEqual(await branch.push([entry]), { ok: true, value: undefined });
      assert.deepEqual(reported, [30]);
      answering(503);
      const other = await open();
      assert.equal((await other.refresh()).ok, false);
      server.instead = () => false;
      assert.equal((await branch.refresh()).ok, true);
      // A slow machine is silent for so long that it is said again.
      assert.deepEqual([...new Set(reported)], [30, 1.5]);
    });
  });
});
