import assert from 'node:assert/strict';
import { type Environment, readEnvironments } from '../../../../src/environments/environment.ts';
import {
  EnvironmentSecrets,
  forgetAllSecrets,
  forgetEnvironment,
} from '../../../../src/identity/secrets/secret-vault.ts';
import { MemoryVault } from '../../memory-vault.ts';

function environment(
  name: string,
  baseUrl: string,
  auth: Readonly<Record<string, string>> = { grantType: 'token' },
): Environment {
  const entry = { name, baseUrl, auth };
  const [read] = readEnvironments([entry]).environments;
  assert.ok(read);
  return read;
}

describe('The secrets of an environment', () => {
  const original = environment('staging', 'https://gateway.example/api');

  async function passwordFor(other: Environment): Promise<string | undefined> {
    const vault = new MemoryVault();
    await new EnvironmentSecrets(vault, original).store('password', 'hunter2');
    return new EnvironmentSecrets(vault, other).get('password');
  }

  it('are read as they were stored', async () => {
    assert.equal(await passwordFor(original), 'hunter2');
  });

  it('stay the same if path, letter case or default port change: the origin is the same', async () => {
    assert.equal(await passwordFor(environment('staging', 'https://GATEWAY.example:443/other')), 'hunter2');
  });

  it('are the same for an internationalized name and its ASCII form', async () => {
    const vault = new MemoryVault();
    const written = environment('staging', 'https://b\u00fccher.example');
    await new EnvironmentSecrets(vault, written).store('password', 'hunter2');
    const encoded = environment('staging', 'https://xn--bcher-kva.example:443');
    assert.equal(await new EnvironmentSecrets(vault, encoded).get('password'), 'hunter2');
  });

  it('of this machine are not used for another port or for https:', async () => {
    const vault = new MemoryVault();
    await new EnvironmentSecrets(vault, environment('local', 'http://127.0.0.1:7878')).store('password', 'x');
    for (const other of ['http://127.0.0.1:7879', 'https://127.0.0.1:7878', 'http://localhost:7878'])
      assert.equal(
        await new EnvironmentSecrets(vault, environment('local', other)).get('password'),
        undefined,
      );
  });

  it('can not be sent to a URL with a user name, or with http: for another host', () => {
    for (const baseUrl of [
      'https://gateway.example@evil.example',
      'https://gateway.example:443@evil.example',
      'https://gateway.example%2f@evil.example',
      'http://gateway.example',
      'HTTP://gateway.example',
      'https:\\\\gateway.example@evil.example',
    ])
      assert.deepEqual(
        readEnvironments([{ name: 'staging', baseUrl, auth: { grantType: 'token' } }]).environments,
        [],
        baseUrl,
      );
  });

  for (const [change, other] of [
    ['host', environment('staging', 'https://evil.example/api')],
    ['port', environment('staging', 'https://gateway.example:8443/api')],
    ['look-alike host', environment('staging', 'https://gateway.example.evil.example/api')],
    ['letter that only looks the same', environment('staging', 'https://g\u0430teway.example/api')],
    ['dot behind the name', environment('staging', 'https://gateway.example./api')],
    ['name', environment('production', 'https://gateway.example/api')],
  ] as const)
    it(`are not used after a change of ${change}`, async () => {
      assert.equal(await passwordFor(other), undefined);
    });

  /** `staging` with an identity provider. */
  const atProvider = (issuer: string) =>
    environment('staging', 'https://gateway.example/api', {
      grantType: 'client_credentials',
      clientId: 'client',
      issuer,
    });

  for (const kind of ['clientSecret', 'issuedToken'] as const)
    it(`are not used for another identity provider (${kind})`, async () => {
      const vault = new MemoryVault();
      await new EnvironmentSecrets(vault, atProvider('https://login.example/one')).store(kind, 'secret');
      for (const [issuer, found] of [
        ['https://login.example/one', 'secret'],
        ['https://login.example/other', undefined],
        ['https://evil.example/one', undefined],
      ] as const)
        assert.equal(await new EnvironmentSecrets(vault, atProvider(issuer)).get(kind), found, issuer);
    });

  it("can't be read with a name that imitates a key", async () => {
    const vault = new MemoryVault();
    await new EnvironmentSecrets(
      vault,
      environment('a","https://gateway.example', 'https://x.example'),
    ).store('password', 'x');
    assert.equal(
      await new EnvironmentSecrets(vault, environment('a', 'https://gateway.example')).get('password'),
      undefined,
    );
  });

  it('are all deleted at once, but no other keys', async () => {
    const vault = new MemoryVault();
    await vault.store('something else', 'stays');
    await new EnvironmentSecrets(vault, original).store('password', 'hunter2');
    await new EnvironmentSecrets(vault, environment('gone', 'https://old.example')).store(
      'subscriptionKey',
      'key',
    );
    assert.equal(await forgetAllSecrets(vault), 2);
    assert.deepEqual(await vault.keys(), ['something else']);
  });

  it('stay if an environment is deleted whose name is the beginning of theirs', async () => {
    const vault = new MemoryVault();
    const names = ['staging', 'staging 2', 'staging"', 'staging\\'];
    const all = names.map((name) => environment(name, 'https://gateway.example/api'));
    for (const one of all) await new EnvironmentSecrets(vault, one).store('password', one.name);
    assert.equal(await forgetEnvironment(vault, 'staging'), 1);
    const left = await Promise.all(all.map((one) => new EnvironmentSecrets(vault, one).get('password')));
    assert.deepEqual(left, [undefined, ...names.slice(1)]);
  });
});
