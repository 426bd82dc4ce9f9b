import assert from 'node:assert/strict';
import { ProviderFailure, providerFetch } from '../../../../src/identity/provider/provider-fetch.ts';

describe('providerFetch', () => {
  for (const address of [
    'http://login.example/token',
    'http://localhost.example/token',
    'ftp://login.example/',
  ])
    it(`sends nothing to ${address}`, async () => {
      const sent: string[] = [];
      const http = {
        exchange: async ({ url }: { readonly url: URL }) => {
          sent.push(url.href);
          return { kind: 'not-sent', failure: { kind: 'cancelled' } } as const;
        },
      };
      const fetch = providerFetch(http, 'token', { timeout: 1, secrets: [] });
      const request = { method: 'POST', headers: {}, body: new URLSearchParams({ a: 'b' }) } as const;
      await assert.rejects(
        fetch(address, { ...request, redirect: 'manual' }),
        (error) =>
          error instanceof ProviderFailure &&
          error.failure.outcome === 'undiscovered' &&
          error.failure.detail === 'insecure',
      );
      assert.deepEqual(sent, []);
    });
});
