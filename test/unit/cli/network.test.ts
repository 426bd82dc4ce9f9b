import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFull, someOf } from '../../../scripts/testing/random-cases.ts';
import { newAuthority } from '../gateway/network/certificates.ts';
import { ConnectProxy, type ConnectProxyOptions } from '../gateway/network/connect-proxy.ts';
import { LoopbackServers, type ReceivedRequest, unusedPort } from '../gateway/network/loopback-servers.ts';
import { datasetStudio, type Finished, otherNodes } from './process.ts';

const authority = newAuthority();
const nodes = [{ path: process.execPath, version: process.version }, ...otherNodes()];

for (const node of nodes)
  describe(`dataset-studio create in a company's network, on Node.js ${node.version}`, function () {
    this.timeout(60_000);
    let servers: LoopbackServers;
    let gateway: URL;
    let requests: ReceivedRequest[];
    let folder: string;
    let trusted: Record<string, string>;
    const proxies: ConnectProxy[] = [];

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'dataset-studio-'));
      writeFileSync(join(folder, 'authority.pem'), authority.cert);
      trusted = { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') };
      writeFileSync(join(folder, 'sales.dataset.json'), '{"name":"Sales","tables":[]}');
      servers = new LoopbackServers();
      requests = [];
      gateway = await servers.https(authority.keyFor('gateway.example'), (response, request) => {
        requests.push(request);
        const isToken = request.target?.endsWith('/v1/oauth/token');
        const token = { access_token: 'token-secret', token_type: 'bearer', expires_in: 60 };
        response.writeHead(isToken ? 200 : 201).end(JSON.stringify(isToken ? token : { id: 'd-1' }));
      });
    });

    afterEach(async () => {
      await servers.close();
      for (const proxy of proxies.splice(0)) await proxy.close();
      rmSync(folder, { recursive: true });
    });

    async function startProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
      const proxy = await ConnectProxy.start({ target: gateway, ...options });
      proxies.push(proxy);
      return proxy;
    }

    function create(env: Record<string, string>): Promise<Finished> {
      return datasetStudio(['create', 'sales.dataset.json', '--base-url', 'https://gateway.example'], {
        cwd: folder,
        node: node.path,
        env: {
          DATASET_USERNAME: 'ann',
          DATASET_PASSWORD: 'password-secret',
          DATASET_CLIENT_ID: 'client',
          DATASET_SUBSCRIPTION_KEY: 'subscription-secret',
          ...env,
        },
      });
    }

    for (const variable of someOf(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'], 3))
      it(`goes through the proxy in ${variable}, for the token and for the dataset`, async () => {
        const proxy = await startProxy();
        const { code, error } = await create({ [variable]: proxy.url.href, ...trusted });
        assert.equal(code, 0, error);
        assert.deepEqual(
          proxy.asked.map((asked) => asked.authority),
          ['gateway.example:443', 'gateway.example:443'],
        );
        assert.equal(requests.length, 2);
      });

    it('authenticates to the proxy', async () => {
      const proxy = await startProxy({ authorization: `Basic ${btoa('ann:proxy-secret')}` });
      const { code, error } = await create({
        HTTPS_PROXY: `http://ann:proxy-secret@${proxy.url.host}`,
        ...trusted,
      });
      assert.equal(code, 0, error);
    });

    it('bypasses the proxy for hosts in NO_PROXY', async () => {
      const proxy = await startProxy();
      for (const variable of someOf(['no_proxy', 'NO_PROXY'], 2)) {
        const { code } = await create({ HTTPS_PROXY: proxy.url.href, [variable]: '.example', ...trusted });
        // A name that exists nowhere: this is how far it gets.
        assert.equal(code, 6);
      }
      assert.deepEqual(proxy.asked, []);
    });

    it('reports an untrusted certificate, and names NODE_EXTRA_CA_CERTS', async () => {
      const proxy = await startProxy();
      const { code, error } = await create({ HTTPS_PROXY: proxy.url.href });
      assert.equal(code, 6);
      assert.match(error, /certificate of gateway\.example is not trusted.*NODE_EXTRA_CA_CERTS/);
      assert.equal(requests.length, 0);
    });

    // The messages are the same on each.
    if (!isFull && node !== nodes.at(-1)) return;

    it('reports that the proxy refused the credentials, and where to correct them', async () => {
      const proxy = await startProxy({ authorization: 'Basic x' });
      const { code, error } = await create({ HTTPS_PROXY: proxy.url.href, ...trusted });
      assert.equal(code, 6);
      assert.match(error, /requires authentication.*407.*HTTPS_PROXY/);
      assert.equal(requests.length, 0);
    });

    it('reports that the proxy refused the credentials, and where they are', async () => {
      const proxy = await startProxy({ authorization: 'Basic x' });
      const { code, error } = await create({
        HTTPS_PROXY: `http://ann:proxy-secret@${proxy.url.host}`,
        ...trusted,
      });
      assert.equal(code, 6);
      assert.match(error, /refused the credentials in HTTPS_PROXY \(status 407\)/);
      assert.doesNotMatch(error, /secret/);
      assert.equal(requests.length, 0);
    });

    it("names the variable of a proxy that can't be reached", async () => {
      const { code, error } = await create({ HTTPS_PROXY: `http://127.0.0.1:${await unusedPort()}` });
      assert.equal(code, 6);
      assert.match(error, /proxy 127\.0\.0\.1:\d+ for gateway\.example.*HTTPS_PROXY/);
    });
  });
