import assert from 'node:assert/strict';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import type { ProviderAuthentication } from '../../../src/environments/authentication.ts';
import { readEnvironments } from '../../../src/environments/environment.ts';
import { networkOfVariables } from '../../../src/gateway/network/network.ts';
import { networkDispatcher } from '../../../src/gateway/network/network-dispatcher.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import { connectProvider } from '../../../src/identity/provider/connect-provider.ts';
import { newAuthority } from '../gateway/network/certificates.ts';
import { ConnectProxy } from '../gateway/network/connect-proxy.ts';
import { LoopbackServers } from '../gateway/network/loopback-servers.ts';

describe("An identity provider behind a company's proxy", () => {
  const servers = new LoopbackServers();
  let proxy: ConnectProxy;

  before(async () => {
    const target = await servers.https(
      newAuthority().keyFor('login.example'),
      (response, { target: path }) => {
        const metadata = {
          issuer: 'https://login.example',
          authorization_endpoint: 'https://login.example/authorize',
          token_endpoint: 'https://token.example/token',
          revocation_endpoint: 'https://login.example/revoke',
        };
        const token = { access_token: 'access', token_type: 'bearer', expires_in: 60 };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(path === '/token' ? token : metadata));
      },
    );
    proxy = await ConnectProxy.start({ target });
  });
  after(async () => {
    await proxy.close();
    await servers.close();
  });

  function authentication(): ProviderAuthentication {
    const auth = { grantType: 'authorization_code', clientId: 'client', issuer: 'https://login.example' };
    const [environment] = readEnvironments([
      { name: 'a', baseUrl: 'https://gateway.example', auth },
    ]).environments;
    assert.ok(environment?.authentication.grantType === 'authorization_code');
    return environment.authentication;
  }

  it('gets all requests through the proxy', async () => {
    const network = { ...networkOfVariables({ HTTPS_PROXY: proxy.url.href }), strictTls: false };
    const http = new UndiciHttpClient(networkDispatcher(() => network));
    const options = { timeout: timeLimit(5000) };
    const connected = await connectProvider(authentication(), '', { http, now: Date.now }, options);
    assert.ok(connected.ok, JSON.stringify(connected));
    const provider = connected.value;
    const refreshed = await provider.refresh('refresh', options);
    assert.ok(refreshed.ok);
    await provider.revoke('refresh', 'refresh_token', options);
    // None of these names exists: what didn't go through the proxy would have failed.
    assert.deepEqual(
      proxy.asked.map(({ authority }) => authority),
      ['login.example:443', 'token.example:443', 'login.example:443'],
    );
  });
});
