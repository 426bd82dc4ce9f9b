import assert from 'node:assert/strict';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../src/identity/messages/token-failure-message.ts';
import { UriMailbox, uriRedirect } from '../../src/identity/redirects/redirect.ts';
import { options, setUpSignIn as setCertifiedScene } from './certified/sign-in-setup.ts';
import type { Answer, ProviderBehavior } from './unusual/unusual-provider.ts';
import { failureMessage, issued, UnusualProviderSetup } from './unusual/unusual-provider-setup.ts';

const required = {
  require_pushed_authorization_requests: true,
  pushed_authorization_request_endpoint: 'https://login.example/par',
};

function setUpSignIn(
  behavior: Partial<ProviderBehavior> = {},
  auth: Record<string, unknown> = {},
): UnusualProviderSetup {
  return new UnusualProviderSetup({ metadata: required, ...behavior }, auth);
}

describe('A provider that requires pushed authorization requests (RFC 9126)', () => {
  it('gets the request directly, and the browser only a reference to it', async () => {
    const setup = setUpSignIn({}, { parameters: { audience: 'x', empty: '' } });
    await issued(setup.signIn());
    assert.equal(setup.lastAuthorization.get('audience'), 'x');
    assert.equal(setup.lastAuthorization.get('code_challenge_method'), 'S256');
    assert.ok(setup.lastAuthorization.has('nonce'));
    assert.equal(setup.lastAuthorization.has('empty'), false);
  });

  for (const clientAuthentication of ['client_secret_basic', 'client_secret_post'] as const)
    it(`authenticates the client with ${clientAuthentication}`, async () => {
      await issued(setUpSignIn({ clientAuthentication }, { clientAuthentication }).signIn());
    });

  it('rejects a wrong client secret before the browser opens', async () => {
    const setup = setUpSignIn(
      { clientAuthentication: 'client_secret_basic' },
      { clientAuthentication: 'client_secret_post' },
    );
    const failure = await setup.signIn();
    assert.ok(failure.kind !== 'token');
    assert.equal(nextAfterTokenFailure(failure), 'set-client-secret');
    assert.equal(setup.provider.authorizations.length, 0);
  });

  it('rejects an unknown redirect URI before the browser opens, with its reason', async () => {
    const setup = setUpSignIn({ redirectUri: 'https://other.example/' });
    assert.match(
      await failureMessage(setup.signIn()),
      /denied the request: invalid_request.*unknown redirect_uri/,
    );
    assert.equal(setup.provider.authorizations.length, 0);
  });

  describe('and refuses the redirect URI', () => {
    const refusals: readonly (readonly [name: string, answer: Answer, error: string])[] = [
      [
        'invalid_request',
        { status: 400, body: '{"error":"invalid_request","error_description":"unknown redirect_uri"}' },
        'invalid_request',
      ],
      ['an error of its own', { status: 403, body: '{"error":"invalid_callback"}' }, 'invalid_callback'],
      ['nothing', { status: 400, body: '' }, 'HTTP 400'],
    ];

    function refusedWith(redirectUriRefusal: Answer): UnusualProviderSetup {
      const setup = setUpSignIn({ redirectUri: 'http://127.0.0.1:9/callback', redirectUriRefusal });
      const address = 'https://host.example/callback?vscode-reqid=7&vscode-path=%2Fcallback';
      setup.receivers.splice(
        0,
        1,
        uriRedirect(new UriMailbox(), async () => new URL(address)),
      );
      return setup;
    }

    for (const [name, answer, error] of refusals)
      it(`with ${name}: names the redirect URI to register, and the setting`, async () => {
        const failure = await refusedWith(answer).signIn();
        assert.ok(failure.kind !== 'token');
        const message = describeTokenFailure(failure);
        assert.ok(message.startsWith(`The identity provider denied the request: ${error}.`), message);
        assert.match(message, /vscode-reqid=\*&.* may not be registered.*set "auth\.redirectUri"/);
        assert.equal(nextAfterTokenFailure(failure), 'edit-environment');
      });

    it('is not named if something else is wrong', async () => {
      for (const error of ['invalid_scope', 'access_denied', 'invalid_target', 'temporarily_unavailable']) {
        const message = await failureMessage(
          refusedWith({ status: 400, body: JSON.stringify({ error }) }).signIn(),
        );
        assert.doesNotMatch(message, /redirect URI/);
      }
    });
  });

  it('needs an endpoint for them that uses https', async () => {
    const { pushed_authorization_request_endpoint: _, ...incomplete } = required;
    const failure = await setUpSignIn({ metadata: incomplete }).signIn();
    assert.ok(failure.kind !== 'token');
    assert.match(describeTokenFailure(failure), /contains no "pushed_authorization_request_endpoint"/);
    const insecure = { ...required, pushed_authorization_request_endpoint: 'http://login.example/par' };
    assert.match(await failureMessage(setUpSignIn({ metadata: insecure }).signIn()), /doesn't use https/);
  });

  it('does not need them for client credentials', async () => {
    const auth = { grantType: 'client_credentials' };
    await issued(setUpSignIn({ clientAuthentication: 'client_secret_basic' }, auth).signIn());
  });

  it('works if it is certified', async () => {
    const setup = await setCertifiedScene({ pushedRequests: true });
    try {
      const token = await setup.tokens.signIn(setup.environment(), options);
      assert.equal(token.kind, 'token', JSON.stringify(token));
      assert.deepEqual([...(setup.user.opened.at(-1)?.searchParams.keys() ?? [])].sort(), [
        'client_id',
        'request_uri',
      ]);
    } finally {
      await setup.end();
    }
  });
});
