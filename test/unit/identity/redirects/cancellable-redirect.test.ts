import assert from 'node:assert/strict';
import {
  CancellableRedirect,
  type WaitPrompt,
} from '../../../../src/identity/redirects/cancellable-redirect.ts';
import { LoopbackRedirect } from '../../../../src/identity/redirects/loopback-redirect.ts';
import { UriMailbox, UriRedirect } from '../../../../src/identity/redirects/uri-redirect.ts';

const state = 'the-state';
const authorizationUrl = new URL('https://login.example/authorize');
const answer = new URL(`vscode://dataset-studio.dataset-studio/callback?code=the-code&state=${state}`);

/** A user who waits until the prompt goes. */
class Waiting implements WaitPrompt {
  gone = false;

  waitForBrowser({ signal }: Parameters<WaitPrompt['waitForBrowser']>[0]): Promise<undefined> {
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        this.gone = true;
        resolve(undefined);
      }),
    );
  }
}

async function start(prompt: WaitPrompt) {
  const cancellation = new AbortController();
  const mailbox = new UriMailbox();
  const receiver = new CancellableRedirect(
    new UriRedirect(mailbox, async () => new URL(answer.pathname, answer)),
    prompt,
  );
  const pending = await receiver.start({ state, signal: cancellation.signal });
  assert.ok(pending);
  return { cancellation, mailbox, pending };
}

describe('a redirect that a person attends', () => {
  it('takes the answer, and the prompt goes by itself', async () => {
    const prompt = new Waiting();
    const { mailbox, pending } = await start(prompt);
    const redirected = pending.redirected(authorizationUrl);
    mailbox.deliver(answer);
    assert.deepEqual(await redirected, { kind: 'redirected', url: answer });
    assert.ok(prompt.gone);
  });

  it('lets the user go another way, and takes no answer once it is closed', async () => {
    const { mailbox, pending } = await start({ waitForBrowser: async () => 'another-method' });
    assert.deepEqual(await pending.redirected(authorizationUrl), { kind: 'another-method' });
    await pending.close();
    assert.equal(mailbox.deliver(answer), false);
  });

  it('ends with the attempt, and with close', async () => {
    for (const end of ['abort', 'close'] as const) {
      const prompt = new Waiting();
      const { cancellation, pending } = await start(prompt);
      const redirected = pending.redirected(authorizationUrl);
      if (end === 'abort') cancellation.abort();
      else await pending.close();
      assert.deepEqual(await redirected, { kind: 'closed' });
      assert.ok(prompt.gone);
    }
  });

  it('leads on from a listener on this machine that nobody comes to', async () => {
    const receiver = new CancellableRedirect(new LoopbackRedirect(), {
      waitForBrowser: async () => 'another-method',
    });
    const pending = await receiver.start({ state, signal: new AbortController().signal });
    assert.deepEqual(await pending?.redirected(authorizationUrl), { kind: 'another-method' });
    await pending?.close();
  });
});
