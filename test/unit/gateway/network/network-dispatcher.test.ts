import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { timeLimit } from '../../../../scripts/testing/time-limits.ts';
import type { Exchange } from '../../../../src/gateway/http.ts';
import {
  type Network,
  networkOfSettings,
  networkOfVariables,
} from '../../../../src/gateway/network/network.ts';
import { networkDispatcher } from '../../../../src/gateway/network/network-dispatcher.ts';
import { UndiciHttpClient } from '../../../../src/gateway/network/undici-http-client.ts';
import { describeConnectionFailure } from '../../../../src/gateway/presentation/failure-message.ts';
import { newAuthority } from './certificates.ts';
import { ConnectProxy, type ConnectProxyOptions } from './connect-proxy.ts';
import { LoopbackServers, type ReceivedRequest, unusedPort } from './loopback-servers.ts';

const authority = newAuthority();
const gatewayKey = authority.keyFor('gateway.example');
const gateway = new URL('https://gateway.example/datasets');

describe('networkDispatcher', () => {
  let servers: LoopbackServers;
  const proxies: ConnectProxy[] = [];
  let received: ReceivedRequest[];
  /** The target of tunnels: a server with a certificate of the private authority. */
  let target: URL;

  beforeEach(async () => {
    servers = new LoopbackServers();
    received = [];
    target = await servers.https(gatewayKey, (response, request) => {
      received.push(request);
      response.writeHead(201).end('{}');
    });
  });
  afterEach(async () => {
    await servers.close();
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  async function startProxy(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
    const proxy = await ConnectProxy.start({ target, ...options });
    proxies.push(proxy);
    return proxy;
  }

  /** Certificates are not checked here; other tests below check them. */
  function through(address: string | URL, more: Partial<Network> = {}): Network {
    return { ...networkOfVariables({ HTTPS_PROXY: String(address) }), strictTls: false, ...more };
  }

  function post(network: Network, url = gateway, signal?: AbortSignal, timeout = 5000): Promise<Exchange> {
    return new UndiciHttpClient(networkDispatcher(() => network)).exchange(
      { method: 'POST', url, headers: { authorization: 'Bearer token' }, body: Buffer.from('hello') },
      { timeout, ...(signal && { signal }) },
    );
  }

  it('reaches the gateway through a tunnel, and sends the proxy only its host and port', async () => {
    const proxy = await startProxy();
    assert.equal(statusOf(await post(through(proxy.url))), 201);
    assert.deepEqual(proxy.asked, [{ authority: 'gateway.example:443', authorization: undefined }]);
    assert.deepEqual(proxy.forwarded, []);
    assert.deepEqual(
      received.map(({ target: path, headers, body }) => [
        path,
        headers.host,
        headers.authorization,
        body.toString(),
      ]),
      [['/datasets', 'gateway.example', 'Bearer token', 'hello']],
    );
    assert.equal(received[0]?.headers['proxy-authorization'], undefined);
  });

  it('uses the port of the URL', async () => {
    const proxy = await startProxy();
    assert.equal(statusOf(await post(through(proxy.url), new URL('https://gateway.example:8443/'))), 201);
    assert.equal(proxy.asked[0]?.authority, 'gateway.example:8443');
  });

  it('uses TLS with an https: proxy', async () => {
    const proxy = await startProxy({ key: authority.keyFor('127.0.0.1') });
    assert.equal(statusOf(await post(through(proxy.url))), 201);
  });

  it('sends a body of 10 MB through the tunnel', async () => {
    const proxy = await startProxy();
    const http = new UndiciHttpClient(networkDispatcher(() => through(proxy.url)));
    const body = Buffer.alloc(10_000_000, 'x');
    assert.equal(
      statusOf(
        await http.exchange(
          { method: 'POST', url: gateway, headers: {}, body },
          { timeout: timeLimit(5000) },
        ),
      ),
      201,
    );
    assert.equal(received[0]?.body.byteLength, 10_000_000);
  });

  it('authenticates with the credentials in the URL or with proxyAuthorization', async () => {
    const authorization = `Basic ${Buffer.from('ann:hunter2').toString('base64')}`;
    const proxy = await startProxy({ authorization });
    const address = `http://ann:hunter2@${proxy.url.host}`;
    assert.equal(statusOf(await post(through(address))), 201);
    assert.equal(statusOf(await post(through(proxy.url, { proxyAuthorization: authorization }))), 201);
  });

  it('bypasses the proxy for the hosts of noProxy and for this machine', async () => {
    const proxy = await startProxy();
    const here = await servers.http((response) => response.writeHead(204).end());
    assert.equal(statusOf(await post(through(proxy.url), here.url)), 204);
    const failed = await post(
      through(proxy.url, { noProxy: ['.invalid'] }),
      new URL('https://gateway.invalid/'),
    );
    assert.equal(failureOf(failed)?.kind, 'name-not-found');
    assert.deepEqual(proxy.asked, []);
  });

  it('sends nothing to localhost if it resolves to another machine', async () => {
    const { lookup } = dns;
    dns.lookup = ((_name: string, _options: unknown, done: (...found: unknown[]) => void) =>
      done(null, [{ address: '192.0.2.1', family: 4 }])) as typeof lookup;
    syncBuiltinESMExports();
    try {
      const exchange = await post(networkOfVariables({}), new URL('http://localhost:7878/'), undefined, 500);
      assert.equal(failureOf(exchange)?.kind, 'name-not-found');
    } finally {
      dns.lookup = lookup;
      syncBuiltinESMExports();
    }
  });

  it('applies changed settings to the next request', async () => {
    const [first, second] = [await startProxy(), await startProxy()];
    let network = through(first.url);
    const http = new UndiciHttpClient(networkDispatcher(() => network));
    const request = { method: 'POST', url: gateway, headers: {} } as const;
    assert.equal(statusOf(await http.exchange(request, { timeout: timeLimit(5000) })), 201);
    network = through(second.url);
    assert.equal(statusOf(await http.exchange(request, { timeout: timeLimit(5000) })), 201);
    assert.deepEqual([first.asked.length, second.asked.length], [1, 1]);
  });

  it('closes its connections', async () => {
    const proxy = await startProxy();
    await post(through(proxy.url));
    for (let wait = 0; proxy.connections > 0 && wait < 500; wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(proxy.connections, 0);
  });

  describe('returns "not-sent"', () => {
    for (const status of [407, 403, 502, 503, 302])
      it(`if the proxy responds with ${status}`, async () => {
        const proxy = await startProxy({ refuseWith: status });
        const setting = status === 407 ? 'HTTPS_PROXY' : 'NO_PROXY';
        assert.deepEqual(failureOf(await post(through(proxy.url))), {
          kind: 'proxy',
          host: 'gateway.example',
          setting,
          problem: { kind: 'refused', proxy: proxy.url.host, status },
        });
        assert.equal(received.length, 0);
      });

    it('if the credentials are wrong, and does not return them', async () => {
      const proxy = await startProxy({ authorization: 'Basic other' });
      const failure = failureOf(await post(through(`http://ann:hunter2@${proxy.url.host}`)));
      assert.ok(failure && failure.kind !== 'cancelled');
      const words = `${JSON.stringify(failure)} ${describeConnectionFailure(failure, { timeout: 'dataset.timeout' })}`;
      assert.match(words, /refused the credentials in HTTPS_PROXY .*407/);
      assert.doesNotMatch(words, /hunter2|ann|Basic [a-zA-Z]/);
    });

    it('if the credentials are wrong, and names the setting that they are in', async () => {
      const proxy = await startProxy({ authorization: 'Basic other' });
      const settingOf = async (network: Network) => {
        const failure = failureOf(await post(network));
        assert.ok(failure?.kind === 'proxy' && failure.problem.kind === 'refused');
        assert.equal(failure.problem.hadCredentials, true);
        return failure.setting;
      };
      const names = {
        ...through(proxy.url).names,
        proxy: 'http.proxy',
        credentials: 'http.proxyAuthorization',
      };
      const inUrl = through(`http://ann:hunter2@${proxy.url.host}`);
      assert.equal(await settingOf({ ...inUrl, names }), 'http.proxy');
      assert.equal(
        await settingOf({ ...inUrl, names, proxyAuthorization: 'Basic wrong' }),
        'http.proxyAuthorization',
      );
    });

    it('if the credentials contain a line break, which would begin another header', async () => {
      const proxy = await startProxy();
      const exchange = await post(through(proxy.url, { proxyAuthorization: 'Basic a\r\nX-Injected: b' }));
      assert.equal(failureOf(exchange)?.kind, 'invalid-header');
      assert.deepEqual(proxy.asked, []);
    });

    it('if the proxy does not exist', async () => {
      const address = `http://ann:hunter2@127.0.0.1:${await unusedPort()}`;
      const failure = failureOf(await post(through(address)));
      assert.deepEqual(failure, {
        kind: 'proxy',
        host: 'gateway.example',
        setting: 'HTTPS_PROXY',
        problem: { kind: 'unreachable', proxy: new URL(address).host, code: 'refused' },
      });
    });

    it('if the proxy closes the connection or does not respond with HTTP', async () => {
      const closing = await servers.raw((socket) => socket.once('data', () => socket.destroy()));
      const babbling = await servers.saying('SSH-2.0-OpenSSH\r\n');
      for (const address of [closing, babbling]) {
        const failure = failureOf(await post(through(address.origin)));
        assert.ok(failure?.kind === 'proxy', JSON.stringify(failure));
        assert.equal(failure.problem.kind, 'unreachable');
      }
    });

    it('if the proxy does not respond in time, or if the user cancels', async () => {
      const silent = (await servers.raw(() => undefined)).origin;
      assert.equal(failureOf(await post(through(silent), gateway, undefined, 300))?.kind, 'timeout');
      const cancelled = await post(through(silent), gateway, AbortSignal.timeout(100));
      assert.equal(failureOf(cancelled)?.kind, 'cancelled');
    });

    it('if the tunnel has no target', async () => {
      const proxy = await startProxy({ target: await servers.raw((socket) => socket.destroy()) });
      assert.equal((await post(through(proxy.url))).kind, 'not-sent');
    });

    for (const address of ['socks5://127.0.0.1:1080', 'http://'])
      it(`if the proxy is ${address}, which can't be used`, async () => {
        const failure = failureOf(await post(through(address)));
        assert.ok(failure?.kind === 'proxy');
        assert.equal(failure.setting, 'HTTPS_PROXY');
      });
  });

  it('returns "interrupted" if the connection is lost after the request is in the tunnel', async () => {
    const breaking = await servers.https(gatewayKey, (response) => response.destroy());
    const proxy = await startProxy({ target: breaking });
    const exchange = await post(through(proxy.url));
    assert.equal(exchange.kind, 'interrupted');
  });

  describe('checks certificates', () => {
    const strict = (address: URL, more: Partial<Network> = {}) =>
      through(address, { strictTls: true, ...more });

    it('of the gateway behind the tunnel, and returns the setting for certificate authorities', async () => {
      const proxy = await startProxy();
      const settings = { proxy: undefined, noProxy: undefined, proxyAuthorization: undefined };
      for (const [network, setting] of [
        [networkOfVariables({}), 'NODE_EXTRA_CA_CERTS'],
        [
          networkOfSettings(
            { ...settings, proxySupport: undefined, proxyStrictSSL: undefined, systemCertificates: false },
            {},
          ),
          'http.systemCertificates',
        ],
      ] as const) {
        const failure = failureOf(await post(strict(proxy.url, { names: network.names })));
        assert.deepEqual(failure, {
          kind: 'certificate',
          host: 'gateway.example',
          code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
          setting,
        });
      }
      assert.equal(received.length, 0);
    });

    it('of an https: proxy', async () => {
      const proxy = await startProxy({ key: authority.keyFor('127.0.0.1') });
      const failure = failureOf(await post(strict(proxy.url)));
      assert.ok(failure?.kind === 'proxy');
      assert.deepEqual([failure.problem.kind, failure.setting], ['certificate', 'NODE_EXTRA_CA_CERTS']);
      assert.deepEqual(proxy.asked, []);
    });

    it('even if NODE_TLS_REJECT_UNAUTHORIZED turns it off', async () => {
      const exchange = await inProcess(target, networkOfVariables({}), { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
      assert.equal(failureOf(exchange)?.kind, 'certificate');
    });

    describe('with a private authority', () => {
      let folder: string;
      let file: string;
      const strictNetwork = networkOfVariables({});
      const withSystem: Network = { ...strictNetwork, authorities: { system: true } };

      before(() => {
        folder = mkdtempSync(join(tmpdir(), 'dataset-studio-'));
        file = join(folder, 'authority.pem');
        writeFileSync(file, authority.cert);
      });
      after(() => rmSync(folder, { recursive: true }));

      async function byName(network: Network, env: Record<string, string>): Promise<string> {
        const proxy = await startProxy();
        const proxied = { ...network, proxy: { address: proxy.url.href, setting: 'http.proxy' } };
        const exchange = await inProcess(gateway, proxied, env);
        return exchange.kind === 'response' ? 'trusted' : (failureOf(exchange)?.kind ?? exchange.kind);
      }

      it('in NODE_EXTRA_CA_CERTS', async () => {
        assert.equal(await byName(strictNetwork, { NODE_EXTRA_CA_CERTS: file }), 'trusted');
        assert.equal(await byName(withSystem, { NODE_EXTRA_CA_CERTS: file }), 'trusted');
      });

      it('of the system, only if the system is trusted', async () => {
        // OpenSSL finds the authorities of the system here on Linux. Windows and macOS have a store that a test can't change.
        const expected = process.platform === 'linux' ? 'trusted' : 'certificate';
        assert.equal(await byName(withSystem, { SSL_CERT_FILE: file }), expected);
        assert.equal(await byName(strictNetwork, { SSL_CERT_FILE: file }), 'certificate');
      });

      it('in the file of the network settings, if the runtime has not read it', async () => {
        for (const system of [true, false])
          assert.equal(await byName({ ...strictNetwork, authorities: { system, file } }, {}), 'trusted');
      });

      it('that is not trusted if its file is missing or broken', async () => {
        const broken = join(folder, 'broken.pem');
        writeFileSync(broken, authority.cert.replace(/M/g, '*'));
        for (const name of [broken, join(folder, 'missing.pem'), folder]) {
          const network = { ...strictNetwork, authorities: { system: false, file: name } };
          assert.equal(await byName(network, {}), 'certificate');
        }
      });

      it('that is unknown', async () => {
        assert.equal(await byName(withSystem, {}), 'certificate');
      });
    });
  });
});

async function inProcess(url: URL, network: Network, env: Record<string, string>): Promise<Exchange> {
  const script = join(import.meta.dirname, 'one-exchange.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, url.href, JSON.stringify(network)],
    {
      env: { PATH: process.env.PATH, ...env },
    },
  );
  return JSON.parse(stdout) as Exchange;
}

function statusOf(exchange: Exchange): number {
  assert.ok(exchange.kind === 'response', JSON.stringify(exchange));
  return exchange.response.status;
}

function failureOf(exchange: Exchange) {
  return exchange.kind === 'not-sent' ? exchange.failure : undefined;
}
