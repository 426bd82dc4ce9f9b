import type { PendingRedirect, Redirected, RedirectReceiver, SignInAttempt } from './redirect.ts';

/** Passes URLs that the operating system or the page of a web host hands to the editor on to the sign-ins that wait for them. */
export class UriMailbox {
  readonly #waiting = new Map<string, (redirected: Redirected) => void>();

  /** False if no sign-in of this window waits for an answer with this `state`: it is discarded. */
  deliver(url: URL): boolean {
    const states = url.searchParams.getAll('state');
    const settle = states.length === 1 ? this.#waiting.get(states[0] ?? '') : undefined;
    settle?.({ kind: 'redirected', url });
    return settle !== undefined;
  }

  /** The answer that contains `state`, or `closed` when `signal` aborts. */
  wait(state: string, signal: AbortSignal): Promise<Redirected> {
    return new Promise<Redirected>((resolve) => {
      this.#waiting.set(state, resolve);
      if (signal.aborted) resolve({ kind: 'closed' });
      signal.addEventListener('abort', () => resolve({ kind: 'closed' }), { once: true });
    }).finally(() => this.#waiting.delete(state));
  }
}

/**
 * The editor's own URL, which the operating system (`vscode:`) or the page of a web host hands to this window (RFC 8252,
 * section 7.1). It has to be registered at the provider.
 */
export class UriRedirect implements RedirectReceiver {
  readonly name = 'uri';
  readonly needsBrowser = true;
  readonly #mailbox: UriMailbox;
  readonly #address: () => Promise<URL>;

  /** `address`: the URL that leads the browser to this window, without the answer's parameters. */
  constructor(mailbox: UriMailbox, address: () => Promise<URL>) {
    this.#mailbox = mailbox;
    this.#address = address;
  }

  async start({ state, signal, redirectUri: required }: SignInAttempt): Promise<PendingRedirect | undefined> {
    if (signal.aborted) return undefined;
    const redirectUri = await this.#address();
    if (required && required.href !== redirectUri.href) return undefined;
    const closing = new AbortController();
    const arrived = this.#mailbox.wait(state, AbortSignal.any([signal, closing.signal]));
    return { kind: 'pending', redirectUri, redirected: () => arrived, close: async () => closing.abort() };
  }
}
