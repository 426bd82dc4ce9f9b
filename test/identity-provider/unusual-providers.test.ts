import assert from 'node:assert/strict';
import { clientSecret, type ProviderBehavior, refusal } from './unusual/unusual-provider.ts';
import { failureMessage, issued, UnusualProviderSetup } from './unusual/unusual-provider-setup.ts';

describe('An unusual identity provider', () => {
  describe('is discovered', () => {
    const places: readonly [string, Partial<ProviderBehavior>, string?][] = [
      ['by its origin', {}],
      ['by a path, as of a realm', { issuer: 'https://login.example/realms/main' }],
      ['by a path that ends in a slash', { issuer: 'https://login.example/o/app/' }],
      ['by an origin with a slash', { issuer: 'https://login.example/' }],
      [
        'by an origin with a slash that nobody typed',
        { issuer: 'https://login.example/' },
        'https://login.example',
      ],
      ['by RFC 8414 alone', { documents: ['oauth'] }],
      ['by RFC 8414 and a path', { documents: ['oauth'], issuer: 'https://login.example/tenant/a' }],
      [
        'by RFC 8414 and a path with a slash',
        { documents: ['oauth'], issuer: 'https://login.example/tenant/a/' },
      ],
      [
        "by its metadata's address",
        { documents: ['oauth'] },
        'https://login.example/.well-known/oauth-authorization-server',
      ],
      [
        "by its metadata's address with a path",
        { documents: ['oauth'], issuer: 'https://login.example/a' },
        'https://login.example/.well-known/oauth-authorization-server/a',
      ],
      [
        'with metadata that nobody knows, and null for what it has not',
        {
          metadata: {
            x_region: { a: [1] },
            userinfo_endpoint: null,
            revocation_endpoint: null,
            end_session_endpoint: '',
            scopes_supported: null,
            signed_metadata: 'e30.e30.',
          },
        },
      ],
      ['without jwks_uri', { metadata: { jwks_uri: undefined, response_types_supported: undefined } }],
    ];
    for (const [how, behavior, issuer] of places)
      it(how, async () => {
        const setup = new UnusualProviderSetup(behavior, issuer ? { issuer } : {});
        const { account } = await issued(setup.signIn());
        assert.deepEqual(account, { id: 'a1', label: 'ann@login.example' });
        // Once more, by what is known of it.
        await issued(setup.signIn());
      });

    it('not without the slash at the end of its path, and the message says so', async () => {
      const setup = new UnusualProviderSetup(
        { issuer: 'https://login.example/o/app/' },
        { issuer: 'https://login.example/o/app' },
      );
      assert.match(
        await failureMessage(setup.signIn()),
        /belongs to the issuer https:\/\/login\.example\/o\/app\/\. Set "auth\.issuer"/,
      );
    });

    it('with several tenants, as at Microsoft', async () => {
      const setup = new UnusualProviderSetup(
        {
          issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
          idToken: (claims) => ({
            ...claims,
            tid: '7a1',
            iss: 'https://login.microsoftonline.com/7a1/v2.0',
          }),
          callback: (url) => url.searchParams.set('session_state', 'x'),
        },
        { issuer: 'https://login.microsoftonline.com/common/v2.0' },
      );
      setup.provider.documentsAt('https://login.microsoftonline.com/common/v2.0');
      const first = await issued(setup.signIn());
      await issued(setup.signIn());
      assert.ok(first.account);
      assert.notEqual(setup.lastAuthorization.get('prompt'), 'consent');
    });

    it('not with several tenants at another provider, and the message says so', async () => {
      const setup = new UnusualProviderSetup(
        { issuer: 'https://login.example/{tenantid}/v2.0' },
        { issuer: 'https://login.example/common/v2.0' },
      );
      setup.provider.documentsAt('https://login.example/common/v2.0');
      assert.match(await failureMessage(setup.signIn()), /your tenant/);
    });

    const failures: readonly [string, number, Record<string, string>, RegExp][] = [
      ['is unavailable', 503, {}, /temporarily unavailable \(status 503\)\. Try again later/],
      ['has moved', 301, { location: 'https://id.example/oidc' }, /moved to https:\/\/id\.example\/oidc/],
      ['does not exist', 404, {}, /There is no discovery document/],
    ];
    for (const [what, status, headers, words] of failures)
      it(`not if it ${what}, and the message says so`, async () => {
        const setup = new UnusualProviderSetup();
        setup.provider.answerMetadata({ status, headers, body: '<title>Sorry</title>' });
        assert.match(await failureMessage(setup.signIn()), words);
      });

    for (const [endpoint, words] of [
      ['token_endpoint', /contains no "token_endpoint"/],
      ['authorization_endpoint', /contains no "authorization_endpoint"/],
    ] as const)
      it(`not without ${endpoint}`, async () => {
        const setup = new UnusualProviderSetup({ metadata: { [endpoint]: undefined } });
        assert.match(await failureMessage(setup.signIn()), words);
      });
  });

  describe('redirects the browser', () => {
    it('with its issuer', async () => {
      const callback = (url: URL) => url.searchParams.set('iss', 'https://login.example');
      const metadata = { authorization_response_iss_parameter_supported: true };
      await issued(new UnusualProviderSetup({ callback, metadata }).signIn());
      await issued(new UnusualProviderSetup({ callback }).signIn());
    });

    it('without its issuer although its metadata announces it', async () => {
      const metadata = { authorization_response_iss_parameter_supported: true };
      assert.match(
        await failureMessage(new UnusualProviderSetup({ metadata }).signIn()),
        /another identity provider/,
      );
    });

    it('with another issuer', async () => {
      const callback = (url: URL) => url.searchParams.set('iss', 'https://login.example/');
      assert.match(
        await failureMessage(new UnusualProviderSetup({ callback }).signIn()),
        /another identity provider/,
      );
    });

    it('with unknown parameters', async () => {
      const callback = (url: URL) => {
        url.searchParams.set('session_state', '1.2');
        url.searchParams.set('scope', 'email openid');
        url.searchParams.set('authuser', '0');
      };
      await issued(new UnusualProviderSetup({ callback }).signIn());
    });

    it('without a code, or with two', async () => {
      const callback = (url: URL) => url.searchParams.delete('code');
      assert.match(
        await failureMessage(new UnusualProviderSetup({ callback }).signIn()),
        /answer from the browser can't be used/,
      );
      const twice = (url: URL) => url.searchParams.append('code', 'x');
      assert.match(
        await failureMessage(new UnusualProviderSetup({ callback: twice }).signIn()),
        /answer from the browser can't be used/,
      );
    });

    const errors: readonly [string, RegExp][] = [
      ['access_denied', /denied the request: access_denied/],
      ['invalid_scope', /Check "auth\.scopes"/],
      ['unauthorized_client', /"auth\.clientId"/],
      ['temporarily_unavailable', /Try again later/],
    ];
    for (const [error, words] of errors)
      it(`with ${error}`, async () => {
        const callback = (url: URL) => {
          url.searchParams.delete('code');
          url.searchParams.set('error', error);
          url.searchParams.set('error_description', 'Oh\u0007 [no](command:x)\u202e');
        };
        const words2 = await failureMessage(new UnusualProviderSetup({ callback }).signIn());
        assert.match(words2, words);
        assert.ok(!words2.includes('\u0007') && !words2.includes('\u202e'));
      });
  });

  describe('receives requests', () => {
    it('at an authorization endpoint that has a query, with each parameter once', async () => {
      const authorization_endpoint =
        'https://login.example/authorize?p=B2C_1_a%26b&response_type=code&scope=all&prompt=login';
      const setup = new UnusualProviderSetup({ metadata: { authorization_endpoint } });
      await issued(setup.signIn());
      assert.equal(setup.lastAuthorization.get('p'), 'B2C_1_a&b');
      assert.equal(setup.lastAuthorization.get('scope'), 'openid offline_access');
    });

    it('with PKCE and S256, even if its metadata does not mention it', async () => {
      const setup = new UnusualProviderSetup({ metadata: { code_challenge_methods_supported: undefined } });
      await issued(setup.signIn());
      assert.equal(setup.lastAuthorization.get('code_challenge_method'), 'S256');
    });

    for (const clientAuthentication of ['client_secret_basic', 'client_secret_post'] as const)
      it(`with ${clientAuthentication}, and a secret of any characters`, async () => {
        const metadata = { token_endpoint_auth_methods_supported: ['private_key_jwt'] };
        const setup = new UnusualProviderSetup({ clientAuthentication, metadata }, { clientAuthentication });
        await issued(setup.renew(await issued(setup.signIn())));
      });

    it('with a method that it does not support: the message says what to check', async () => {
      const metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'] };
      const setup = new UnusualProviderSetup({ clientAuthentication: 'client_secret_basic', metadata });
      assert.match(await failureMessage(setup.signIn()), /invalid_client.*"auth\.clientAuthentication"/);
    });
  });

  describe('returns', () => {
    for (const algorithm of ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'])
      it(`an ID token signed by ${algorithm}`, async () => {
        assert.ok((await issued(new UnusualProviderSetup({ algorithm }).signIn())).account);
        // This token doesn't contain the algorithm.
        const metadata = { id_token_signing_alg_values_supported: undefined };
        assert.ok((await issued(new UnusualProviderSetup({ algorithm, metadata }).signIn())).account);
        const spelledOut = {
          issuer: 'https://login.example',
          authorizationEndpoint: 'https://login.example/authorize',
          tokenEndpoint: 'https://login.example/token',
        };
        assert.ok((await issued(new UnusualProviderSetup({ algorithm }, spelledOut).signIn())).account);
      });

    it('no ID token if none was requested', async () => {
      const token = await issued(new UnusualProviderSetup({}, { scopes: ['data'] }).signIn());
      assert.equal(token.account, undefined);
    });

    for (const [what, id_token] of [
      ['null', null],
      ['invalid', 'x.y.z'],
      ['without claims', 'e30.e30.'],
    ] as const)
      it(`an ID token that was not requested: ${what}`, async () => {
        await issued(
          new UnusualProviderSetup({ token: (f) => ({ ...f, id_token }) }, { scopes: ['data'] }).signIn(),
        );
      });

    for (const tokenType of ['bearer', 'BEARER', 'Bearer'])
      it(`token_type ${tokenType}`, async () => {
        await issued(new UnusualProviderSetup({ token: (f) => ({ ...f, token_type: tokenType }) }).signIn());
      });

    for (const [tokenType, words] of [
      ['MAC', /type "MAC"\. Only "bearer"/],
      ['DPoP', /type "DPoP"\. Only "bearer"/],
      [undefined, /contains no token_type/],
    ] as const)
      it(`token_type ${tokenType}`, async () => {
        const setup = new UnusualProviderSetup({ token: (f) => ({ ...f, token_type: tokenType }) });
        assert.match(await failureMessage(setup.signIn()), words);
      });

    const hour = 3600_000;
    const year = 365 * 24 * hour;
    const lifetimes: readonly [unknown, number | undefined][] = [
      [3600, hour],
      ['3600', hour],
      [3599.5, hour - 500],
      [undefined, undefined],
      [null, undefined],
      [0, undefined],
      [-1, undefined],
      ['soon', undefined],
      [1e15, 100 * year],
      [1e308, 100 * year],
    ];
    for (const [expires_in, lifetime] of lifetimes)
      it(`expires_in ${JSON.stringify(expires_in)}`, async () => {
        const setup = new UnusualProviderSetup({ token: (f) => ({ ...f, expires_in }) });
        const { expiresAt } = await issued(setup.signIn());
        if (lifetime === undefined) assert.equal(expiresAt, undefined);
        else {
          assert.ok(Math.abs((expiresAt ?? 0) - Date.now() - lifetime) < 60_000, String(expiresAt));
          assert.ok(new Date(expiresAt ?? 0).toISOString());
          // It is kept.
          assert.equal((await issued(setup.use())).expiresAt, expiresAt);
        }
      });

    for (const scope of ['data', '', ['data', 'openid'], null])
      it(`scope ${JSON.stringify(scope)}, other than requested`, async () => {
        const setup = new UnusualProviderSetup({ token: (f) => ({ ...f, scope }) });
        await issued(setup.signIn());
        await issued(setup.use());
      });

    it('its response as a form, as GitHub does', async () => {
      for (const type of ['application/x-www-form-urlencoded; charset=utf-8', 'text/plain']) {
        const setup = new UnusualProviderSetup(
          {
            answer: (_, right) => {
              const { id_token: _id, ...fields } = JSON.parse(right().body);
              return {
                status: 200,
                headers: { 'content-type': type },
                body: new URLSearchParams(fields).toString(),
              };
            },
          },
          { scopes: ['repo'] },
        );
        await issued(setup.renew(await issued(setup.signIn())));
      }
    });

    it('JSON as text/plain', async () => {
      const answer: ProviderBehavior['answer'] = (_, right) => ({
        ...right(),
        headers: { 'content-type': 'text/plain' },
      });
      await issued(new UnusualProviderSetup({ answer }).signIn());
    });

    it('times of a clock that differs by minutes', async () => {
      for (const clock of [-240, 240]) await issued(new UnusualProviderSetup({ clock }).signIn());
      assert.match(
        await failureMessage(new UnusualProviderSetup({ clock: -3600 }).signIn()),
        /Check its clock/,
      );
    });
  });

  describe('renews', () => {
    async function signedIn(behavior: Partial<ProviderBehavior> = {}, auth: Record<string, unknown> = {}) {
      const setup = new UnusualProviderSetup(behavior, auth);
      const token = await issued(setup.signIn());
      return { setup, token };
    }

    it('with the same refresh token', async () => {
      const { setup, token } = await signedIn({
        token: (fields, form) =>
          form.get('grant_type') === 'refresh_token' ? { ...fields, refresh_token: undefined } : fields,
      });
      const second = await issued(setup.renew(token));
      await issued(setup.renew(second));
      const [, first, again] = setup.provider.tokenRequests;
      assert.equal(first?.get('refresh_token'), again?.get('refresh_token'));
    });

    it('with a new refresh token each time', async () => {
      const { setup, token } = await signedIn();
      await issued(setup.renew(await issued(setup.renew(token))));
      const [, first, again] = setup.provider.tokenRequests;
      assert.notEqual(first?.get('refresh_token'), again?.get('refresh_token'));
    });

    it('nothing without a refresh token: requires a new sign-in', async () => {
      const { setup, token } = await signedIn({ token: (f) => ({ ...f, refresh_token: undefined }) });
      await issued(setup.renew(token));
      assert.equal(setup.provider.authorizations.length, 2);
    });

    const ends: readonly [string, number, string, RegExp][] = [
      ['invalid_grant', 400, 'the refresh token has expired', /ended the session: .*\. Sign in again\./],
      ['invalid_grant', 401, 'the refresh token has expired', /ended the session: .*\. Sign in again\./],
      [
        'interaction_required',
        400,
        'a second factor is asked for',
        /ended the session: .*\. Sign in again\./,
      ],
      ['login_required', 400, 'the user has to sign in', /ended the session: .*\. Sign in again\./],
      ['consent_required', 400, 'the user has to agree', /ended the session: .*\. Sign in again\./],
    ];
    for (const [error, status, why, words] of ends)
      it(`no more, because ${why}: ${error}, ${status}`, async () => {
        const { setup, token } = await signedIn();
        setup.provider.behavior.answer = () => refusal(status, error);
        assert.match(await failureMessage(setup.renew(token)), words);
      });

    const troubles: readonly [string, Parameters<typeof refusal>, RegExp][] = [
      ['it is busy', [503, 'temporarily_unavailable'], /try again later/i],
      ['it says so with status 200', [200, 'slow_down', 'Too many'], /refused: slow_down.*Too many/],
    ];
    for (const [why, answer, words] of troubles)
      it(`later, because ${why}: the refresh token is kept`, async () => {
        const { setup, token } = await signedIn();
        setup.provider.behavior.answer = () => refusal(...answer);
        assert.match(await failureMessage(setup.renew(token)), words);
        setup.provider.behavior.answer = (_, right) => right();
        await issued(setup.renew(token));
      });
  });

  describe('denies a token', () => {
    const answers: readonly [string, Parameters<typeof refusal>, RegExp][] = [
      [
        'an unknown client',
        [401, 'invalid_client', 'AADSTS7000215'],
        /invalid_client.*AADSTS7000215.*client secret/,
      ],
      ['an unknown client, with another message', [400, 'invalid_client'], /the client secret/],
      ['the code', [400, 'invalid_grant', 'Code expired'], /invalid_grant.*Code expired/],
      ['the scopes', [400, 'invalid_scope'], /Check "auth\.scopes"/],
      ['the client for this grant', [400, 'unauthorized_client'], /"auth\.clientId"/],
      ['the grant', [400, 'unsupported_grant_type'], /"auth\.grantType"/],
      [
        'with status 200, as GitHub does',
        [200, 'bad_verification_code', 'Expired.'],
        /bad_verification_code.*Expired/,
      ],
      ['in control characters', [400, 'x', 'a\u0000\u001b[31mb\u202ec'], /"a b c"/],
    ];
    for (const [what, answer, words] of answers)
      it(what, async () => {
        const setup = new UnusualProviderSetup({ answer: () => refusal(...answer) });
        assert.match(await failureMessage(setup.signIn()), words);
      });

    it('with a message that repeats the request, which is shown without the secrets', async () => {
      let code = '';
      const setup = new UnusualProviderSetup(
        {
          clientAuthentication: 'client_secret_post',
          answer: (form) => {
            code = form.get('code') ?? '';
            return refusal(400, 'invalid_grant', `"${code}" of "${form.get('client_secret')}"`);
          },
        },
        { clientAuthentication: 'client_secret_post' },
      );
      const words = await failureMessage(setup.signIn());
      assert.match(words, /"•••" of "•••"/);
      assert.ok(code !== '' && !words.includes(code) && !words.includes(clientSecret));
    });

    it('with an HTML page', async () => {
      const page = '<html><script>x()</script><h1>Blocked</h1> by the firewall';
      const html = { 'content-type': 'text/html' };
      const refused = new UnusualProviderSetup({
        answer: () => ({ status: 403, headers: html, body: page }),
      });
      assert.match(await failureMessage(refused.signIn()), /status 403.*Blocked by the firewall/);
      const portal = new UnusualProviderSetup({ answer: () => ({ status: 200, headers: html, body: page }) });
      assert.match(
        await failureMessage(portal.signIn()),
        /\/token accepts no token requests \(status 200\)\. Check/,
      );
    });

    for (const [status, error, description] of [
      [400, 'invalid_dpop_proof', 'The DPoP proof JWT header is missing.'],
      [401, 'use_dpop_nonce', ''],
      [400, 'invalid_request', 'DPoP proof is missing'],
      [401, 'invalid_client', 'This client must use DPoP.'],
    ] as const)
      for (const clientAuthentication of ['none', 'client_secret_basic'] as const)
        it(`with ${status}, ${error} and ${description || 'nothing'}, and advises on DPoP alone (${clientAuthentication})`, async () => {
          const setup = new UnusualProviderSetup(
            { clientAuthentication, answer: () => refusal(status, error, description) },
            { clientAuthentication },
          );
          const message = await failureMessage(setup.signIn());
          assert.match(message, /requires DPoP/);
          assert.doesNotMatch(message, /Check/);
        });

    for (const [name, auth, expected] of [
      ['a public client', {}, /\(status 400\)\. Check "auth\.clientId", and whether the provider allows/],
      [
        'a client with a secret',
        { clientAuthentication: 'client_secret_post' },
        /\(status 400\)\. Check the client secret first/,
      ],
    ] as const)
      it(`with an empty 400, and says what to check: ${name}`, async () => {
        const setup = new UnusualProviderSetup({ answer: () => ({ status: 400, body: '' }) }, auth);
        const message = await failureMessage(setup.signIn());
        assert.match(message, /^The token endpoint refused the request/);
        assert.match(message, expected);
      });

    it('with a status of another server, and says to check the address', async () => {
      for (const body of ['{}', '{"message":"no route"}']) {
        const setup = new UnusualProviderSetup({ answer: () => ({ status: 404, body }) });
        assert.match(
          await failureMessage(setup.signIn()),
          /^https:\S+ accepts no token requests \(status 404\)\..* Check "auth\.tokenEndpoint" or "auth\.issuer"\.$/,
        );
      }
    });

    it('with a server that is busy, and says nothing about the client', async () => {
      const setup = new UnusualProviderSetup({ answer: () => ({ status: 503, body: '{}' }) });
      const message = await failureMessage(setup.signIn());
      assert.match(message, /status 503.*Try again later/);
      assert.doesNotMatch(message, /Check/);
    });

    it('with a redirect', async () => {
      const headers = { location: 'https://other.example/token' };
      const setup = new UnusualProviderSetup({ answer: () => ({ status: 307, headers, body: '' }) });
      assert.match(
        await failureMessage(setup.signIn()),
        /redirects \(status 307\) to https:\/\/other\.example\/token/,
      );
      assert.equal(setup.provider.tokenRequests.length, 1);
    });

    it('with a response that is empty, a list or contains no token', async () => {
      for (const body of ['', '[]', '{}', '"x"', 'null', '{"access_token":7}']) {
        const setup = new UnusualProviderSetup({ answer: () => ({ status: 200, body }) });
        assert.match(await failureMessage(setup.signIn()), /status 200/);
      }
    });
  });

  describe('needs additional parameters', () => {
    const parameters = { audience: 'https://gateway.example', access_type: 'offline', prompt: 'login' };

    it('in the sign-in URL, such as audience at Auth0 and access_type at Google', async () => {
      const setup = new UnusualProviderSetup({}, { parameters });
      await issued(setup.renew(await issued(setup.signIn())));
      for (const [name, value] of Object.entries(parameters))
        assert.equal(setup.lastAuthorization.get(name), value);
      for (const form of setup.provider.tokenRequests)
        for (const name of Object.keys(parameters)) assert.equal(form.has(name), false, name);
    });

    it('in token requests, too, for the resource (RFC 8707), as AD FS does', async () => {
      const setup = new UnusualProviderSetup({}, { parameters: { resource: 'urn:gateway' } });
      await issued(setup.renew(await issued(setup.signIn())));
      assert.equal(setup.lastAuthorization.get('resource'), 'urn:gateway');
      assert.deepEqual(
        setup.provider.tokenRequests.map((form) => form.get('resource')),
        ['urn:gateway', 'urn:gateway'],
      );
    });

    it('and omits empty ones', async () => {
      const setup = new UnusualProviderSetup({}, { parameters: { prompt: '' } });
      await issued(setup.signIn());
      assert.equal(setup.lastAuthorization.has('prompt'), false);
    });

    it('and uses another session for other parameters', async () => {
      const setup = new UnusualProviderSetup({}, { parameters: { audience: 'a' } });
      await issued(setup.signIn());
      await issued(setup.use());
      setup.auth.parameters = { audience: 'b' };
      await issued(setup.use());
      assert.equal(setup.provider.authorizations.length, 2);
    });
  });
});
