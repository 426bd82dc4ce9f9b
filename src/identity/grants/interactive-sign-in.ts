import type { Clock } from '../../storage/clock.ts';
import type { Granted, IdentityProvider } from '../provider/identity-provider.ts';
import type { BrowserOpener, Reception, RedirectReceiver } from '../redirects/redirect.ts';
import type { TokenFailure } from './grant.ts';

/** How long the user has, in minutes. */
const patience = 5;

export interface InteractiveSignInParts {
  /** The ways back from the browser, best first. */
  readonly receivers: readonly RedirectReceiver[];
  readonly openBrowser: BrowserOpener;
  readonly clock: Clock;
}

export interface InteractiveSignInOptions {
  readonly signal: AbortSignal;
  /** For each request, in milliseconds. */
  readonly timeout: number;
}

export type SignedIn =
  | { readonly outcome: 'signed-in'; readonly granted: Granted; readonly requestedAt: number }
  | TokenFailure;

type Connect = (signal: AbortSignal) => Promise<IdentityProvider | TokenFailure>;

/** Leads the user through the browser and back. One attempt at a time for each key: a new one replaces the old. */
export class InteractiveSignIn {
  readonly #parts: InteractiveSignInParts;
  readonly #attempts = new Map<string, AbortController>();

  constructor(parts: InteractiveSignInParts) {
    this.#parts = parts;
  }

  /** Ends with `signal`, with the next attempt of the same `key`, or after five minutes; nothing is left open. */
  async run(key: string, { signal, timeout }: InteractiveSignInOptions, connect: Connect): Promise<SignedIn> {
    this.#attempts.get(key)?.abort();
    const attempt = new AbortController();
    this.#attempts.set(key, attempt);
    const deadline = new AbortController();
    const over = new AbortController();
    void this.#parts.clock
      .sleep(patience * 60_000, over.signal)
      .then(() => over.signal.aborted || deadline.abort());
    const ended = AbortSignal.any([signal, attempt.signal, deadline.signal]);
    try {
      const result = await this.#attempt(ended, timeout, connect);
      if (!ended.aborted) return result;
      return deadline.signal.aborted ? { outcome: 'timed-out', minutes: patience } : { outcome: 'cancelled' };
    } finally {
      over.abort();
      if (this.#attempts.get(key) === attempt) this.#attempts.delete(key);
    }
  }

  async #attempt(signal: AbortSignal, timeout: number, connect: Connect): Promise<SignedIn> {
    const provider = await connect(signal);
    if ('outcome' in provider) return provider;
    for (const receiver of this.#parts.receivers) {
      if (signal.aborted) return { outcome: 'cancelled' };
      const way = { provider, attempt: provider.newAttempt(), signal, timeout };
      const reception = await receiver.start({ state: way.attempt.state, signal });
      if (!reception) continue;
      try {
        const result = await this.#through(way, receiver, reception);
        if (result) return result;
      } finally {
        await reception.close();
      }
    }
    return { outcome: 'no-browser' };
  }

  /** Undefined where the next way is to be tried. */
  async #through(
    { provider, attempt, signal, timeout }: Way,
    { needsBrowser }: RedirectReceiver,
    reception: Reception,
  ): Promise<SignedIn | undefined> {
    const url = await provider.authorizationUrl(attempt, reception.redirectUri);
    const opened = await untilAborted(this.#parts.openBrowser(url), signal);
    if (opened === undefined) return { outcome: 'cancelled' };
    if (!opened && needsBrowser) return undefined;
    const redirected = await untilAborted(reception.redirected(url), signal);
    switch (redirected?.kind) {
      case undefined:
      case 'dismissed':
      case 'closed':
        return { outcome: 'cancelled' };
      case 'another-way':
        return undefined;
      case 'redirected': {
        const requestedAt = this.#parts.clock.now();
        const options = { signal, timeout };
        const answer = await provider.redeem(attempt, reception.redirectUri, redirected.url, options);
        return answer.outcome === 'granted' ? { outcome: 'signed-in', granted: answer, requestedAt } : answer;
      }
    }
  }
}

interface Way {
  readonly provider: IdentityProvider;
  readonly attempt: ReturnType<IdentityProvider['newAttempt']>;
  readonly signal: AbortSignal;
  readonly timeout: number;
}

/** Undefined where `signal` aborts first: a user who closes a dialog late keeps nobody waiting. */
async function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  const settled = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    settled.abort();
  }
}
