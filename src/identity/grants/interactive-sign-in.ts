import { failure, type Result, success } from '../../result.ts';
import type { Clock } from '../../storage/clock.ts';
import type { IdentityProvider, SignInAttempt } from '../provider/identity-provider.ts';
import type { BrowserOpener, PendingRedirect, RedirectReceiver } from '../redirects/redirect.ts';
import type { TokenFailure } from './grant.ts';
import type { Connect, Discard, SignedIn, SignInMethod, SignInRequest } from './sign-in-method.ts';
import { ExclusiveAttempts, untilAborted } from './sign-in-method.ts';

/** How long the user has, in minutes. */
const signInTimeout = 5;

/** Signs in in the browser (RFC 6749, section 4.1; RFC 8252). */
export class InteractiveSignIn implements SignInMethod {
  readonly #receivers: readonly RedirectReceiver[];
  readonly #openBrowser: BrowserOpener;
  readonly #clock: Clock;
  readonly #attempts = new ExclusiveAttempts();

  /** `receivers`: how the browser can return to the editor, best first. */
  constructor({
    receivers,
    openBrowser,
    clock,
  }: {
    readonly receivers: readonly RedirectReceiver[];
    readonly openBrowser: BrowserOpener;
    readonly clock: Clock;
  }) {
    this.#receivers = receivers;
    this.#openBrowser = openBrowser;
    this.#clock = clock;
  }

  /** Ends with `signal`, with the next attempt for `key`, or after five minutes; nothing is left open. */
  async run(
    key: string,
    options: SignInRequest,
    connect: Connect,
    discard: Discard,
  ): Promise<Result<SignedIn, TokenFailure>> {
    return this.#attempts.run(key, options.signal, async (signal) => {
      const deadline = new AbortController();
      const finished = new AbortController();
      void this.#clock
        .sleep(signInTimeout * 60_000, finished.signal)
        .then(() => finished.signal.aborted || deadline.abort());
      const ended = AbortSignal.any([signal, deadline.signal]);
      try {
        const result = await this.#attempt({ ...options, signal: ended }, connect);
        if (!ended.aborted) return result;
        if (result.ok) await discard(result.value.granted);
        return failure(
          deadline.signal.aborted ? { kind: 'timed-out', minutes: signInTimeout } : { kind: 'cancelled' },
        );
      } finally {
        finished.abort();
      }
    });
  }

  cancel(key: string): void {
    this.#attempts.cancel(key);
  }

  async #attempt(options: SignInRequest, connect: Connect): Promise<Result<SignedIn, TokenFailure>> {
    const { signal, redirectUri } = options;
    const connected = await connect(signal);
    if (!connected.ok) return connected;
    const provider = connected.value;
    for (const receiver of this.#receivers) {
      if (signal.aborted) return failure({ kind: 'cancelled' });
      const attempt = provider.newAttempt();
      const pending = await receiver.start({
        state: attempt.state,
        signal,
        ...(redirectUri && { redirectUri }),
      });
      if (pending?.kind === 'port-in-use') {
        const { port, program = '', freePort } = pending;
        return failure({ kind: 'port-in-use', port, program, freePort });
      }
      if (!pending) continue;
      try {
        const result = await this.#signInWith(provider, attempt, options, receiver, pending);
        if (result) return result;
      } finally {
        await pending.close();
      }
    }
    return failure({ kind: 'no-browser' });
  }

  /** Undefined if the next receiver is to be tried. */
  async #signInWith(
    provider: IdentityProvider,
    attempt: SignInAttempt,
    options: SignInRequest,
    { needsBrowser }: RedirectReceiver,
    pending: PendingRedirect,
  ): Promise<Result<SignedIn, TokenFailure> | undefined> {
    const { signal, timeout, switchAccount = false } = options;
    const address = await provider.authorizationUrl(attempt, pending.redirectUri, switchAccount, {
      signal,
      timeout,
    });
    if (!address.ok) return address;
    const url = address.value;
    const browserOpened = await untilAborted(this.#openBrowser(url), signal);
    if (browserOpened === undefined) return failure({ kind: 'cancelled' });
    if (!browserOpened && needsBrowser) return undefined;
    options.onBrowserOpened?.(pending.redirectUri);
    const redirected = await untilAborted(pending.redirected(url, { browserOpened }), signal);
    switch (redirected?.kind) {
      case undefined:
      case 'dismissed':
      case 'closed':
        return failure({ kind: 'cancelled' });
      case 'another-method':
        return undefined;
      case 'redirected': {
        const requestedAt = this.#clock.now();
        const granted = await provider.redeem(attempt, pending.redirectUri, redirected.url, {
          signal,
          timeout,
        });
        return granted.ok ? success({ granted: granted.value, requestedAt }) : granted;
      }
    }
  }
}
