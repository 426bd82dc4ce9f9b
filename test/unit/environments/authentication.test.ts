import assert from 'node:assert/strict';
import { type Environment, readEnvironments } from '../../../src/environments/environment.ts';
import {
  EnvironmentSecrets,
  forgetEnvironment,
  type SecretKind,
} from '../../../src/identity/secrets/secret-vault.ts';
import { MemoryVault } from '../memory-vault.ts';

const code = { grantType: 'authorization_code', clientId: 'client' };
const issuer = 'https://login.example';
const endpoints = {
  authorizationEndpoint: 'https://login.example/authorize?tenant=1',
  tokenEndpoint: 'https://login.example/token',
};

function read(auth: Record<string, unknown>, name = 'staging', baseUrl = 'https://gateway.example/api') {
  return readEnvironments([{ name, baseUrl, auth }]);
}

function environment(...args: Parameters<typeof read>): Environment {
  const { environments, problems } = read(...args);
  assert.deepEqual(problems, []);
  assert.ok(environments[0]);
  return environments[0];
}

describe('The "auth" of an environment', () => {
  it('finds the provider by its issuer, and requests an ID token and a refresh token', () => {
    assert.deepEqual(environment({ ...code, issuer }).authentication, {
      ...code,
      clientAuthentication: 'none',
      server: { by: 'discovery', issuer: new URL(issuer) },
      scopes: ['openid', 'offline_access'],
    });
  });

  it('accepts endpoints', () => {
    const { authentication } = environment({ ...code, ...endpoints, scopes: [] });
    assert.deepEqual(authentication, {
      ...code,
      clientAuthentication: 'none',
      server: {
        by: 'endpoints',
        authorizationEndpoint: new URL(endpoints.authorizationEndpoint),
        tokenEndpoint: new URL(endpoints.tokenEndpoint),
      },
      scopes: [],
    });
  });

  it('accepts the URL of the discovery document as the issuer', () => {
    const { authentication } = environment({
      ...code,
      issuer: `${issuer}/tenant/.well-known/openid-configuration`,
    });
    assert.ok(authentication.grantType === 'authorization_code' && authentication.server.by === 'discovery');
    assert.equal(authentication.server.issuer.href, `${issuer}/tenant`);
  });

  for (const address of [
    `${issuer}/.well-known/oauth-authorization-server/tenant`,
    `${issuer}/tenant/.well-known/oauth-authorization-server`,
    `${issuer}/.well-known/openid-configuration/tenant`,
  ])
    it(`accepts the URL of the metadata as the issuer: ${address}`, () => {
      const { authentication } = environment({ ...code, issuer: address });
      assert.ok(
        authentication.grantType === 'authorization_code' && authentication.server.by === 'discovery',
      );
      assert.equal(authentication.server.issuer.href, `${issuer}/tenant`);
    });

  it('accepts additional parameters', () => {
    const parameters = { audience: 'https://gateway.example', prompt: '' };
    const { authentication } = environment({ ...code, issuer, parameters });
    assert.deepEqual(
      authentication.grantType === 'authorization_code' && authentication.parameters,
      parameters,
    );
  });

  for (const own of [
    'client_id',
    'client_secret',
    'state',
    'code_challenge',
    'redirect_uri',
    'scope',
    'Nonce',
    ' state',
  ])
    it(`rejects the parameter ${own}`, () => {
      const { problems } = read({ ...code, issuer, parameters: { [own]: 'x' } });
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', new RegExp(`"auth\\.parameters".*can't contain "${own}"`));
    });

  for (const address of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:1', 'http://127.1'])
    it(`allows http: for this machine: ${address}`, () => {
      environment({ ...code, issuer: address });
    });

  const unusable: readonly [string, Record<string, unknown>, RegExp][] = [
    ['no client ID', { ...code, clientId: '', issuer }, /needs "auth\.clientId"/],
    ['parameters in a list', { ...code, issuer, parameters: ['a=b'] }, /must be an object of strings/],
    ['no parameters at all', { ...code, issuer, parameters: null }, /must be an object of strings/],
    [
      'a parameter that is no text',
      { ...code, issuer, parameters: { max_age: 7 } },
      /must be an object of strings/,
    ],
    ['a parameter without a name', { ...code, issuer, parameters: { '': 'x' } }, /without a name/],
    ['no provider', code, /needs "auth\.issuer", or both/],
    ['half of the endpoints', { ...code, tokenEndpoint: endpoints.tokenEndpoint }, /or both/],
    [
      'one endpoint beside the issuer',
      { ...code, issuer, tokenEndpoint: endpoints.tokenEndpoint },
      /or both/,
    ],
    ['an issuer that is no address', { ...code, issuer: 'login' }, /"auth\.issuer".*not a URL/],
    ['an issuer that is no text', { ...code, issuer: 7 }, /"auth\.issuer".*not a URL/],
    ['plain http', { ...code, issuer: 'http://login.example' }, /Only URLs of this machine/],
    ['a look-alike of this machine', { ...code, issuer: 'http://localhost.evil.example' }, /https:/],
    ['another scheme', { ...code, issuer: 'file:///etc/passwd' }, /begin with https/],
    ['a user name', { ...code, issuer: 'https://login.example@evil.example' }, /user name/],
    ['a query in the issuer', { ...code, issuer: `${issuer}?x=1` }, /"\?"/],
    [
      'a fragment',
      { ...code, ...endpoints, tokenEndpoint: 'https://login.example/token#x' },
      /"auth\.tokenEndpoint".*"#"/,
    ],
    [
      'plain http at an endpoint',
      { ...code, ...endpoints, authorizationEndpoint: 'http://a.example' },
      /authorizationEndpoint/,
    ],
    ['scopes that are no array', { ...code, issuer, scopes: 'openid' }, /"auth\.scopes"/],
    ['a scope with a space', { ...code, issuer, scopes: ['openid email'] }, /"auth\.scopes"/],
    ['an empty scope', { ...code, issuer, scopes: [''] }, /"auth\.scopes"/],
    ['a session without provider', { grantType: 'session' }, /needs "auth\.providerId"/],
    [
      'our own accounts, whose tokens are for other gateways',
      { grantType: 'session', providerId: ' dataset-studio', scopes: ['production'] },
      /can't be "dataset-studio"/,
    ],
    ['a session with wrong scopes', { grantType: 'session', providerId: 'microsoft', scopes: [1] }, /scopes/],
  ];
  for (const [what, auth, message] of unusable)
    it(`is rejected with ${what}`, () => {
      const { environments, problems } = read(auth);
      assert.deepEqual(environments, []);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', message);
      assert.match(problems[0] ?? '', /"staging" \(dataset\.environments\[0\]\)/);
    });
});

describe('A secret of an identity provider', () => {
  const original = environment({ ...code, issuer });
  const kinds = ['issuedToken', 'clientSecret'] as const;

  async function sees(other: Environment, kind: SecretKind): Promise<boolean> {
    const vault = new MemoryVault();
    await new EnvironmentSecrets(vault, original).store(kind, 'secret');
    return (await new EnvironmentSecrets(vault, other).get(kind)) !== undefined;
  }

  const changes: readonly [string, Environment][] = [
    ['issuer', environment({ ...code, issuer: 'https://evil.example' })],
    ['tenant', environment({ ...code, issuer: `${issuer}/other` })],
    ['scheme to this machine', environment({ ...code, issuer: 'http://localhost' })],
    ['endpoints', environment({ ...code, ...endpoints })],
    ['endpoints beside the same issuer', environment({ ...code, ...endpoints, issuer })],
    ['grant', environment({ grantType: 'password', clientId: 'client' })],
    ['gateway', environment({ ...code, issuer }, 'staging', 'https://evil.example')],
    ['name', environment({ ...code, issuer }, 'production')],
  ];
  for (const [what, other] of changes)
    it(`is not used after a change of ${what}`, async () => {
      for (const kind of kinds) assert.equal(await sees(other, kind), false, kind);
    });

  it('is used if only the spelling of the issuer changes', async () => {
    for (const spelling of ['https://LOGIN.example:443/', ' https://login.example '])
      for (const kind of kinds)
        assert.equal(await sees(environment({ ...code, issuer: spelling }), kind), true);
  });

  it("doesn't affect the secrets of the gateway", async () => {
    const other = environment({ ...code, issuer: 'https://other.example' });
    assert.equal(await sees(other, 'subscriptionKey'), true);
  });

  it('is deleted with its environment, for any address', async () => {
    const vault = new MemoryVault();
    const secrets = (one: Environment) => new EnvironmentSecrets(vault, one);
    for (const [, one] of changes) await secrets(one).store('clientSecret', 'x');
    const quoted = environment(code && { ...code, issuer }, 'staging","x');
    await secrets(quoted).store('clientSecret', 'x');
    assert.equal(await forgetEnvironment(vault, 'staging'), changes.length - 1);
    assert.equal((await vault.keys()).length, 2);
  });
});
