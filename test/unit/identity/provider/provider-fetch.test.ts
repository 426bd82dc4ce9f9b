import assert from 'node:assert/strict';
import type { HttpClient } from '../../../../src/gateway/http.ts';
import { providerFetch } from '../../../../src/identity/provider/provider-fetch.ts';

const deep = '['.repeat(300_000) + ']'.repeat(300_000);

function answering(body: string): HttpClient {
  const response = { status: 200, headers: {}, body: Buffer.from(body), complete: true };
  return { exchange: async () => ({ kind: 'response', response }) };
}

describe('providerFetch', () => {
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
