import { failure, type Result, success } from '../../result.ts';
import type { Clock } from '../../system/clock.ts';
import { untilAborted } from '../../system/clock.ts';
import type { TokenFailure } from '../grant.ts';
import type { IdentityProvider, SignInAttempt } from '../provider/identity-provider.ts';
import type { BrowserOpener, PendingRedirect, RedirectReceiver } from '../redirects/redirect.ts';
import type { Connect, SignedIn, SignInMethod, SignInRequest } from './sign-in-method.ts';
import { exclusiveSignIn } from './sign-in-method.ts';

/** How long the user has, in minutes. */
const signInTimeout = 5;

export interface BrowserSignIn {
  /** How the browser can return to the editor, best first. */
  readonly receivers: readonly RedirectReceiver[];
  readonly openBrowser: BrowserOpener;
  readonly clock: Clock;
}

/** Signs in in the browser (RFC 6749, section 4.1; RFC 8252); `identity-provider.ts` makes the request (PKCE). An attempt also ends after five minutes; nothing is left open. */
export function browserSignIn(browser: BrowserSignIn): SignInMethod {
  return exclusiveSignIn(async (request, connect) => {
    const deadline = new AbortController();
    const finished = new AbortController();
    void browser.clock
      .sleep(signInTimeout * 60_000, finished.signal)
      .then(() => finished.signal.aborted || deadline.abort());
    const ended = AbortSignal.any([request.signal, deadline.signal]);
    try {
      const result = await tryReceivers(browser, { ...request, signal: ended }, connect);
      if (!ended.aborted) return result;
      return failure(
        deadline.signal.aborted ? { kind: 'timed-out', minutes: signInTimeout } : { kind: 'cancelled' },
      );
    } finally {
      finished.abort();
    }
  });
}

async function tryReceivers(
  browser: BrowserSignIn,
  request: SignInRequest,
  connect: Connect,
): Promise<Result<SignedIn, TokenFailure>> {
  const { signal, redirectUri } = request;
  const connected = await connect(signal);
  if (!connected.ok) return connected;
  const provider = connected.value;
  for (const receiver of browser.receivers) {
    if (signal.aborted) return failure({ kind: 'cancelled' });
    const attempt = provider.newAttempt();
    const pending = await receiver({ state: attempt.state, signal, redirectUri });
    if (pending?.kind === 'port-in-use') return failure(pending);
    if (!pending) continue;
    try {
      const result = await signInWith(browser, provider, attempt, request, pending);
      if (result) return result;
    } finally {
      await pending.close();
    }
  }
  return failure({ kind: 'no-browser' });
}

/** Undefined if the next receiver is to be tried. */
async function signInWith(
  { openBrowser, clock }: BrowserSignIn,
  provider: IdentityProvider,
  attempt: SignInAttempt,
  { signal, timeout, switchAccount = false, parameters = {}, onBrowserOpened }: SignInRequest,
  pending: PendingRedirect,
): Promise<Result<SignedIn, TokenFailure> | undefined> {
  const { redirectUri } = pending;
  const options = { signal, timeout };
  const wanted = { switchAccount, parameters };
  const address = await provider.authorizationUrl(attempt, redirectUri, wanted, options);
  if (!address.ok) return address;
  const url = address.value;
  const browserOpened = await untilAborted(openBrowser(url), signal);
  if (browserOpened === undefined) return failure({ kind: 'cancelled' });
  onBrowserOpened?.(redirectUri);
  const answer = await untilAborted(pending.redirected(url, browserOpened), signal);
  switch (answer?.kind) {
    case undefined:
    case 'dismissed':
    case 'closed':
      return failure({ kind: 'cancelled' });
    case 'another-method':
      return undefined;
    case 'redirected': {
      const requestedAt = clock.now();
      const granted = await provider.redeem(attempt, redirectUri, answer.url, options);
      return granted.ok ? success({ granted: granted.value, requestedAt }) : granted;
    }
  }
}
