import assert from 'node:assert/strict';
import {
  AttendedRedirect,
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
  const receiver = new AttendedRedirect(
    new UriRedirect(mailbox, async () => new URL(answer.pathname, answer)),
    prompt,
  );
  const reception = await receiver.start({ state, signal: cancellation.signal });
  assert.ok(reception);
  return { cancellation, mailbox, reception };
}

describe('a redirect that a person attends', () => {
  it('takes the answer, and the prompt goes by itself', async () => {
    const prompt = new Waiting();
    const { mailbox, reception } = await start(prompt);
    const redirected = reception.redirected(authorizationUrl);
    mailbox.deliver(answer);
    assert.deepEqual(await redirected, { kind: 'redirected', url: answer });
    assert.ok(prompt.gone);
  });

  it('lets the user go another way, and takes no answer once it is closed', async () => {
    const { mailbox, reception } = await start({ waitForBrowser: async () => 'another-way' });
    assert.deepEqual(await reception.redirected(authorizationUrl), { kind: 'another-way' });
    await reception.close();
    assert.equal(mailbox.deliver(answer), false);
  });

  it('ends with the attempt, and with close', async () => {
    for (const end of ['abort', 'close'] as const) {
      const prompt = new Waiting();
      const { cancellation, reception } = await start(prompt);
      const redirected = reception.redirected(authorizationUrl);
      if (end === 'abort') cancellation.abort();
      else await reception.close();
      assert.deepEqual(await redirected, { kind: 'closed' });
      assert.ok(prompt.gone);
    }
  });

  it('leads on from a listener on this machine that nobody comes to', async () => {
    const receiver = new AttendedRedirect(new LoopbackRedirect(), {
      waitForBrowser: async () => 'another-way',
    });
    const reception = await receiver.start({ state, signal: new AbortController().signal });
    assert.deepEqual(await reception?.redirected(authorizationUrl), { kind: 'another-way' });
    await reception?.close();
  });
});
