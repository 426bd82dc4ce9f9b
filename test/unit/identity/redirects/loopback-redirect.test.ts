import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { loopbackRedirect } from '../../../../src/identity/redirects/loopback-redirect.ts';
import type { PendingRedirect } from '../../../../src/identity/redirects/redirect.ts';

const state = 'the-state-of-this-attempt';
const navigation = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'cross-site',
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('The loopback redirect', () => {
  let pending: PendingRedirect;
  let cancellation: AbortController;

  beforeEach(async () => {
    cancellation = new AbortController();
    const started = await loopbackRedirect()({ state, signal: cancellation.signal });
    assert.ok(started?.kind === 'pending');
    pending = started;
  });

  afterEach(() => pending.close());

  function send(
    target: string,
    headers: Record<string, string> = navigation,
    method = 'GET',
  ): Promise<Answer> {
    const { hostname, port } = pending.redirectUri;
    return new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, path: target, headers, method, agent: false },
        async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          const { statusCode: status, headers: fields } = response;
          resolve({ status, headers: fields, body: Buffer.concat(chunks).toString() });
        },
      );
      sent.once('error', reject).end();
    });
  }

  const callback = `/callback?code=the-code&state=${state}&iss=https%3A%2F%2Flogin.example`;

  /** What the receiver knows after a moment. */
  const soFar = () =>
    Promise.race([
      pending.redirected(new URL('https://login.example')),
      new Promise<'waiting'>((resolve) => setTimeout(() => resolve('waiting'), 20)),
    ]);

  async function assertRefused(answer: Promise<Answer>): Promise<void> {
    const { status, headers, body } = await answer;
    assert.equal(status, 404);
    assert.equal(body, '');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers.server, undefined);
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(await soFar(), 'waiting');
  }

  it('listens only on 127.0.0.1, on a port of its own', async () => {
    const { protocol, hostname, port, pathname } = pending.redirectUri;
    assert.deepEqual([protocol, hostname, pathname], ['http:', '127.0.0.1', '/callback']);
    const other = await loopbackRedirect()({ state, signal: cancellation.signal });
    assert.ok(other?.kind === 'pending');
    assert.notEqual(other.redirectUri.port, port);
    await other.close();
    await assert.rejects(
      new Promise((resolve, reject) => {
        connect(Number(port), '127.0.0.2', () => resolve('connected')).once('error', reject);
      }),
      { code: 'ECONNREFUSED' },
    );
  });

  it('accepts the navigation with its state, and returns all parameters', async () => {
    assert.equal((await send(callback)).status, 200);
    const redirected = await soFar();
    assert.ok(typeof redirected === 'object' && redirected.kind === 'redirected');
    assert.equal(redirected.url.href, new URL(callback, pending.redirectUri).href);
  });

  it('accepts it from an old browser without Sec-Fetch headers', async () => {
    assert.equal((await send(callback, {})).status, 200);
  });

  it('accepts an error of the provider', async () => {
    assert.equal((await send(`/callback?error=access_denied&state=${state}`)).status, 200);
  });

  it('answers with a page that contains nothing of the request, loads nothing and is not cached', async () => {
    const { headers, body } = await send(callback);
    for (const secret of ['the-code', state, 'login.example', pending.redirectUri.port])
      assert.equal(body.includes(secret), false);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-/);
    const script = /<script>(.*)<\/script>/.exec(body)?.[1] ?? '';
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`));
    assert.match(script, /^history\.replaceState\(/);
  });

  const refused: readonly [string, string, Record<string, string>, string?][] = [
    ['another path', '/', navigation],
    ['a longer path', `/callback/x?state=${state}`, navigation],
    ['another spelling of the path', `/%63allback?state=${state}`, navigation],
    ['no query', '/callback', navigation],
    ['no state', '/callback?code=x', navigation],
    ['another state', '/callback?code=x&state=other', navigation],
    ['a part of the state', `/callback?code=x&state=${state.slice(1)}`, navigation],
    ['two states', `/callback?code=x&state=${state}&state=${state}`, navigation],
    ['a POST', callback, navigation, 'POST'],
    ['a HEAD', callback, navigation, 'HEAD'],
    ['an OPTIONS', callback, { ...navigation, origin: 'https://evil.example' }, 'OPTIONS'],
    ['a foreign Host', callback, { ...navigation, host: 'evil.example' }],
    ['localhost as Host', callback, { ...navigation, host: 'localhost' }],
    ['a mode other than navigation', callback, { 'sec-fetch-mode': 'no-cors' }],
    ['a fetch', callback, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a fetch without CORS', callback, { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', callback, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['an origin', callback, { ...navigation, origin: 'https://evil.example' }],
  ];
  for (const [what, target, headers, method] of refused)
    it(`answers 404 to a request with ${what}, and continues to wait`, () =>
      assertRefused(send(target, headers, method)));

  it('answers 404 to any other path or state', () =>
    fc.assert(
      fc.asyncProperty(fc.webPath(), fc.webQueryParameters(), async (path, query) => {
        const { status, body } = await send(`${path.startsWith('/') ? path : `/${path}`}?${query}`);
        assert.deepEqual([status, body], [404, '']);
      }),
      { numRuns: caseCount(30) },
    ));

  it('accepts only one request', async () => {
    assert.equal((await send(callback)).status, 200);
    const second = await send(callback.replace('the-code', 'another'));
    assert.equal(second.status, 404);
  });

  for (const [by, end] of [
    ['closing', () => pending.close()],
    ['cancelling', async () => cancellation.abort()],
  ] as const)
    it(`closes after ${by}, even if a connection is open`, async () => {
      const { port } = pending.redirectUri;
      const held = connect(Number(port), '127.0.0.1');
      held.on('error', () => undefined);
      await new Promise((resolve) => held.once('connect', resolve));
      await end();
      await pending.close();
      assert.deepEqual(await soFar(), { kind: 'closed' });
      await assert.rejects(send(callback), { code: 'ECONNREFUSED' });
      held.destroy();
    });

  it('does not open for an attempt that has ended', async () => {
    assert.equal(await loopbackRedirect()({ state, signal: AbortSignal.abort() }), undefined);
  });
});
