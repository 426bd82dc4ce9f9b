/**
 * Receives the redirect of the browser (RFC 6749, section 4.1.2): a listener on this machine, a URL that the operating system
 * passes to the editor, or a URL that the user pastes. Receivers are tried in order. Undefined if it isn't available here, or
 * not for the redirect URI of the attempt, which ends with its `signal` or with `close`.
 */
export type RedirectReceiver = (attempt: RedirectRequest) => Promise<PendingRedirect | PortInUse | undefined>;

export interface RedirectRequest {
  readonly state: string;
  readonly signal: AbortSignal;
  /** The only one that the provider accepts; absent if the receiver can choose. */
  readonly redirectUri?: URL;
}

/** Another program listens on the port of the redirect URI. */
export interface PortInUse {
  readonly kind: 'port-in-use';
  readonly port: number;
  /** One that nothing listens on. */
  readonly freePort: number;
}

/** A receiver that waits for the browser. */
export interface PendingRedirect {
  readonly kind: 'pending';
  /** The redirect URI for the provider. The browser returns to it with additional parameters. */
  readonly redirectUri: URL;
  /**
   * Waits until the browser returns from `authorizationUrl`. Never rejects; after `close` the result is `closed`. `browserOpened`:
   * false if the browser couldn't be opened, or the user declined.
   */
  redirected(authorizationUrl: URL, browserOpened?: boolean): Promise<Redirected>;
  /** Releases all resources. Can be called more than once. */
  close(): Promise<void>;
}

export type Redirected =
  /** The URL that the browser returned to, with parameters. Not checked, except for what the receiver promises. */
  | { readonly kind: 'redirected'; readonly url: URL }
  /** The user cancelled. */
  | { readonly kind: 'dismissed' }
  /** The user wants to try the next receiver. */
  | { readonly kind: 'another-method' }
  | { readonly kind: 'closed' };

/** Opens a URL in the user's browser; false if it couldn't be opened, or the user declined. */
export type BrowserOpener = (url: URL) => Promise<boolean>;

/** What VS Code's web hosts add to the editor's address: the number of the request, different for each sign-in. */
const requestNumber = /([?&]vscode-reqid=)\d+/;

export interface RegistrableAddress {
  /** To be registered at the identity provider. */
  readonly address: string;
  /** Whether it contains `*`, so that the provider has to accept patterns. */
  readonly isPattern: boolean;
}

/** What to register at the identity provider so that it accepts `redirectUri`, and the one of the next sign-in. */
export function registrableAddress({ href }: URL): RegistrableAddress {
  return { address: href.replace(requestNumber, '$1*'), isPattern: requestNumber.test(href) };
}

/**
 * Shows that the sign-in waits for the browser, and offers what to do if the browser doesn't return, or can't. `another-method` if
 * the user asks for it; undefined when `signal` aborts.
 */
export type WaitPrompt = (question: {
  readonly authorizationUrl: URL;
  readonly redirectUri: URL;
  readonly browserOpened: boolean;
  readonly signal: AbortSignal;
}) => Promise<'another-method' | undefined>;

/**
 * A receiver with a prompt, because only the user sees if the browser doesn't return: a provider that doesn't know the
 * redirect URI shows an error page instead (RFC 6749, section 4.1.2.1).
 */
export function cancellableRedirect(receiver: RedirectReceiver, prompt: WaitPrompt): RedirectReceiver {
  return async (attempt) => {
    const pending = await receiver(attempt);
    if (pending?.kind !== 'pending') return pending;
    const { redirectUri } = pending;
    const over = new AbortController();
    const signal = AbortSignal.any([attempt.signal, over.signal]);
    return {
      kind: 'pending',
      redirectUri,
      redirected: (authorizationUrl, browserOpened = true) => {
        const arrived = pending.redirected(authorizationUrl, browserOpened);
        const answered = prompt({ authorizationUrl, redirectUri, browserOpened, signal }).then(
          (choice): Promise<Redirected> | Redirected => (choice === undefined ? arrived : { kind: choice }),
        );
        return Promise.race([arrived, answered]).finally(() => over.abort());
      },
      close: async () => {
        over.abort();
        await pending.close();
      },
    };
  };
}

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
