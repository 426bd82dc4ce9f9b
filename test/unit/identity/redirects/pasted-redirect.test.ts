import assert from 'node:assert/strict';
import { type PastePrompt, pastedRedirect } from '../../../../src/identity/redirects/pasted-redirect.ts';

const state = 'the-state';
const authorizationUrl = new URL('https://login.example/authorize?state=the-state');
const good = `http://127.0.0.1:9/callback?code=the-code&state=${state}`;

type Question = Parameters<PastePrompt>[0];

async function start(answer: (question: Question) => Promise<string | undefined>, redirectUri?: URL) {
  const cancellation = new AbortController();
  const receiver = pastedRedirect(answer);
  const pending = await receiver({
    state,
    signal: cancellation.signal,
    ...(redirectUri && { redirectUri }),
  });
  assert.ok(pending?.kind === 'pending');
  return { cancellation, pending };
}

describe('The pasted redirect', () => {
  it('shows the sign-in URL, and accepts the final URL', async () => {
    const { pending } = await start(async (question) => {
      assert.equal(question.authorizationUrl, authorizationUrl);
      assert.equal(question.redirectUri.href, 'http://127.0.0.1:9/callback');
      assert.equal(question.validate(good), undefined);
      return ` ${good}\n`;
    });
    assert.deepEqual(await pending.redirected(authorizationUrl), {
      kind: 'redirected',
      url: new URL(good),
    });
  });

  it('keeps the code as it is in the URL, whatever its characters', async () => {
    const pasted = good.replace('the-code', 'a%2Bb%252F%3D%26c');
    const { pending } = await start(async () => pasted);
    const result = await pending.redirected(authorizationUrl);
    assert.ok(result.kind === 'redirected');
    assert.equal(result.url.searchParams.get('code'), 'a+b%2F=&c');
  });

  it('accepts the URL of an application', async () => {
    const redirectUri = new URL('vscode://dataset-studio.dataset-studio/callback');
    const pasted = `${redirectUri.href}?code=x&state=${state}`;
    const { pending } = await start(async () => pasted, redirectUri);
    assert.equal((await pending.redirected(authorizationUrl)).kind, 'redirected');
    const other = await start(async () => pasted.replace('dataset-studio.', 'evil.'), redirectUri);
    assert.equal((await other.pending.redirected(authorizationUrl)).kind, 'dismissed');
  });

  const wrong: readonly [string, string, RegExp][] = [
    ['no address', 'the-code', /whole URL/],
    ['nothing', '', /whole URL/],
    ['the address of the beginning', authorizationUrl.href, /not the final URL.*127\.0\.0\.1:9/],
    ['another port', good.replace(':9', ':10'), /not the final URL/],
    ['another scheme', good.replace('http:', 'https:'), /not the final URL/],
    ['no answer', `http://127.0.0.1:9/callback?state=${state}`, /Copy all of it/],
    ['another sign-in', good.replace(state, 'other'), /another sign-in/],
  ];
  for (const [what, text, message] of wrong)
    it(`rejects ${what}, even from a prompt that doesn't validate`, async () => {
      let problem: string | undefined;
      const { pending } = await start(async ({ validate }) => {
        problem = validate(text);
        return text;
      });
      assert.deepEqual(await pending.redirected(authorizationUrl), { kind: 'dismissed' });
      assert.match(problem ?? '', message);
    });

  it('ends with the question', async () => {
    const { pending } = await start(async () => undefined);
    assert.deepEqual(await pending.redirected(authorizationUrl), { kind: 'dismissed' });
  });

  it('ends with the attempt, and closes the question', async () => {
    let asked: AbortSignal | undefined;
    const { pending, cancellation } = await start(({ signal }) => {
      asked = signal;
      return new Promise(() => undefined);
    });
    const redirected = pending.redirected(authorizationUrl);
    cancellation.abort();
    assert.deepEqual(await redirected, { kind: 'closed' });
    assert.equal(asked?.aborted, true);
  });
});
