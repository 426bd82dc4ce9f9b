import type { Redirected, RedirectReceiver } from './redirect.ts';

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
 * section 7.1). It has to be registered at the provider. `address`: the URL that leads the browser to this window, without the
 * answer's parameters.
 */
export function uriRedirect(mailbox: UriMailbox, address: () => Promise<URL>): RedirectReceiver {
  return async ({ state, signal, redirectUri: required }) => {
    if (signal.aborted) return undefined;
    const redirectUri = await address();
    if (required && required.href !== redirectUri.href) return undefined;
    const closing = new AbortController();
    const arrived = mailbox.wait(state, AbortSignal.any([signal, closing.signal]));
    return { kind: 'pending', redirectUri, redirected: () => arrived, close: async () => closing.abort() };
  };
}
