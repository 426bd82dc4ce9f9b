import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderAuthentication } from '../../../../src/environments/authentication.ts';
import { type Environment, readEnvironments } from '../../../../src/environments/environment.ts';
import { UndiciHttpClient } from '../../../../src/gateway/network/undici-http-client.ts';
import { secretsToMask } from '../../../../src/identity/grants/grants.ts';
import { SessionStore } from '../../../../src/identity/identity-session.ts';
import { EnvironmentSecrets } from '../../../../src/identity/secrets/secret-vault.ts';
import { submit } from '../../../../src/submission/submit.ts';
import { MemoryVault } from '../../memory-vault.ts';

function environment(
  auth: Record<string, unknown> = {},
  baseUrl = 'https://gateway.example',
): Environment & { readonly authentication: ProviderAuthentication } {
  const issuer = { grantType: 'authorization_code', clientId: 'client', issuer: 'https://login.example' };
  const [read] = readEnvironments([{ name: 'staging', baseUrl, auth: { ...issuer, ...auth } }]).environments;
  assert.ok(read);
  return { ...read, authentication: read.authentication as ProviderAuthentication };
}

describe('The secrets to mask in responses of the gateway', () => {
  const vault = new MemoryVault();
  const secretsOf = (of: Environment) => new EnvironmentSecrets(vault, of);

  async function signIn(of: ReturnType<typeof environment>): Promise<void> {
    await new SessionStore(secretsOf(of), of.authentication).write({
      revision: 1,
      access: { token: 'access-secret', issuedAt: 0, expiresAt: 1 },
      refresh: { token: 'refresh-secret' },
      idToken: 'id-token-secret',
    });
  }

  afterEach(() => vault.secrets.clear());

  for (const grantType of ['authorization_code', 'device_code'])
    it(`include the refresh token: ${grantType}`, async () => {
      const staging = environment({ grantType });
      await signIn(staging);
      await secretsOf(staging).store('clientSecret', 'client-secret');
      assert.deepEqual(await secretsToMask(staging, secretsOf(staging)), [
        'client-secret',
        'refresh-secret',
        'id-token-secret',
      ]);
    });

  it('include a refresh token for other scopes', async () => {
    await signIn(environment({ scopes: ['openid'] }));
    const staging = environment({ scopes: ['openid', 'offline_access'] });
    assert.deepEqual(await secretsToMask(staging, secretsOf(staging)), ['refresh-secret', 'id-token-secret']);
  });

  it('are read without the stored token if the grant has no refresh token', async () => {
    const read: string[] = [];
    const watched = new (class extends MemoryVault {
      override async get(key: string): Promise<string | undefined> {
        read.push(key);
        return super.get(key);
      }
    })();
    const staging = environment({ grantType: 'client_credentials' });
    assert.deepEqual(await secretsToMask(staging, new EnvironmentSecrets(watched, staging)), []);
    assert.ok(!read.some((key) => key.includes('issuedToken')));
  });

  it('include a refresh token that the gateway returns although it was not sent', async () => {
    const server = createServer((_, response) =>
      response.writeHead(201, { 'x-echo': 'refresh-secret' }).end('{"id":"d-1","echo":"refresh-secret"}'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const staging = environment({}, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await signIn(staging);
      const outcome = await submit({
        environment: staging,
        body: new TextEncoder().encode('{}'),
        subscriptionKey: 'key-secret',
        otherSecrets: () => secretsToMask(staging, secretsOf(staging)),
        timeout: 5000,
        signal: new AbortController().signal,
        onProgress: () => undefined,
        http: new UndiciHttpClient(),
        tokens: { accessToken: async () => ({ kind: 'token', accessToken: 'access-secret' }) },
        clock: { sleep: async () => undefined },
      });
      assert.ok(outcome.kind === 'created');
      const { headers, body } = outcome.response;
      assert.equal(outcome.datasetId, 'd-1');
      assert.doesNotMatch(JSON.stringify(headers) + new TextDecoder().decode(body), /refresh-secret/);
    } finally {
      server.close();
    }
  });
});
