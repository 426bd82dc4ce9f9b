import assert from 'node:assert/strict';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../src/identity/messages/token-failure-message.ts';
import { options, setScene as setCertifiedScene } from './certified/scene.ts';
import type { ProviderBehavior } from './unusual/unusual-provider.ts';
import { failureMessage, issued, UnusualProviderSetup } from './unusual/unusual-provider-setup.ts';

const required = {
  require_pushed_authorization_requests: true,
  pushed_authorization_request_endpoint: 'https://login.example/par',
};

function setScene(
  behavior: Partial<ProviderBehavior> = {},
  auth: Record<string, unknown> = {},
): UnusualProviderSetup {
  return new UnusualProviderSetup({ metadata: required, ...behavior }, auth);
}

describe('A provider that requires pushed authorization requests (RFC 9126)', () => {
  it('gets the request directly, and the browser only a reference to it', async () => {
    const scene = setScene({}, { parameters: { audience: 'x', empty: '' } });
    await issued(scene.signIn());
    assert.equal(scene.asked.get('audience'), 'x');
    assert.equal(scene.asked.get('code_challenge_method'), 'S256');
    assert.ok(scene.asked.has('nonce'));
    assert.equal(scene.asked.has('empty'), false);
  });

  for (const clientAuthentication of ['client_secret_basic', 'client_secret_post'] as const)
    it(`authenticates the client with ${clientAuthentication}`, async () => {
      await issued(setScene({ clientAuthentication }, { clientAuthentication }).signIn());
    });

  it('rejects a wrong client secret before the browser opens', async () => {
    const scene = setScene(
      { clientAuthentication: 'client_secret_basic' },
      { clientAuthentication: 'client_secret_post' },
    );
    const failure = await scene.signIn();
    assert.ok(failure.kind !== 'token');
    assert.equal(nextAfterTokenFailure(failure), 'set-client-secret');
    assert.equal(scene.provider.authorizations.length, 0);
  });

  it('rejects an unknown redirect URI before the browser opens, with its reason', async () => {
    const scene = setScene({ redirectUri: 'https://other.example/' });
    assert.match(
      await failureMessage(scene.signIn()),
      /denied the request: invalid_request.*unknown redirect_uri/,
    );
    assert.equal(scene.provider.authorizations.length, 0);
  });

  it('needs an endpoint for them that uses https', async () => {
    const { pushed_authorization_request_endpoint: _, ...incomplete } = required;
    const failure = await setScene({ metadata: incomplete }).signIn();
    assert.ok(failure.kind !== 'token');
    assert.match(describeTokenFailure(failure), /contains no "pushed_authorization_request_endpoint"/);
    const insecure = { ...required, pushed_authorization_request_endpoint: 'http://login.example/par' };
    assert.match(await failureMessage(setScene({ metadata: insecure }).signIn()), /doesn't use https/);
  });

  it('does not need them for client credentials', async () => {
    const auth = { grantType: 'client_credentials' };
    await issued(setScene({ clientAuthentication: 'client_secret_basic' }, auth).signIn());
  });

  it('works if it is certified', async () => {
    const scene = await setCertifiedScene({ pushedRequests: true });
    try {
      const token = await scene.tokens.signIn(scene.environment(), options);
      assert.equal(token.kind, 'token', JSON.stringify(token));
      assert.deepEqual([...(scene.user.opened.at(-1)?.searchParams.keys() ?? [])].sort(), [
        'client_id',
        'request_uri',
      ]);
    } finally {
      await scene.end();
    }
  });
});
