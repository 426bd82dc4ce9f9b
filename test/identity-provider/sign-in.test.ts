import assert from 'node:assert/strict';
import { get } from 'node:http';
import type { Exchange } from '../../src/gateway/http.ts';
import { browserSignIn } from '../../src/identity/grants/browser-sign-in.ts';
import { describeTokenFailure } from '../../src/identity/messages/token-failure-message.ts';
import { loopbackRedirect } from '../../src/identity/redirects/loopback-redirect.ts';
import { cancellableRedirect, type WaitPrompt } from '../../src/identity/redirects/redirect.ts';
import { type TokenResult, TokenSource } from '../../src/identity/token-source.ts';
import { clientSecret } from './certified/identity-provider.ts';
import { defineEnvironment, options, type SignInSetup, setUpSignIn } from './certified/sign-in-setup.ts';

describe('Signing in at an identity provider', () => {
  let setup: SignInSetup;

  beforeEach(async () => {
    setup = await setUpSignIn();
  });

  afterEach(() => setup.end());

  const signIn = (auth: Record<string, unknown> = {}, signal = options.signal) =>
    setup.tokens.signIn(setup.environment(auth), { ...options, signal });

  /** A port without a server refuses all connections. */
  async function assertClosed(redirectUri: string | null | undefined): Promise<void> {
    const refused = new Promise((resolve, reject) => {
      get(redirectUri ?? '', () => reject(new Error('Somebody listens.'))).once('error', resolve);
    });
    assert.equal(((await refused) as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  }

  const redirectUriOf = (url: URL | undefined) => url?.searchParams.get('redirect_uri');

  it('returns a token, its expiry and the account after consent', async () => {
    const before = Date.now();
    const result = await signIn();
    assert.equal(result.kind, 'token', JSON.stringify(result));
    assert.deepEqual(result.account, { id: 'ann', label: 'ann@login.example' });
    assert.ok(result.expiresAt && result.expiresAt >= before + 3600_000);
    assert.ok(result.expiresAt <= Date.now() + 3600_000);
    assert.match(setup.user.page, /close this page/);
    await assertClosed(redirectUriOf(setup.user.opened[0]));
  });

  it('sends PKCE with S256, state and nonce, and no secret in the URL', async () => {
    await signIn();
    const asked = setup.user.opened[0]?.searchParams;
    assert.equal(asked?.get('code_challenge_method'), 'S256');
    assert.match(asked?.get('code_challenge') ?? '', /^[\w-]{43}$/);
    assert.ok((asked?.get('state') ?? '').length >= 32);
    assert.ok((asked?.get('nonce') ?? '').length >= 32);
    const [request] = setup.provider.tokenRequests('authorization_code');
    assert.match(request?.form.get('code_verifier') ?? '', /^[\w-]{43}$/);
    assert.equal(asked?.has('code_verifier'), false);
  });

  it('uses each value for one sign-in only', async () => {
    await signIn();
    await signIn();
    for (const name of ['state', 'nonce', 'code_challenge', 'redirect_uri']) {
      const [first, second] = setup.user.opened.map((url) => url.searchParams.get(name));
      assert.ok(first && second && first !== second, name);
    }
  });

  it('stores the session in one secret, which is not used for another provider', async () => {
    const result = await signIn();
    const again = await setup.tokens.accessToken(setup.environment(), options);
    assert.deepEqual(again, result);
    assert.equal(setup.user.opened.length, 1);
    for (const auth of [
      { issuer: 'https://login.example' },
      { clientId: 'basic-client' },
      { scopes: ['openid'] },
    ]) {
      const { state } = await setup.tokens.state(setup.environment(auth));
      assert.equal(state, 'signed-out');
    }
    assert.equal((await setup.vault.keys()).length, 1);
  });

  describe('with client authentication', () => {
    it('none: sends the client ID only', async () => {
      assert.equal((await signIn()).kind, 'token');
      const [request] = setup.provider.tokenRequests('authorization_code');
      assert.equal(request?.authorization, undefined);
      assert.equal(request?.form.get('client_id'), 'public-client');
      assert.equal(request?.form.has('client_secret'), false);
    });

    it('client_secret_basic: sends the secret in the header only', async () => {
      const result = await signIn({ clientId: 'basic-client', clientAuthentication: 'client_secret_basic' });
      assert.equal(result.kind, 'token', JSON.stringify(result));
      const [request] = setup.provider.tokenRequests('authorization_code');
      assert.match(request?.authorization ?? '', /^Basic /);
      assert.equal(request?.form.has('client_secret'), false);
    });

    it('client_secret_post: sends the secret in the body only', async () => {
      const result = await signIn({ clientId: 'post-client', clientAuthentication: 'client_secret_post' });
      assert.equal(result.kind, 'token', JSON.stringify(result));
      const [request] = setup.provider.tokenRequests('authorization_code');
      assert.equal(request?.authorization, undefined);
      assert.equal(request?.form.get('client_secret'), clientSecret);
    });

    it('reports a wrong secret, and does not store it', async () => {
      const environment = setup.environment({
        clientId: 'basic-client',
        clientAuthentication: 'client_secret_basic',
      });
      await setup.secrets(environment).store('clientSecret', 'wrong secret');
      const result = await setup.tokens.signIn(environment, options);
      assert.equal(result.kind === 'refused' && result.error, 'invalid_client', JSON.stringify(result));
      assert.doesNotMatch(JSON.stringify(result), /wrong secret/);
    });
  });

  describe('with explicit endpoints', () => {
    const endpoints = () => ({
      issuer: undefined,
      authorizationEndpoint: `${setup.provider.issuer}/auth`,
      tokenEndpoint: `${setup.provider.issuer}/token`,
    });

    it('needs no discovery', async () => {
      assert.equal((await signIn(endpoints())).kind, 'token');
      assert.deepEqual(
        setup.http.requests.map(({ url }) => url.pathname),
        ['/token'],
      );
    });

    it('compares the issuer if it is known', async () => {
      const result = await signIn({ ...endpoints(), issuer: setup.provider.issuer });
      assert.equal(result.kind === 'token' && result.account?.id, 'ann', JSON.stringify(result));
      const wrong = await signIn({ ...endpoints(), issuer: 'https://login.example' });
      assert.deepEqual(wrong, { kind: 'untrusted', check: 'issuer' });
    });
  });

  describe('fails', () => {
    async function fails(result: Promise<TokenResult>, outcome: string, words: RegExp): Promise<TokenResult> {
      const failure = await result;
      assert.equal(failure.kind, outcome, JSON.stringify(failure));
      assert.notEqual(failure.kind, 'token');
      if (failure.kind !== 'token') assert.match(describeTokenFailure(failure), words);
      for (const url of setup.user.opened) {
        const redirectUri = redirectUriOf(url);
        if (redirectUri?.startsWith('http://127.0.0.1')) await assertClosed(redirectUri);
      }
      const stored = (await setup.vault.keys()).filter((key) => !key.includes('clientSecret'));
      assert.deepEqual(stored, []);
      return failure;
    }

    it('when the user declines, with a message in plain text', async () => {
      setup.user.behavior = 'denies';
      await fails(signIn(), 'denied', /access_denied.*"The user said no"/);
    });

    it('not when the user enters a wrong password at the provider first', async () => {
      setup.user.behavior = 'mistypes once';
      assert.equal((await signIn()).kind, 'token');
      assert.equal(setup.user.passwordsRefused, 1);
    });

    it('when the state differs: the listener ignores it until the timeout', async () => {
      setup.user.tamper = (url) => url.searchParams.set('state', 'forged');
      const leave = new AbortController();
      const result = signIn({}, leave.signal);
      while (setup.user.page === '' && setup.user.callbacks.length === 0) await tick();
      await tick(100);
      assert.equal(setup.user.page, '');
      leave.abort();
      await fails(result, 'cancelled', /cancelled/);
    });

    it('when a receiver that does not check the state returns another', async () => {
      const loopback = setup.receivers[0];
      assert.ok(loopback);
      const careless = async (attempt: { state: string; signal: AbortSignal }) => {
        const pending = await loopback(attempt);
        assert.ok(pending?.kind === 'pending');
        return {
          kind: 'pending' as const,
          redirectUri: pending.redirectUri,
          close: () => pending.close(),
          redirected: async (url: URL) => {
            const redirected = await pending.redirected(url);
            if (redirected.kind === 'redirected') redirected.url.searchParams.set('state', 'forged');
            return redirected;
          },
        };
      };
      setup.receivers[0] = careless;
      await fails(signIn(), 'untrusted', /belongs to another sign-in/);
      assert.equal(setup.provider.tokenRequests('authorization_code').length, 0);
    });

    it('with a message of the provider that repeats the request, which is shown without the secrets', async () => {
      const auth = { clientId: 'basic-client', clientAuthentication: 'client_secret_basic' };
      let sent = '';
      setup.http.interfere = async (request, send) => {
        if (request.url.pathname !== '/token') return send();
        sent = `${new TextDecoder().decode(request.body)} ${request.headers.authorization}`;
        const body = JSON.stringify({ error: 'invalid_grant', error_description: sent });
        const answer = { status: 400, headers: {}, complete: true, body: new TextEncoder().encode(body) };
        return { kind: 'response', response: answer };
      };
      const failure = JSON.stringify(await fails(signIn(auth), 'refused', /invalid_grant.*•••/));
      const form = new URLSearchParams(sent.split(' ')[0]);
      for (const secret of [form.get('code'), form.get('code_verifier'), sent.split('Basic ')[1]])
        assert.ok(secret && !failure.includes(secret), secret ?? 'nothing was sent');
    });

    for (const [what, change] of [
      ['wrong', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
      ['missing, though promised,', (url: URL) => url.searchParams.delete('iss')],
    ] as const)
      it(`when the issuer in the response is ${what}`, async () => {
        setup.user.tamper = change;
        await fails(signIn(), 'untrusted', /another identity provider/);
        assert.equal(setup.provider.tokenRequests('authorization_code').length, 0);
      });

    it('when the code is replayed', async () => {
      const spent: URL[] = [];
      await signIn();
      spent.push(...setup.user.callbacks);
      await setup.tokens.signOut(setup.environment());
      const code = spent[0]?.searchParams.get('code') ?? '';
      setup.user.tamper = (url) => url.searchParams.set('code', code);
      const failure = await fails(signIn(), 'refused', /invalid_grant/);
      assert.doesNotMatch(JSON.stringify(failure), new RegExp(code));
    });

    it('when the ID token has another nonce', async () => {
      setup.user.openBrowser = async (url) => {
        const other = new URL(url);
        other.searchParams.set('nonce', 'injected');
        void setup.user.signIn(other).catch(() => undefined);
        return true;
      };
      await fails(signIn(), 'untrusted', /another sign-in/);
    });

    it('when the ID token is for another client', async () => {
      setup.http.rewrite('/token', (fields) => ({
        ...fields,
        id_token: withClaims(fields.id_token, { aud: 'x' }),
      }));
      await fails(signIn(), 'untrusted', /no ID token that can be trusted/);
    });

    it('when there is no ID token although one was requested', async () => {
      setup.http.rewrite('/token', ({ id_token: _, ...fields }) => fields);
      await fails(signIn(), 'untrusted', /no ID token/);
    });

    it('when the clock is hours fast', async () => {
      setup.clock.skew = 2 * 3600_000;
      await fails(signIn(), 'untrusted', /Check its clock/);
    });

    it('not when the clock is hours slow, because lifetimes are relative', async () => {
      setup.clock.skew = -2 * 3600_000;
      const result = await signIn();
      const left = result.kind === 'token' ? (result.expiresAt ?? 0) - setup.clock.now() : 0;
      assert.ok(left > 3590_000 && left <= 3600_000, String(left));
    });

    it('not when the clock differs by some minutes', async () => {
      for (const minutes of [4, -4]) {
        setup.clock.skew = minutes * 60_000;
        assert.equal((await signIn()).kind, 'token');
      }
    });

    for (const type of ['DPoP', 'mac', undefined])
      it(`when the token type is ${type}`, async () => {
        setup.http.rewrite('/token', (fields) => ({ ...fields, token_type: type }));
        await fails(signIn(), 'invalid-response', /Only "bearer"/);
      });

    it('when the provider is unreachable from the start', async () => {
      await setup.provider.goAway();
      await fails(signIn(), 'unreachable', /refused the connection/);
      assert.equal(setup.user.opened.length, 0);
    });

    it('when the provider becomes unreachable', async () => {
      setup.user.follows = false;
      const result = signIn();
      while (setup.user.callbacks.length === 0) await tick();
      await setup.provider.goAway();
      get(setup.user.callbacks[0] ?? '').once('error', () => undefined);
      await fails(result, 'unreachable', /refused the connection/);
    });

    it('when the URL has no identity provider', async () => {
      await fails(
        signIn({ issuer: `${setup.provider.issuer}/nowhere` }),
        'undiscovered',
        /no discovery document/,
      );
      assert.deepEqual(
        setup.http.requests.map(({ url }) => url.pathname),
        ['/nowhere/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/nowhere'],
      );
    });

    it('when the provider has another issuer', async () => {
      const rename = (fields: Record<string, unknown>) => ({ ...fields, issuer: 'https://evil.example' });
      setup.http.rewrite('/.well-known/openid-configuration', rename);
      await fails(signIn(), 'undiscovered', /belongs to the issuer https:\/\/evil\.example/);
    });

    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'revocation_endpoint'])
      for (const address of ['http://evil.example/x', 'file:///etc/passwd', 'vscode://x.y/z'])
        it(`when the ${endpoint} in the metadata is ${address}`, async () => {
          const lead = (fields: Record<string, unknown>) => ({ ...fields, [endpoint]: address });
          setup.http.rewrite('/.well-known/openid-configuration', lead);
          await fails(signIn(), 'undiscovered', /doesn't use https/);
          assert.equal(setup.user.opened.length, 0);
        });

    it('when a response is larger than 1 MiB', async () => {
      const ofSize = (bytes: number) => (fields: Record<string, unknown>) => {
        const { length } = JSON.stringify({ ...fields, pad: '' });
        return { ...fields, pad: 'x'.repeat(bytes - length) };
      };
      setup.http.rewrite('/.well-known/openid-configuration', ofSize(1024 * 1024 + 1));
      await fails(signIn(), 'interrupted', /TOO_LARGE/);
      setup.http.rewrite('/.well-known/openid-configuration', ofSize(1024 * 1024));
      assert.equal((await signIn()).kind, 'token');
    });

    it('when a response is a redirect', async () => {
      setup.http.interfere = async (request, send) =>
        request.url.pathname === '/token' ? redirectTo('https://evil.example/token') : send();
      await fails(signIn(), 'invalid-response', /redirects/);
    });

    it('when the browser has no way to return', async () => {
      setup.receivers.length = 0;
      await fails(signIn(), 'no-browser', /browser couldn't be opened/);
    });
  });

  it('opens the browser once if the user declines', async () => {
    let asked = 0;
    setup.user.openBrowser = async () => {
      asked += 1;
      return false;
    };
    const loopback = setup.receivers[0];
    assert.ok(loopback);
    const declined: boolean[] = [];
    const prompt: WaitPrompt = async ({ authorizationUrl, browserOpened }) => {
      declined.push(browserOpened);
      await setup.user.signIn(authorizationUrl);
      return undefined;
    };
    setup.receivers.splice(0, 1, cancellableRedirect(loopback, prompt), loopbackRedirect());
    assert.equal((await signIn()).kind, 'token');
    assert.deepEqual([asked, declined], [1, [false]]);
  });

  describe('ends immediately', () => {
    for (const [step, path] of [
      ['discovering', '/.well-known/openid-configuration'],
      ['redeeming the code', '/token'],
    ] as const)
      it(`when it is cancelled while ${step}`, async () => {
        const cancellation = new AbortController();
        setup.http.interfere = async (request, send) => {
          if (request.url.pathname === path) cancellation.abort();
          return send();
        };
        assert.deepEqual(await signIn({}, cancellation.signal), { kind: 'cancelled' });
        if (setup.user.opened[0]) await assertClosed(redirectUriOf(setup.user.opened[0]));
        assert.deepEqual(await setup.vault.keys(), []);
      });

    it('when it is cancelled before it begins', async () => {
      assert.deepEqual(await signIn({}, AbortSignal.abort()), { kind: 'cancelled' });
      assert.equal(setup.user.opened.length, 0);
    });

    it('when it is cancelled while the browser is being opened', async () => {
      const cancellation = new AbortController();
      setup.user.openBrowser = (url) => {
        setup.user.opened.push(url);
        cancellation.abort();
        return new Promise(() => undefined);
      };
      assert.deepEqual(await signIn({}, cancellation.signal), { kind: 'cancelled' });
      await assertClosed(redirectUriOf(setup.user.opened[0]));
    });

    it('when it is cancelled while the user is away', async () => {
      const cancellation = new AbortController();
      setup.user.behavior = 'leaves';
      const result = signIn({}, cancellation.signal);
      while (setup.user.opened.length === 0) await tick();
      cancellation.abort();
      assert.deepEqual(await result, { kind: 'cancelled' });
      await assertClosed(redirectUriOf(setup.user.opened[0]));
    });

    it('when a second attempt replaces it', async () => {
      setup.user.behavior = 'leaves';
      const first = signIn();
      while (setup.user.left === 0) await tick();
      setup.user.behavior = 'consents';
      const second = await signIn();
      assert.deepEqual(await first, { kind: 'cancelled' });
      assert.equal(second.kind, 'token');
      for (const url of setup.user.opened) await assertClosed(redirectUriOf(url));
    });

    it('after five minutes', async () => {
      const waits: { milliseconds: number; pass: () => void }[] = [];
      const clock = {
        now: Date.now,
        sleep: (milliseconds: number) =>
          new Promise<void>((pass) => {
            waits.push({ milliseconds, pass });
          }),
      };
      const lock = { run: () => Promise.reject(new Error('nothing to lock')) };
      const { receivers, http, vault, user } = setup;
      user.behavior = 'leaves';
      const tokens = new TokenSource({
        vault,
        http,
        now: clock.now,
        prompt: { ask: async () => undefined },
        userSessions: {
          lock,
          clock,
          signIn: browserSignIn({ receivers, clock, openBrowser: (url) => user.openBrowser(url) }),
          offerSignIn: async () => false,
        },
      });
      const result = tokens.signIn(setup.environment(), options);
      while (user.opened.length === 0) await tick();
      assert.deepEqual(
        waits.map(({ milliseconds }) => milliseconds),
        [300_000],
      );
      waits[0]?.pass();
      assert.deepEqual(await result, { kind: 'timed-out', minutes: 5 });
      await assertClosed(redirectUriOf(user.opened[0]));
    });
  });

  describe('stores nothing', () => {
    it('if the user signs out while they are issued', async () => {
      const issued = setup.http.afterTokens(() => setup.tokens.signOut(setup.environment()));
      assert.deepEqual(await signIn(), { kind: 'cancelled' });
      assert.deepEqual(await setup.vault.keys(), []);
      assert.equal(issued.length, 2);
    });

    it('if the user signs out in a sign-in on another device', async () => {
      const remote = setup.environment({ grantType: 'device_code' });
      setup.http.afterTokens(() => setup.tokens.signOut(remote));
      assert.deepEqual(await setup.tokens.signIn(remote, options), { kind: 'cancelled' });
      assert.deepEqual(await setup.vault.keys(), []);
    });

    it('if the user cancels while they are issued', async () => {
      const cancellation = new AbortController();
      setup.http.afterTokens(async () => cancellation.abort());
      assert.deepEqual(await signIn({}, cancellation.signal), { kind: 'cancelled' });
      assert.deepEqual(await setup.vault.keys(), []);
    });
  });

  it('ends when the user signs out', async () => {
    setup.user.behavior = 'leaves';
    const result = signIn();
    while (setup.user.opened.length === 0) await tick();
    await setup.tokens.signOut(setup.environment());
    assert.deepEqual(await result, { kind: 'cancelled' });
    await assertClosed(redirectUriOf(setup.user.opened[0]));
  });

  it('uses the next redirect method if the first is not available', async () => {
    setup.receivers.unshift(async () => undefined);
    assert.equal((await signIn()).kind, 'token');
  });

  it('is shared by all callers that need a token at the same time', async () => {
    const ask = () => setup.tokens.accessToken(setup.environment(), options);
    const [first, second] = await Promise.all([ask(), ask()]);
    assert.equal(first.kind, 'token');
    assert.deepEqual(first, second);
    assert.equal(setup.user.opened.length, 1);
  });

  it('is unsupported if no browser can be opened', async () => {
    const { http, vault } = setup;
    const tokens = new TokenSource({ vault, http, now: Date.now, prompt: { ask: async () => undefined } });
    const result = await tokens.accessToken(defineEnvironment({ issuer: 'https://login.example' }), options);
    assert.deepEqual(result, { kind: 'unsupported', grantType: 'authorization_code' });
  });
});

function tick(milliseconds = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The ID token with other claims. Its signature is then wrong, but this flow relies on TLS. */
function withClaims(token: unknown, claims: Record<string, unknown>): string {
  const [header, payload = '', signature] = String(token).split('.');
  const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

function redirectTo(location: string): Exchange {
  return {
    kind: 'response',
    response: { status: 307, headers: { location }, body: new Uint8Array(), complete: true },
  };
}
