import assert from 'node:assert/strict';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../src/identity/messages/token-failure-message.ts';
import { loopbackRedirect } from '../../src/identity/redirects/loopback-redirect.ts';
import { pastedRedirect } from '../../src/identity/redirects/pasted-redirect.ts';
import { cancellableRedirect, UriMailbox, uriRedirect } from '../../src/identity/redirects/redirect.ts';
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
    const registered = 'http://127.0.0.1:9/callback';
    const page = '<!doctype html><title>Invalid redirect</title>';
    const refusals: readonly (readonly [name: string, answer: Answer, error: string])[] = [
      [
        'invalid_request',
        { status: 400, body: '{"error":"invalid_request","error_description":"unknown redirect_uri"}' },
        'invalid_request',
      ],
      ['an error of its own', { status: 403, body: '{"error":"invalid_callback"}' }, 'invalid_callback'],
      ['a page', { status: 400, body: page }, 'HTTP 400'],
      ['nothing', { status: 400, body: '' }, 'HTTP 400'],
      ['JSON without an error', { status: 400, body: '{"message":"no"}' }, 'HTTP 400'],
    ];
    let pasted: URL[];
    let refused: URL[];
    let choice: 'another-method' | undefined;

    /** The editor's own address, and then the final URL that the user pastes. */
    function setUpReceivers(
      address: string,
      behavior: Partial<ProviderBehavior> = {},
      auth: Record<string, unknown> = {},
    ): UnusualProviderSetup {
      const setup = setUpSignIn({ redirectUri: registered, ...behavior }, auth);
      const own = cancellableRedirect(
        uriRedirect(new UriMailbox(), async () => new URL(address)),
        {
          chooseAfterRefusal: async ({ redirectUri }) => {
            refused.push(redirectUri);
            return choice;
          },
          waitForBrowser: async () => undefined,
        },
      );
      const paste = pastedRedirect({
        askForAddress: async ({ authorizationUrl }) => {
          pasted.push(authorizationUrl);
          return setup.authorized.at(-1)?.href;
        },
      });
      setup.receivers.splice(0, 1, own, paste);
      return setup;
    }

    beforeEach(() => {
      pasted = [];
      refused = [];
      choice = undefined;
    });

    const inBrowser = 'https://host.example/callback?vscode-reqid=7&vscode-path=%2Fcallback';

    for (const [name, redirectUriRefusal, error] of refusals)
      describe(`with ${name}`, () => {
        it('lets the user paste the final URL instead, in the same sign-in', async () => {
          choice = 'another-method';
          await issued(setUpReceivers(inBrowser, { redirectUriRefusal }).signIn());
          assert.deepEqual([refused.map(String), pasted.length], [[inBrowser], 1]);
        });

        it('names the redirect URI to register, and the setting', async () => {
          const failure = await setUpReceivers(inBrowser, { redirectUriRefusal }).signIn();
          assert.ok(failure.kind !== 'token');
          const message = describeTokenFailure(failure);
          assert.ok(message.startsWith(`The identity provider denied the request: ${error}.`), message);
          assert.ok(message.includes('vscode-reqid=*&'), message);
          assert.match(message, /register http:\/\/127\.0\.0\.1:9\/callback.*"auth\.redirectUri"/);
          assert.equal(nextAfterTokenFailure(failure), 'edit-environment');
        });
      });

    it('names the one of the environment, and offers no method that would use the same', async () => {
      const redirectUri = 'vscode://dataset-studio.dataset-studio/callback';
      const setup = setUpReceivers(redirectUri, {}, { redirectUri });
      assert.match(
        await failureMessage(setup.signIn()),
        /Check that the redirect URI vscode:\/\/dataset-studio\.dataset-studio\/callback is registered/,
      );
      assert.deepEqual(refused, []);
    });

    it('says that the port of a listener changes', async () => {
      const setup = setUpSignIn({ redirectUri: registered });
      setup.receivers.splice(0, 1, loopbackRedirect());
      assert.match(
        await failureMessage(setup.signIn()),
        /http:\/\/127\.0\.0\.1:\d+\/callback may not be registered, and its port changes.*set "auth\.redirectUri"/,
      );
    });

    it('is not asked about if something else is wrong', async () => {
      for (const error of ['invalid_scope', 'access_denied', 'invalid_target', 'temporarily_unavailable']) {
        const redirectUriRefusal = { status: 400, body: JSON.stringify({ error }) };
        const message = await failureMessage(setUpReceivers(inBrowser, { redirectUriRefusal }).signIn());
        assert.doesNotMatch(message, /redirect URI/);
      }
      assert.deepEqual(refused, []);
    });

    it('ends if the user cancels meanwhile', async () => {
      const cancellation = new AbortController();
      const setup = setUpReceivers(inBrowser, {
        get redirectUriRefusal() {
          cancellation.abort();
          return { status: 400, body: '' };
        },
      });
      assert.equal((await setup.signIn({ signal: cancellation.signal })).kind, 'cancelled');
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
