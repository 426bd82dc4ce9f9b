import assert from 'node:assert/strict';
import { forwardedRedirect, loopbackRedirect } from '../../../../src/identity/redirects/loopback-redirect.ts';

async function start(forward: (url: URL) => Promise<URL>) {
  const cancellation = new AbortController();
  let listening: URL | undefined;
  const receiver = forwardedRedirect(async (attempt) => {
    const pending = await loopbackRedirect()(attempt);
    listening = pending?.kind === 'pending' ? pending.redirectUri : undefined;
    return pending;
  }, forward);
  const pending = await receiver({ state: 'the-state', signal: cancellation.signal });
  return { pending, listening };
}

function withPort(url: URL, port: string): URL {
  const other = new URL(url);
  other.port = port;
  return other;
}

describe('The redirect to a forwarded port', () => {
  it('is available if the editor forwards the port under the same number', async () => {
    const { pending } = await start(async (url) => new URL(url.href.replace('127.0.0.1', 'localhost')));
    assert.ok(pending?.kind === 'pending');
    assert.equal(pending.redirectUri.hostname, '127.0.0.1');
    await pending.close();
  });

  for (const [what, forward] of [
    ['under another number', async (url: URL) => withPort(url, url.port === '4711' ? '4712' : '4711')],
    ['to an address on the web', async (url: URL) => new URL(`https://${url.port}.tunnel.example/callback`)],
    ['nowhere', () => Promise.reject(new Error('no tunnel'))],
  ] as const)
    it(`leaves nothing open if the port is forwarded ${what}`, async () => {
      const { pending, listening } = await start(forward);
      assert.equal(pending, undefined);
      assert.ok(listening);
      await assert.rejects(fetch(listening));
    });
});
