import assert from 'node:assert/strict';
import { readEnvironments } from '../../../src/environments/environment.ts';
import { signInState } from '../../../src/identity/grants/grants.ts';
import { MemoryVault } from '../memory-vault.ts';

/** Keys and values as version 0.1.0 stored them. */
const recorded: readonly [string, Record<string, unknown>, string, string][] = [
  [
    'a session of a provider that was found by its issuer',
    { grantType: 'authorization_code', clientId: 'my-client', issuer: 'https://login.example' },
    'environment-secret:["staging","https://gateway.example","issuedToken","discovery","https://login.example/"]',
    '{"id":"1f0c","revision":7,"account":{"id":"a1","label":"ann"},"refresh":{"token":"r"},"access":{"token":"t","issuedAt":0,"expiresAt":3600000},"clientId":"my-client","scope":"openid offline_access"}',
  ],
  [
    'a session of a provider with endpoints, an issuer and parameters',
    {
      grantType: 'authorization_code',
      clientId: 'my-client',
      authorizationEndpoint: 'https://login.example/a',
      tokenEndpoint: 'https://login.example/t',
      issuer: 'https://login.example',
      parameters: { audience: 'x' },
    },
    'environment-secret:["staging","https://gateway.example","issuedToken","endpoints","https://login.example/a","https://login.example/t","https://login.example"]',
    '{"revision":7,"account":{"id":"a1","label":"ann"},"refresh":{"token":"r"},"access":{"token":"t","issuedAt":0,"expiresAt":3600000},"clientId":"my-client","scope":"openid offline_access","parameters":"{\\"audience\\":\\"x\\"}"}',
  ],
];

describe('What version 0.1.0 stored', () => {
  for (const [what, auth, key, value] of recorded)
    it(`includes ${what}, which is still signed in`, async () => {
      const [environment] = readEnvironments([
        { name: 'staging', baseUrl: 'https://gateway.example/api', auth },
      ]).environments;
      assert.ok(environment);
      const vault = new MemoryVault();
      await vault.store(key, value);
      assert.deepEqual(await signInState(environment, vault, 60_000, undefined), {
        state: 'signed-in',
        account: { id: 'a1', label: 'ann' },
        expiresAt: 3600_000,
        renewable: true,
      });
    });

  it('includes a token of the password grant, which is still used', async () => {
    const [environment] = readEnvironments([
      { name: 'staging', baseUrl: 'https://gateway.example/api', auth: { clientId: 'my-client' } },
    ]).environments;
    assert.ok(environment);
    const vault = new MemoryVault();
    await vault.store(
      'environment-secret:["staging","https://gateway.example","issuedToken"]',
      '{"accessToken":"t","issuedAt":0,"expiresAt":3600000,"clientId":"my-client"}',
    );
    assert.deepEqual(await signInState(environment, vault, 60_000, undefined), {
      state: 'signed-in',
      expiresAt: 3600_000,
    });
  });
});
