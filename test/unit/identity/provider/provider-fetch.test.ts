import assert from 'node:assert/strict';
import type { HttpClient } from '../../../../src/gateway/http.ts';
import { UndiciHttpClient } from '../../../../src/gateway/network/undici-http-client.ts';
import { ProviderFailure, providerFetch } from '../../../../src/identity/provider/provider-fetch.ts';

const deep = '['.repeat(300_000) + ']'.repeat(300_000);

function answering(body: string): HttpClient {
  const response = { status: 200, headers: {}, body: Buffer.from(body), complete: true };
  return { exchange: async () => ({ kind: 'response', response }) };
}

describe('providerFetch', () => {
  const credentials = 'Y2xpZW50OnNlY3JldA==';
  const tokenRequest = {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams('grant_type=client_credentials'),
    redirect: 'manual',
  } as const;

  for (const kind of ['token', 'device-authorization', 'pushed-authorization', 'revocation'] as const)
    for (const status of [301, 302, 303, 307, 308])
      it(`sends the request of the kind ${kind} to no redirect target, not even in the same origin (${status})`, async () => {
        const asked: string[] = [];
        const http: HttpClient = {
          exchange: async ({ url }) => {
            asked.push(url.pathname);
            const headers = { location: '/other' };
            return { kind: 'response', response: { status, headers, body: Buffer.from(''), complete: true } };
          },
        };
        const send = providerFetch(http, kind, { timeout: 1000, secrets: [] });
        const sent = send('https://login.example/first', tokenRequest);
        if (kind === 'revocation') assert.equal((await sent).status, 400);
        else await assert.rejects(sent, ProviderFailure);
        assert.deepEqual(asked, ['/first']);
      });

  it('sends no request for a token without encryption', async () => {
    const send = providerFetch(new UndiciHttpClient(), 'token', { timeout: 1000, secrets: [] });
    await assert.rejects(send('http://login.example/token', tokenRequest), (error) => {
      assert.ok(error instanceof ProviderFailure);
      const failure = { kind: 'insecure', host: 'login.example' };
      assert.deepEqual(error.failure, { kind: 'unreachable', failure });
      return true;
    });
  });

  it('masks the credentials as they were sent', async () => {
    const body = JSON.stringify({ error: 'invalid_client', error_description: `Not ${credentials}` });
    const send = providerFetch(answering(body), 'token', { timeout: 1000, secrets: [] });
    await assert.rejects(send('https://login.example/token', tokenRequest), (error) => {
      assert.ok(error instanceof ProviderFailure && error.failure.kind === 'refused');
      assert.equal(error.failure.description, 'Not •••');
      return true;
    });
  });

  for (const [kind, method] of [
    ['metadata', 'GET'],
    ['device-authorization', 'POST'],
  ] as const)
    it(`leaves out nested values of ${kind}, which can be too deep to be written again`, async () => {
      for (const [body, expected] of [
        [
          `{"issuer":"https://login.example","scopes_supported":["a"],"more":${deep}}`,
          'https://login.example',
        ],
        [`{"issuer":${deep}}`, undefined],
        [deep, undefined],
      ] as const) {
        const send = providerFetch(answering(body), kind, { timeout: 1000, secrets: [] });
        const response = await send('https://login.example/x', {
          method,
          headers: {},
          body: undefined,
          redirect: 'manual',
        });
        const fields = (await response.json()) as Record<string, unknown>;
        assert.equal(fields.issuer, expected);
        assert.equal('more' in fields, false);
      }
    });
});
