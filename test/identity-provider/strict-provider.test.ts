import assert from 'node:assert/strict';
import {
  describeTokenFailure,
  nextAfterTokenFailure,
} from '../../src/identity/messages/token-failure-message.ts';
import { type ProviderBehavior, refusal } from './unusual/unusual-provider.ts';
import { failureMessage, issued, UnusualProviderSetup } from './unusual/unusual-provider-setup.ts';

/** What two identity servers that we didn't write demand, or do. */
const strict: Partial<ProviderBehavior> = {
  issuer: 'https://login.example/o',
  documentsRedirect: 'slash',
  demandsNonce: true,
  refusesWithoutBody: true,
  redirectUri: 'http://127.0.0.1:7/callback',
};

const endpoints = {
  authorizationEndpoint: 'https://login.example/authorize',
  tokenEndpoint: 'https://login.example/token',
};

const withRevocation = { metadata: { revocation_endpoint: 'https://login.example/revoke' } };

describe('A strict identity provider', () => {
  describe('nonce', () => {
    it('is sent with discovery', async () => {
      assert.ok((await issued(new UnusualProviderSetup(strict).signIn())).account);
    });

    it('is sent with explicit endpoints, and the ID token names the account', async () => {
      const token = await issued(new UnusualProviderSetup(strict, endpoints).signIn());
      assert.deepEqual(token.account, { id: 'a1', label: 'ann@login.example' });
    });

    it('is not sent without openid', async () => {
      const setup = new UnusualProviderSetup(strict, { ...endpoints, scopes: ['data'] });
      await issued(setup.signIn());
      assert.equal(setup.lastAuthorization.has('nonce'), false);
    });

    const claims: readonly [string, ProviderBehavior['idToken'], RegExp][] = [
      ['another nonce', (all) => ({ ...all, nonce: 'other' }), /ID token belongs to another sign-in/],
      ['no nonce', ({ nonce: _, ...all }) => all, /ID token belongs to another sign-in/],
      ['another audience', (all) => ({ ...all, aud: ['x'] }), /no ID token that can be trusted/],
      ['no subject', ({ sub: _, ...all }) => all, /no ID token that can be trusted/],
      ['an end in the past', (all) => ({ ...all, exp: 1 }), /not valid at the current time/],
    ];
    for (const [what, idToken, message] of claims)
      it(`is checked with explicit endpoints: an ID token with ${what} is rejected`, async () => {
        const setup = new UnusualProviderSetup({ ...strict, idToken }, endpoints);
        assert.match(await failureMessage(setup.signIn()), message);
      });

    for (const id_token of ['x', 'x.y.z', 'a.W10.b', 'a.b.c.d'])
      it(`is checked with explicit endpoints: "${id_token}" is not an ID token`, async () => {
        const setup = new UnusualProviderSetup({ ...strict, token: (f) => ({ ...f, id_token }) }, endpoints);
        assert.match(await failureMessage(setup.signIn()), /no ID token that can be trusted/);
      });

    it('does not require an ID token if the issuer of the provider is unknown', async () => {
      const token = (fields: Record<string, unknown>) => ({ ...fields, id_token: undefined });
      await issued(new UnusualProviderSetup({ ...strict, token }, endpoints).signIn());
    });
  });

  describe('discovery', () => {
    it('follows a redirect within the origin once', async () => {
      const setup = new UnusualProviderSetup(strict);
      await issued(setup.signIn());
      assert.deepEqual(
        setup.provider.requests.filter(({ method }) => method === 'GET').map(({ url }) => url.pathname),
        ['/o/.well-known/openid-configuration', '/o/.well-known/openid-configuration/'],
      );
    });

    it('does not follow a second redirect', async () => {
      const message = await failureMessage(
        new UnusualProviderSetup({ ...strict, documentsRedirect: 'twice' }).signIn(),
      );
      assert.match(message, /has moved to .*again/);
    });

    it('does not follow a redirect to another origin', async () => {
      const setup = new UnusualProviderSetup({ ...strict, documentsRedirect: 'elsewhere' });
      assert.match(await failureMessage(setup.signIn()), /has moved to https:\/\/other\.example/);
      assert.ok(setup.provider.requests.every(({ url }) => url.host === 'login.example'));
    });

    it('compares the issuer exactly after a redirect', async () => {
      const setup = new UnusualProviderSetup({
        ...strict,
        metadata: { issuer: 'https://login.example/other' },
      });
      assert.match(
        await failureMessage(setup.signIn()),
        /belongs to the issuer https:\/\/login\.example\/other/,
      );
    });

    for (const [issuer, advice] of [
      [
        'https://login.example/other',
        /Set "auth\.issuer" to exactly that\..*set the provider's endpoints, too/,
      ],
      ['http://login.example', /can't be used\. Set the provider's endpoints/],
      ['https://login.example/?tenant=1', /can't be used\. Set the provider's endpoints/],
      ['login.example', /no "issuer" that can be used\. Set the provider's endpoints/],
    ] as const)
      it(`gives advice that works for the issuer ${issuer}`, async () => {
        assert.match(
          await failureMessage(new UnusualProviderSetup({ ...strict, metadata: { issuer } }).signIn()),
          advice,
        );
      });
  });

  describe('client_secret_basic', () => {
    const client = { clientId: 'my-client_1.x~', clientSecret: 'Ab8Q~x.y-z_1' };
    const auth = { clientAuthentication: 'client_secret_basic' };

    for (const decodesBasic of [true, false])
      it(`is accepted by a server that ${decodesBasic ? 'decodes' : "doesn't decode"} the parts`, async () => {
        const behavior = {
          ...strict,
          ...client,
          decodesBasic,
          clientAuthentication: 'client_secret_basic',
        } as const;
        await issued(new UnusualProviderSetup(behavior, auth).signIn());
      });

    it('encodes special characters', async () => {
      const behavior = {
        ...strict,
        clientId: 'a:b c+d%e',
        clientSecret: 'é&=+% :/',
        clientAuthentication: 'client_secret_basic',
      } as const;
      await issued(new UnusualProviderSetup(behavior, auth).signIn());
    });

    for (const error of ['invalid_client', 'unauthorized_client'])
      it(`offers to change the client secret or the method after ${error}`, async () => {
        const setup = new UnusualProviderSetup(
          { ...strict, refusesWithoutBody: false, answer: () => refusal(401, error) },
          auth,
        );
        const failure = await setup.signIn();
        assert.ok(failure.kind === 'refused');
        assert.equal(nextAfterTokenFailure(failure), 'set-client-secret');
        assert.match(describeTokenFailure(failure), /client secret/);
      });
  });

  it('compares the redirect URI exactly, with its query', async () => {
    const address = 'http://127.0.0.1:7/callback?vscode-reqid=3&vscode-scheme=code%2Doss';
    const setup = new UnusualProviderSetup({ ...strict, redirectUri: address });
    setup.redirectUri = new URL(address);
    await issued(setup.signIn());
  });

  describe('a failed sign-in', () => {
    it('reports that an earlier session continues', async () => {
      const setup = new UnusualProviderSetup(strict);
      await issued(setup.signIn());
      setup.provider.behavior.answer = () => refusal(400, 'invalid_grant');
      assert.match(await failureMessage(setup.signIn()), /status 400.*You are still signed in\.$/);
      await issued(setup.use());
    });

    it('reports no session if there is none', async () => {
      const setup = new UnusualProviderSetup({ ...strict, answer: () => refusal(400, 'invalid_grant') });
      assert.doesNotMatch(await failureMessage(setup.signIn()), /still signed in/);
    });
  });

  describe('switching the account', () => {
    const prompts: readonly [string, Partial<ProviderBehavior>, Record<string, unknown>, string][] = [
      ['asks to sign in', {}, {}, 'login consent'],
      [
        'asks for the account if the provider supports that',
        { metadata: { prompt_values_supported: ['none', 'login', 'select_account'] } },
        {},
        'select_account consent',
      ],
      [
        'keeps the prompt of the settings',
        {},
        { parameters: { prompt: 'consent create' } },
        'login consent create',
      ],
      ['overrides an empty prompt', {}, { parameters: { prompt: '' } }, 'login'],
      ['overrides prompt=none', {}, { parameters: { prompt: 'none' } }, 'login'],
    ];
    for (const [what, behavior, auth, prompt] of prompts)
      it(what, async () => {
        const setup = new UnusualProviderSetup({ ...strict, ...behavior }, auth);
        await issued(setup.signIn({ switchAccount: true }));
        assert.equal(setup.lastAuthorization.get('prompt'), prompt);
      });

    it('is not part of a normal sign-in', async () => {
      const setup = new UnusualProviderSetup(strict);
      await issued(setup.signIn());
      assert.equal(setup.lastAuthorization.get('prompt'), 'consent');
    });
  });

  describe('signing out', () => {
    async function signedOut(behavior: Partial<ProviderBehavior>, auth: Record<string, unknown> = {}) {
      const setup = new UnusualProviderSetup({ ...strict, ...behavior }, auth);
      await issued(setup.signIn());
      const result = await setup.signOut();
      assert.deepEqual(await setup.tokens.state(setup.environment()), { state: 'signed-out' });
      return { setup, result };
    }

    it('revokes both tokens', async () => {
      const { setup, result } = await signedOut(withRevocation);
      assert.deepEqual(result, { revocation: 'revoked' });
      assert.deepEqual(
        setup.provider.tokenRequests.slice(-2).map((form) => form.get('token_type_hint')),
        ['refresh_token', 'access_token'],
      );
    });

    it('reports a 401 at the revocation endpoint', async () => {
      const { result } = await signedOut({ ...withRevocation, revocation: { status: 401, body: '' } });
      assert.deepEqual(result, { revocation: 'refused' });
    });

    it('reports that the revocation endpoint is temporarily unavailable', async () => {
      const { result } = await signedOut({ ...withRevocation, revocation: { status: 503, body: '' } });
      assert.deepEqual(result, { revocation: 'failed' });
    });

    it('reports that there is no revocation endpoint', async () => {
      assert.deepEqual((await signedOut({})).result, { revocation: 'unsupported' });
      assert.deepEqual((await signedOut({}, endpoints)).result, { revocation: 'unsupported' });
    });

    it('returns the URL that ends the session of the browser', async () => {
      const { setup, result } = await signedOut({
        metadata: { end_session_endpoint: 'https://login.example/logout?realm=1' },
      });
      const { id_token_hint, ...others } = Object.fromEntries(result.endSessionUrl?.searchParams ?? []);
      assert.deepEqual(others, { realm: '1', client_id: 'a client: ü' });
      assert.equal(id_token_hint, setup.provider.idTokens.at(-1));
      assert.ok(!setup.log.join().includes(id_token_hint ?? ''));
    });

    it('returns that URL with the ID token of the sign-in, also after a refresh without one', async () => {
      const setup = new UnusualProviderSetup({
        ...strict,
        metadata: { end_session_endpoint: 'https://login.example/logout' },
      });
      await issued(setup.renew(await issued(setup.signIn())));
      const { endSessionUrl } = await setup.signOut();
      assert.equal(endSessionUrl?.searchParams.get('id_token_hint'), setup.provider.idTokens[0]);
    });

    for (const [what, behavior, auth] of [
      ['no ID token was issued', {}, { scopes: ['data'] }],
      ['no browser opens so long a URL', { idToken: (all) => ({ ...all, groups: 'x'.repeat(2000) }) }, {}],
    ] as const satisfies readonly (readonly [string, Partial<ProviderBehavior>, object])[])
      it(`returns that URL without the ID token if ${what}`, async () => {
        const metadata = { end_session_endpoint: 'https://login.example/logout' };
        const { result } = await signedOut({ ...behavior, metadata }, auth);
        assert.deepEqual([...(result.endSessionUrl?.searchParams.keys() ?? [])], ['client_id']);
      });

    for (const end_session_endpoint of ['http://login.example/logout', 'vscode://x/y', 'x'])
      it(`ignores the end_session_endpoint ${end_session_endpoint}`, async () => {
        const { result } = await signedOut({ metadata: { end_session_endpoint } });
        assert.equal(result.endSessionUrl, undefined);
      });

    it('revokes nothing if nobody is signed in', async () => {
      assert.deepEqual(await new UnusualProviderSetup(strict).signOut(), { revocation: 'none' });
    });
  });

  it('logs each sign-in, refresh, revocation and sign-out, without a secret', async () => {
    const setup = new UnusualProviderSetup({ ...strict, ...withRevocation });
    const token = await issued(setup.signIn());
    const renewed = await issued(setup.renew(token));
    await setup.signOut();
    assert.deepEqual(setup.log, [
      'Sign-in for "staging" at https://login.example: browser opened, redirect URI http://127.0.0.1:7/callback, scopes openid offline_access',
      'Sign-in for "staging" at https://login.example: succeeded',
      'Refresh for "staging" at https://login.example: succeeded',
      'Revocation for "staging" at https://login.example: refresh_token revoked',
      'Revocation for "staging" at https://login.example: access_token revoked',
      'Sign-out for "staging": succeeded',
    ]);
    for (const secret of [token.accessToken, renewed.accessToken])
      assert.ok(!setup.log.join().includes(secret));
  });

  it('logs a failure with its error', async () => {
    const setup = new UnusualProviderSetup({
      ...strict,
      refusesWithoutBody: false,
      answer: () => refusal(400, 'x y'),
    });
    await setup.signIn();
    assert.deepEqual(setup.log, [
      'Sign-in for "staging" at https://login.example: browser opened, redirect URI http://127.0.0.1:7/callback, scopes openid offline_access',
      'Sign-in for "staging" at https://login.example: refused (x y, status 400)',
    ]);
  });
});
