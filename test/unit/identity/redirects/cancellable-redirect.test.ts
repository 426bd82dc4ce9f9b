import assert from 'node:assert/strict';
import { loopbackRedirect } from '../../../../src/identity/redirects/loopback-redirect.ts';
import {
  cancellableRedirect,
  UriMailbox,
  uriRedirect,
  type WaitPrompt,
} from '../../../../src/identity/redirects/redirect.ts';

const state = 'the-state';
const authorizationUrl = new URL('https://login.example/authorize');
const answer = new URL(`vscode://dataset-studio.dataset-studio/callback?code=the-code&state=${state}`);

/** A user who waits until the prompt goes. */
function waiting() {
  const state = { gone: false };
  const prompt: WaitPrompt = ({ signal }) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        state.gone = true;
        resolve(undefined);
      }),
    );
  return { state, prompt };
}

async function start(prompt: WaitPrompt) {
  const cancellation = new AbortController();
  const mailbox = new UriMailbox();
  const receiver = cancellableRedirect(
    uriRedirect(mailbox, async () => new URL(answer.pathname, answer)),
    prompt,
  );
  const pending = await receiver({ state, signal: cancellation.signal });
  assert.ok(pending?.kind === 'pending');
  return { cancellation, mailbox, pending };
}

describe('A redirect with a prompt', () => {
  it('accepts the answer, and closes the prompt', async () => {
    const { state: user, prompt } = waiting();
    const { mailbox, pending } = await start(prompt);
    const redirected = pending.redirected(authorizationUrl);
    mailbox.deliver(answer);
    assert.deepEqual(await redirected, { kind: 'redirected', url: answer });
    assert.ok(user.gone);
  });

  it('lets the user try another method, and accepts no answer after that', async () => {
    const { mailbox, pending } = await start(async () => 'another-method');
    assert.deepEqual(await pending.redirected(authorizationUrl), { kind: 'another-method' });
    await pending.close();
    assert.equal(mailbox.deliver(answer), false);
  });

  it('ends with the attempt, and with close', async () => {
    for (const end of ['abort', 'close'] as const) {
      const { state: user, prompt } = waiting();
      const { cancellation, pending } = await start(prompt);
      const redirected = pending.redirected(authorizationUrl);
      if (end === 'abort') cancellation.abort();
      else await pending.close();
      assert.deepEqual(await redirected, { kind: 'closed' });
      assert.ok(user.gone);
    }
  });

  it("lets the user try another method than a listener that the browser doesn't reach", async () => {
    const receiver = cancellableRedirect(loopbackRedirect(), async () => 'another-method');
    const pending = await receiver({ state, signal: new AbortController().signal });
    assert.ok(pending?.kind === 'pending');
    assert.deepEqual(await pending.redirected(authorizationUrl), { kind: 'another-method' });
    await pending.close();
  });

  it('tells the prompt whether the browser was opened', async () => {
    const seen: boolean[] = [];
    const prompt: WaitPrompt = async ({ browserOpened }) => {
      seen.push(browserOpened);
      return 'another-method';
    };
    for (const browserOpened of [true, false]) {
      const { pending } = await start(prompt);
      await pending.redirected(authorizationUrl, browserOpened);
    }
    assert.deepEqual(seen, [true, false]);
  });
});
