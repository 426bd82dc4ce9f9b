import assert from 'node:assert/strict';
import { type Habits, refusal } from './unusual/unusual-provider.ts';
import { issued, told, UnusualScene } from './unusual/unusual-scene.ts';

function setScene(habits: Partial<Habits> = {}, auth: Record<string, unknown> = {}): UnusualScene {
  return new UnusualScene(
    { clientAuthentication: 'client_secret_basic', ...habits },
    { grantType: 'client_credentials', ...auth },
  );
}

describe('The client credentials grant', () => {
  it('gets a token for the client, and keeps it until it expires', async () => {
    const scene = setScene();
    const token = await issued(scene.signIn());
    assert.equal((await issued(scene.use())).accessToken, token.accessToken);
    scene.clock.skew = 3600_000;
    assert.notEqual((await issued(scene.use())).accessToken, token.accessToken);
    assert.equal(scene.provider.authorizations.length, 0);
  });

  it('needs no user: the stored client secret suffices', async () => {
    const scene = setScene();
    await issued(scene.signIn());
    await scene.signOut();
    await issued(scene.use());
  });

  it('sends scopes and additional parameters with the token request', async () => {
    const scene = setScene({}, { scopes: ['a', 'b'], parameters: { audience: 'x', empty: '' } });
    await issued(scene.signIn());
    const [form] = scene.provider.tokenRequests;
    assert.deepEqual([...(form ?? [])].sort(), [
      ['audience', 'x'],
      ['grant_type', 'client_credentials'],
      ['scope', 'a b'],
    ]);
  });

  it('requests no scope unless the settings do', async () => {
    const scene = setScene();
    await issued(scene.signIn());
    assert.equal(scene.provider.tokenRequests[0]?.has('scope'), false);
  });

  it('works with only a token endpoint, and with client_secret_post', async () => {
    const clientAuthentication = 'client_secret_post';
    const tokenEndpoint = 'https://login.example/token';
    await issued(setScene({ clientAuthentication }, { clientAuthentication, tokenEndpoint }).signIn());
  });

  it('requests another token for other scopes, and after the gateway rejected one', async () => {
    const scene = setScene();
    const first = await issued(scene.signIn());
    const second = await issued(scene.renew(first));
    assert.notEqual(second.accessToken, first.accessToken);
    scene.auth.scopes = ['other'];
    assert.notEqual((await issued(scene.use())).accessToken, second.accessToken);
  });

  it('revokes the token on sign-out, and keeps the client secret', async () => {
    const metadata = { revocation_endpoint: 'https://login.example/revoke' };
    const scene = setScene({ metadata });
    const token = await issued(scene.signIn());
    assert.deepEqual(await scene.signOut(), { revocation: 'revoked' });
    assert.equal(scene.provider.tokenRequests.at(-1)?.get('token'), token.accessToken);
    assert.equal((await scene.vault.keys()).length, 1);
  });

  const refusals: readonly [string, RegExp][] = [
    ['invalid_client', /Check "auth\.clientId", the client secret/],
    ['unauthorized_client', /allows this client to use "auth\.grantType"/],
    ['invalid_scope', /which scopes the provider allows this client to request/],
  ];
  for (const [error, advice] of refusals)
    it(`says what to check after ${error}`, async () => {
      const scene = setScene({ answer: () => refusal(400, error) });
      assert.match(await told(scene.signIn()), advice);
    });

  it('logs each token request', async () => {
    const scene = setScene();
    await issued(scene.signIn());
    assert.deepEqual(scene.log, ['Token request for "staging" at https://login.example: succeeded']);
  });
});
