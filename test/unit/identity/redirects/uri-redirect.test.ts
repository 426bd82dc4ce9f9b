import assert from 'node:assert/strict';
import { UriMailbox, uriRedirect } from '../../../../src/identity/redirects/redirect.ts';

const state = 'the-state';
const address = new URL('vscode://dataset-studio.dataset-studio/callback');
const authorizationUrl = new URL('https://login.example/authorize');
const answer = (of: string) => new URL(`${address.href}?code=the-code&state=${of}`);

async function start() {
  const cancellation = new AbortController();
  const mailbox = new UriMailbox();
  const receiver = uriRedirect(mailbox, async () => address);
  const pending = await receiver({ state, signal: cancellation.signal });
  assert.ok(pending?.kind === 'pending');
  return { cancellation, mailbox, pending };
}

describe('The redirect to the address of the editor', () => {
  it('accepts only the answer with its own state', async () => {
    const { mailbox, pending } = await start();
    assert.equal(pending.redirectUri.href, address.href);
    const redirected = pending.redirected(authorizationUrl);
    assert.equal(mailbox.deliver(answer('another-state')), false);
    assert.equal(mailbox.deliver(address), false);
    assert.equal(mailbox.deliver(new URL(`${answer(state).href}&state=${state}`)), false);
    assert.equal(mailbox.deliver(answer(state)), true);
    assert.deepEqual(await redirected, { kind: 'redirected', url: answer(state) });
  });

  it('keeps an answer that arrives early', async () => {
    const { mailbox, pending } = await start();
    assert.equal(mailbox.deliver(answer(state)), true);
    assert.equal((await pending.redirected(authorizationUrl)).kind, 'redirected');
  });

  it('accepts an answer once', async () => {
    const { mailbox, pending } = await start();
    const redirected = pending.redirected(authorizationUrl);
    mailbox.deliver(answer(state));
    await redirected;
    assert.equal(mailbox.deliver(answer(state)), false);
  });

  it('ends with the attempt, and with close', async () => {
    const first = await start();
    const cancelled = first.pending.redirected(authorizationUrl);
    first.cancellation.abort();
    assert.deepEqual(await cancelled, { kind: 'closed' });
    const second = await start();
    const closed = second.pending.redirected(authorizationUrl);
    await second.pending.close();
    assert.deepEqual(await closed, { kind: 'closed' });
    assert.equal(second.mailbox.deliver(answer(state)), false);
  });
});
