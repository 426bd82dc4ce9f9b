import type { PendingRedirect, Redirected, RedirectReceiver } from './redirect.ts';

/** Addresses that the operating system or the browser's page hands to the editor, and the sign-ins that wait for them. */
export class UriMailbox {
  readonly #waiting = new Map<string, (redirected: Redirected) => void>();

  /** False where no sign-in of this window waits for an answer with this `state`: it is dropped. */
  deliver(url: URL): boolean {
    const states = url.searchParams.getAll('state');
    const settle = states.length === 1 ? this.#waiting.get(states[0] ?? '') : undefined;
    settle?.({ kind: 'redirected', url });
    return settle !== undefined;
  }

  /** Settles with the answer that carries `state`, or with `closed` once `signal` aborts. */
  wait(state: string, signal: AbortSignal): Promise<Redirected> {
    return new Promise<Redirected>((resolve) => {
      this.#waiting.set(state, resolve);
      if (signal.aborted) resolve({ kind: 'closed' });
      signal.addEventListener('abort', () => resolve({ kind: 'closed' }), { once: true });
    }).finally(() => this.#waiting.delete(state));
  }
}

/**
 * The editor's own address, which the operating system (`vscode:`) or the page of a web host hands to this window
 * (RFC 8252, section 7.1). Providers have to know the address.
 */
export class UriRedirect implements RedirectReceiver {
  readonly name = 'uri';
  readonly needsBrowser = true;
  readonly #mailbox: UriMailbox;
  readonly #address: () => Promise<URL>;

  /** `address`: where the browser has to be sent for this window to get it, without the answer's parameters. */
  constructor(mailbox: UriMailbox, address: () => Promise<URL>) {
    this.#mailbox = mailbox;
    this.#address = address;
  }

  async start({
    state,
    signal,
  }: {
    state: string;
    signal: AbortSignal;
  }): Promise<PendingRedirect | undefined> {
    if (signal.aborted) return undefined;
    const redirectUri = await this.#address();
    const closing = new AbortController();
    const arrived = this.#mailbox.wait(state, AbortSignal.any([signal, closing.signal]));
    return { redirectUri, redirected: () => arrived, close: async () => closing.abort() };
  }
}
