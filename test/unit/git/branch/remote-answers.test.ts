import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { findRemote } from '../../../../src/git/branch/remote-address.ts';
import { RemoteBranch } from '../../../../src/git/branch/remote-branch.ts';
import { GitHttpServer } from '../../cli/git-http-server.ts';
import { GitRepository } from '../../cli/git-repository.ts';

describe('a remote over HTTP', function () {
  this.timeout(60_000);
  let origin: GitRepository;
  let server: GitHttpServer;
  const opened: RemoteBranch[] = [];

  beforeEach(async () => {
    origin = GitRepository.make('--bare');
    origin.git('config', 'http.receivepack', 'true');
    server = await GitHttpServer.start(dirname(origin.folder));
  });
  afterEach(() => {
    for (const branch of opened.splice(0)) branch.close();
    server.close();
    origin.remove();
  });

  const open = async (address = `http://u:secret@${server.host}/repository`) => {
    const remote = await findRemote(address, import.meta.dirname);
    assert.ok(remote.ok, JSON.stringify(remote));
    const options = { isFile: () => true, oneTime: 10_000, allTime: 1000 };
    const branch = new RemoteBranch(remote.value, options);
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
});
