import type { Reception, Redirected, RedirectReceiver } from './redirect.ts';

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

/** Tells the user that the browser is waited for, and lets them say that it won't come back by itself. */
export interface WaitPrompt {
  /** `another-way` where the user asks for it; undefined once `signal` aborts. */
  waitForBrowser(question: {
    readonly redirectUri: URL;
    readonly signal: AbortSignal;
  }): Promise<'another-way' | undefined>;
}

/**
 * The editor's own address, which the operating system (`vscode:`) or the page of a web host hands to this window
 * (RFC 8252, section 7.1). Providers have to know the address; where they don't, the user chooses another way.
 */
export class UriRedirect implements RedirectReceiver {
  readonly name = 'uri';
  readonly needsBrowser = true;
  readonly #mailbox: UriMailbox;
  readonly #address: () => Promise<URL>;
  readonly #prompt: WaitPrompt;

  /** `address`: where the browser has to be sent for this window to get it, without the answer's parameters. */
  constructor(mailbox: UriMailbox, address: () => Promise<URL>, prompt: WaitPrompt) {
    this.#mailbox = mailbox;
    this.#address = address;
    this.#prompt = prompt;
  }

  async start({ state, signal }: { state: string; signal: AbortSignal }): Promise<Reception | undefined> {
    if (signal.aborted) return undefined;
    const redirectUri = await this.#address();
    const closing = new AbortController();
    const ended = AbortSignal.any([signal, closing.signal]);
    const arrived = this.#mailbox.wait(state, ended);
    return {
      redirectUri,
      redirected: async () => {
        const other = this.#prompt
          .waitForBrowser({ redirectUri, signal: ended })
          .then((choice): Promise<Redirected> | Redirected =>
            choice === undefined ? arrived : { kind: choice },
          );
        return Promise.race([arrived, other]).finally(() => closing.abort());
      },
      close: async () => closing.abort(),
    };
  }
}
