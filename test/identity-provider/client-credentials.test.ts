import assert from 'node:assert/strict';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../src/identity/messages/token-failure-message.ts';
import { type ProviderBehavior, refusal } from './unusual/unusual-provider.ts';
import { failureMessage, issued, UnusualProviderSetup } from './unusual/unusual-provider-setup.ts';

function setUpSignIn(
  behavior: Partial<ProviderBehavior> = {},
  auth: Record<string, unknown> = {},
): UnusualProviderSetup {
  return new UnusualProviderSetup(
    { clientAuthentication: 'client_secret_basic', ...behavior },
    { grantType: 'client_credentials', ...auth },
  );
}

describe('The client credentials grant', () => {
  it('gets a token for the client, and keeps it until it expires', async () => {
    const setup = setUpSignIn();
    const token = await issued(setup.signIn());
    assert.equal((await issued(setup.use())).accessToken, token.accessToken);
    setup.clock.skew = 3600_000;
    assert.notEqual((await issued(setup.use())).accessToken, token.accessToken);
    assert.equal(setup.provider.authorizations.length, 0);
  });

  it('needs no user: the stored client secret suffices', async () => {
    const setup = setUpSignIn();
    await issued(setup.signIn());
    await setup.signOut();
    await issued(setup.use());
  });

  it('sends scopes and additional parameters with the token request', async () => {
    const setup = setUpSignIn({}, { scopes: ['a', 'b'], parameters: { audience: 'x', empty: '' } });
    await issued(setup.signIn());
    const [form] = setup.provider.tokenRequests;
    assert.deepEqual([...(form ?? [])].sort(), [
      ['audience', 'x'],
      ['grant_type', 'client_credentials'],
      ['scope', 'a b'],
    ]);
  });

  it('requests no scope unless the settings do', async () => {
    const setup = setUpSignIn();
    await issued(setup.signIn());
    assert.equal(setup.provider.tokenRequests[0]?.has('scope'), false);
  });

  it('works with only a token endpoint, and with client_secret_post', async () => {
    const clientAuthentication = 'client_secret_post';
    const tokenEndpoint = 'https://login.example/token';
    await issued(setUpSignIn({ clientAuthentication }, { clientAuthentication, tokenEndpoint }).signIn());
  });

  it('requests another token for other scopes, and after the gateway rejected one', async () => {
    const setup = setUpSignIn();
    const first = await issued(setup.signIn());
    const second = await issued(setup.renew(first));
    assert.notEqual(second.accessToken, first.accessToken);
    setup.auth.scopes = ['other'];
    assert.notEqual((await issued(setup.use())).accessToken, second.accessToken);
  });

  it('revokes the token on sign-out, and keeps the client secret', async () => {
    const metadata = {
      revocation_endpoint: 'https://login.example/revoke',
      end_session_endpoint: 'https://login.example/logout',
    };
    const setup = setUpSignIn({ metadata });
    const token = await issued(setup.signIn());
    assert.equal((await setup.tokens.state(setup.environment())).state, 'signed-in');
    // No browser was involved.
    assert.deepEqual(await setup.signOut(), { revocation: 'revoked' });
    assert.deepEqual(await setup.tokens.state(setup.environment()), { state: 'ready' });
    assert.equal(setup.provider.tokenRequests.at(-1)?.get('token'), token.accessToken);
    assert.equal((await setup.vault.keys()).length, 1);
  });

  const refusals: readonly [string, RegExp][] = [
    ['invalid_client', /Check the client secret first/],
    ['unauthorized_client', /allows this client to use "auth\.grantType"/],
    ['invalid_scope', /which scopes the provider allows this client to request/],
  ];
  for (const [error, advice] of refusals)
    it(`says what to check after ${error}`, async () => {
      const setup = setUpSignIn({ answer: () => refusal(400, error) });
      assert.match(await failureMessage(setup.signIn()), advice);
    });

  describe('after 401 or 403', () => {
    const bodies = [
      '',
      '<h1>Forbidden</h1>',
      '{}',
      '{"error":"access_denied"}',
      '{"error":"invalid_client"}',
    ];
    for (const status of [401, 403])
      for (const body of bodies)
        it(`with ${status} and the body ${JSON.stringify(body)}, names the client secret first`, async () => {
          const failure = await setUpSignIn({ answer: () => ({ status, body }) }).signIn();
          assert.ok(failure.kind !== 'token');
          assert.match(describeTokenFailure(failure), /Check the client secret first, then "auth\.clientId"/);
          assert.doesNotMatch(describeTokenFailure(failure), /not JSON/);
          assert.equal(nextAfterTokenFailure(failure), 'set-client-secret');
        });

    it('does not name the client secret if the response says what else is wrong', async () => {
      const failure = await setUpSignIn({ answer: () => refusal(403, 'invalid_scope') }).signIn();
      assert.ok(failure.kind !== 'token');
      assert.equal(nextAfterTokenFailure(failure), 'edit-environment');
    });
  });

  it('does not store a token that arrives after the user has signed out', async () => {
    let signedOut: Promise<unknown> = Promise.resolve();
    const setup: UnusualProviderSetup = setUpSignIn({
      answer: (_, right) => {
        signedOut = setup.signOut();
        return right();
      },
    });
    await setup.vault.store('x', 'y');
    await setup.signIn();
    await signedOut;
    assert.equal((await setup.tokens.state(setup.environment())).state, 'ready');
  });

  it('asks for a secret once, whatever the answer and the method', async () => {
    const setup = setUpSignIn({ clientAuthentication: 'client_secret_post' });
    assert.equal((await setup.signIn()).kind, 'refused');
    setup.auth.clientAuthentication = 'client_secret_post';
    await issued(setup.signIn());
    assert.deepEqual(setup.questions, ['clientSecret']);

    const other = setUpSignIn({ answer: () => refusal(401, 'invalid_client') });
    for (const clientAuthentication of ['client_secret_basic', 'client_secret_post', 'client_secret_post']) {
      other.auth.clientAuthentication = clientAuthentication;
      assert.equal((await other.signIn()).kind, 'refused');
    }
    assert.deepEqual(other.questions, ['clientSecret']);
  });

  it('logs each token request', async () => {
    const setup = setUpSignIn();
    await issued(setup.signIn());
    assert.deepEqual(setup.log, ['Token request for "staging" at https://login.example: succeeded']);
  });
});
