import assert from 'node:assert/strict';
import fc from 'fast-check';
import { timeLimit } from '../../../scripts/testing/time-limits.ts';
import type { HttpClient } from '../../../src/gateway/http.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';
import type { TokenOutcome } from '../../../src/gateway/outcome.ts';
import { type ClientAuthentication, type Service, serviceDefaults } from '../../../src/gateway/service.ts';
import { type PasswordCredentials, requestToken, tokenRequest } from '../../../src/gateway/token-request.ts';
import { LoopbackServers, unusedPort } from './network/loopback-servers.ts';

const credentials = { username: 'ann', password: 'correct horse', clientId: 'app-1' };
const none: ClientAuthentication = { method: 'none' };

function serviceAt(baseUrl: URL): Service {
  return { ...serviceDefaults, baseUrl };
}

describe('tokenRequest', () => {
  const service = serviceAt(new URL('https://gateway.example/api/'));
  const bodyOf = (given: PasswordCredentials, authentication: ClientAuthentication = none) =>
    new TextDecoder().decode(tokenRequest(service, given, authentication).body);

  it('is sent to v1/oauth/token below the base URL', () => {
    const { method, url, headers } = tokenRequest(service, credentials, none);
    assert.equal(method, 'POST');
    assert.equal(url.href, 'https://gateway.example/api/v1/oauth/token');
    assert.deepEqual(headers, { 'Content-Type': 'application/x-www-form-urlencoded' });
  });

  it('contains exactly the four fields in the order of the specification', () => {
    assert.equal(
      bodyOf(credentials),
      'username=ann&password=correct+horse&grant_type=password&client_id=app-1',
    );
  });

  it('encodes the special characters of forms', () => {
    assert.equal(
      bodyOf({ username: 'a+b&c=d', password: '100% é\u0000', clientId: '😀' }),
      'username=a%2Bb%26c%3Dd&password=100%25+%C3%A9%00&grant_type=password&client_id=%F0%9F%98%80',
    );
  });

  it('can be decoded to the same credentials', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, text, (username, password, clientId) => {
        assert.deepEqual(
          [...new URLSearchParams(bodyOf({ username, password, clientId }))],
          [
            ['username', username],
            ['password', password],
            ['grant_type', 'password'],
            ['client_id', clientId],
          ],
        );
      }),
    );
  });

  it('appends the secret with client_secret_post', () => {
    const body = bodyOf(credentials, { method: 'client_secret_post', clientSecret: 's+cret' });
    assert.ok(body.endsWith('&grant_type=password&client_id=app-1&client_secret=s%2Bcret'), body);
  });

  it('form-encodes ID and secret before Base64 with client_secret_basic', () => {
    const { headers, body } = tokenRequest(
      service,
      { ...credentials, clientId: 'app:1 é' },
      { method: 'client_secret_basic', clientSecret: 'a:b+c%' },
    );
    const [scheme, encoded] = headers.Authorization?.split(' ') ?? [];
    assert.equal(scheme, 'Basic');
    assert.equal(Buffer.from(encoded ?? '', 'base64').toString(), 'app%3A1+%C3%A9:a%3Ab%2Bc%25');
    assert.ok(!new TextDecoder().decode(body).includes('client_secret'));
  });
});

describe('requestToken', () => {
  let servers: LoopbackServers;
  beforeEach(() => {
    servers = new LoopbackServers();
  });
  afterEach(() => servers.close());

  function ask(
    url: URL,
    authentication: ClientAuthentication = none,
    signal?: AbortSignal,
  ): Promise<TokenOutcome> {
    const options = { timeout: timeLimit(5000), ...(signal && { signal }) };
    return requestToken(new UndiciHttpClient(), serviceAt(url), credentials, authentication, options);
  }

  async function answered(
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
    authentication: ClientAuthentication = none,
  ): Promise<TokenOutcome> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { url } = await servers.http((response) => response.writeHead(status, headers).end(text));
    return ask(url, authentication);
  }

  const token = { access_token: 'a.b.c', token_type: 'bearer', expires_in: 3600 };

  it('gets a token with its lifetime in seconds', async () => {
    assert.deepEqual(await answered(200, token), {
      kind: 'issued',
      accessToken: 'a.b.c',
      expiresIn: 3600,
    });
  });

  describe('expires_in', () => {
    for (const [given, expiresIn] of [
      [3600, 3600],
      ['3600', 3600],
      [1.5, 1.5],
      [0, undefined],
      [-1, undefined],
      ['', undefined],
      ['soon', undefined],
      [1e308, 100 * 365 * 24 * 3600],
      ['99999999999999999999', 100 * 365 * 24 * 3600],
      [null, undefined],
      [true, undefined],
      [undefined, undefined],
    ] as const)
      it(`${JSON.stringify(given)} gives ${expiresIn ?? 'a token to be used once'}`, async () => {
        const outcome = await answered(200, { ...token, expires_in: given });
        assert.ok(outcome.kind === 'issued');
        assert.equal(outcome.expiresIn, expiresIn);
      });
  });

  describe('token_type', () => {
    for (const type of ['bearer', 'Bearer', 'BEARER'])
      it(`${type} is accepted`, async () =>
        assert.equal((await answered(200, { ...token, token_type: type })).kind, 'issued'));

    for (const [type, text] of [
      ['mac', 'mac'],
      ['bearer2\u202e', 'bearer2'],
      [undefined, ''],
      [1, ''],
    ] as const)
      it(`${JSON.stringify(type)} is rejected`, async () =>
        assert.deepEqual(await answered(200, { ...token, token_type: type }), {
          kind: 'invalid-response',
          status: 200,
          detail: 'token-type',
          text,
        }));
  });

  for (const access_token of ['Bearer a.b.c', ' bearer  a.b.c', 'Authorization: Bearer a.b.c'])
    it(`reads the token of ${JSON.stringify(access_token)} without its scheme`, async () => {
      const outcome = await answered(200, { ...token, access_token });
      assert.deepEqual(outcome, { kind: 'issued', accessToken: 'a.b.c', expiresIn: 3600 });
    });

  for (const access_token of [undefined, '', 7])
    it(`rejects ${JSON.stringify(access_token)} as access_token`, async () => {
      const outcome = await answered(200, { ...token, access_token });
      assert.ok(outcome.kind === 'invalid-response');
      assert.equal(outcome.detail, 'no-token');
    });

  for (const [what, body] of [
    ['no JSON', 'welcome'],
    ['half of its JSON', '{"access_token":"a'],
    ['nothing', ''],
  ] as const)
    it(`rejects a success with ${what}`, async () => {
      const outcome = await answered(200, body);
      assert.ok(outcome.kind === 'invalid-response');
      assert.equal(outcome.detail, 'not-json');
    });

  for (const type of ['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8'])
    it(`also reads a form, as ${type}`, async () => {
      const text = 'token_type=bearer&expires_in=60&access_token=a%2Bb%3D&scope=';
      const outcome = await answered(200, text, { 'content-type': type });
      assert.deepEqual(outcome, { kind: 'issued', accessToken: 'a+b=', expiresIn: 60 });
      const error = 'error=invalid_grant&error_description=Not+you%21';
      assert.deepEqual(await answered(400, error, { 'content-type': type }), {
        kind: 'refused',
        status: 400,
        error: 'invalid_grant',
        description: 'Not you!',
      });
    });

  it('returns an error that has status 200', async () => {
    assert.deepEqual(await answered(200, { error: 'invalid_grant', error_description: 'Not you.' }), {
      kind: 'refused',
      status: 200,
      error: 'invalid_grant',
      description: 'Not you.',
    });
  });

  it('accepts a token next to an empty error', async () => {
    assert.equal((await answered(200, { ...token, error: '', refresh_token: null })).kind, 'issued');
  });

  it('returns error and description for an invalid client_id', async () => {
    const error = { error: 'invalid_clientId', error_description: "Invalid client_id 'app-1'" };
    assert.deepEqual(await answered(400, error), {
      kind: 'refused',
      status: 400,
      error: 'invalid_clientId',
      description: "Invalid client_id 'app-1'",
    });
  });

  for (const status of [400, 401, 403, 429])
    it(`returns any error with status ${status}`, async () => {
      const outcome = await answered(status, { error: 'invalid_grant' });
      assert.deepEqual(outcome, { kind: 'refused', status, error: 'invalid_grant', description: '' });
    });

  it('returns a 400 that is not JSON', async () => {
    assert.deepEqual(await answered(400, '<h1>Bad\u001b[31m request</h1>'), {
      kind: 'invalid-response',
      status: 400,
      detail: 'not-json',
      text: 'Bad request',
    });
  });

  it('returns a server error', async () => {
    const outcome = await answered(502, '<title>Bad Gateway</title>');
    assert.deepEqual(outcome, {
      kind: 'invalid-response',
      status: 502,
      detail: 'not-json',
      text: 'Bad Gateway',
    });
  });

  for (const [status, body, isWrong] of [
    [404, '', true],
    [404, '<p>Not Found</p>', true],
    [404, '{"message":"Resource not found"}', true],
    [405, '', true],
    [200, '<title>Welcome</title>', true],
    [404, '{"error":"invalid_client"}', false],
    [200, '{}', false],
    [400, '', false],
    [401, '{"message":"No"}', false],
    [403, '', false],
    [429, '', false],
    [502, '', false],
  ] as const)
    it(`names the URL ${isWrong ? 'that was asked' : 'of no token endpoint'} after ${status} ${body}`, async () => {
      const { url } = await servers.http((response) => response.writeHead(status).end(body));
      const outcome = await ask(new URL('?key=secret', url));
      assert.equal(
        'wrongAddress' in outcome ? outcome.wrongAddress : undefined,
        isWrong ? `${url.origin}/v1/oauth/token` : undefined,
      );
    });

  it('follows no redirect, and returns its target', async () => {
    const outcome = await answered(307, '', { location: 'https://evil.example/token' });
    assert.partialDeepStrictEqual(outcome, {
      kind: 'invalid-response',
      status: 307,
      detail: 'redirect',
      text: 'https://evil.example/token',
    });
  });

  for (const status of [301, 302, 303, 307, 308])
    it(`sends the credentials to no redirect target in the same origin (${status})`, async () => {
      const asked: string[] = [];
      const http: HttpClient = {
        exchange: async ({ url }) => {
          asked.push(url.pathname);
          const headers = { location: '/v2/oauth/token' };
          return { kind: 'response', response: { status, headers, body: new Uint8Array(), complete: true } };
        },
      };
      const service = serviceAt(new URL('https://gateway.example'));
      const outcome = await requestToken(http, service, credentials, none, { timeout: 1000 });
      assert.equal('detail' in outcome && outcome.detail, 'redirect');
      assert.deepEqual(asked, ['/v1/oauth/token']);
    });

  it('does not treat 304 as a redirect', async () => {
    const outcome = await answered(304, '');
    assert.equal('detail' in outcome && outcome.detail, 'not-json');
  });

  it('returns how long to wait for a busy endpoint', async () => {
    for (const [status, seconds] of [
      [429, 7],
      [503, 7],
      [400, undefined],
    ] as const)
      for (const body of [{ error: 'slow_down' }, '']) {
        const outcome = await answered(status, body, { 'retry-after': '7' });
        assert.equal('retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : undefined, seconds);
      }
  });

  it('distinguishes a response that was cut off from one that is not JSON', async () => {
    const cut = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"access_tok';
    const outcome = await ask(await servers.saying(cut));
    assert.deepEqual(outcome, { kind: 'invalid-response', status: 200, detail: 'cut', text: '' });
  });

  for (const accessToken of ['a\nb', 'tokén…'])
    it(`rejects the token ${JSON.stringify(accessToken)}, which a header can't contain`, async () => {
      const outcome = await answered(200, { access_token: accessToken, token_type: 'bearer' });
      assert.equal('detail' in outcome && outcome.detail, 'no-token');
    });

  it('masks secrets in the response in any spelling', async () => {
    const authentication: ClientAuthentication = {
      method: 'client_secret_basic',
      clientSecret: 'client-secret',
    };
    for (const body of [
      { error: 'x', error_description: 'correct horse, correct+horse, client-secret' },
      { error: 'correct horse', error_description: Buffer.from('app-1:client-secret').toString('base64') },
      'correct%20horse',
    ]) {
      const outcome = JSON.stringify(await answered(400, body, {}, authentication));
      assert.match(outcome, /•••/);
      assert.doesNotMatch(outcome, /horse|client-secret|YXBw/);
    }
  });

  it('masks the tokens that the response itself contains', async () => {
    const tokens = { access_token: 'issued-token', refresh_token: 'issued-refresh', id_token: 'issued-id' };
    for (const [status, fields] of [
      [200, { token_type: 'Mac issued-token' }],
      [500, {}],
      [400, { error: 'issued-token', error_description: 'issued-refresh issued-id' }],
    ] as const) {
      const outcome = JSON.stringify(await answered(status, { ...tokens, ...fields }));
      assert.match(outcome, /•••/);
      assert.doesNotMatch(outcome, /issued-/);
    }
    assert.doesNotMatch(
      JSON.stringify(await answered(500, new URLSearchParams(tokens).toString())),
      /issued-/,
    );
  });

  it('masks them wherever they are, also if the response is cut', async () => {
    for (const body of [
      '{"data":{"access_token":"issued-token","next":[{"refresh_token":"issued-refresh"}]}}',
      '[{"id_token":"issued-id"}]',
      '{"result":{"accessToken":"issued\\u002dtoken","refreshToken" : "issued-refresh"}}',
      '{"access_token":"issued-token","refresh_token":"issued-ref',
      '"access_token=issued-token&refresh_token=issued-refresh"',
      '<p>{&quot;access_token&quot;:&quot;issued-token&quot;}</p>',
      `{"message":${JSON.stringify('{"access_token":"issued-token"}')}}`,
    ])
      for (const status of [403, 500]) {
        const outcome = JSON.stringify(await answered(status, body));
        assert.match(outcome, /•••/, body);
        assert.doesNotMatch(outcome, /issued|token"?[:=] ?"?\w/, body);
      }
  });

  it('returns why nothing was sent', async () => {
    const url = new URL(`http://127.0.0.1:${await unusedPort()}`);
    assert.deepEqual(await ask(url), {
      kind: 'unreachable',
      failure: { kind: 'refused', host: url.host },
    });
  });

  it('returns how the connection was lost', async () => {
    const outcome = await ask(await servers.saying(''));
    assert.equal(outcome.kind, 'interrupted');
  });

  it('can be cancelled before and after the request is sent', async () => {
    const url = await servers.raw(() => undefined);
    for (const signal of [AbortSignal.abort(), AbortSignal.timeout(100)])
      assert.deepEqual(await ask(url, none, signal), { kind: 'cancelled' });
  });

  it('sends one request for any response, because a wrong password must not lock an account', async () => {
    for (const status of [400, 401, 429, 500, 503]) {
      const { url, requests } = await servers.http((response) =>
        response.writeHead(status, { 'retry-after': '0' }).end(),
      );
      await ask(url);
      assert.equal(requests.length, 1);
    }
  });
});
