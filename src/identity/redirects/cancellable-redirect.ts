import type { PendingRedirect, PortInUse, Redirected, RedirectReceiver, SignInAttempt } from './redirect.ts';

/** Shows that the sign-in waits for the browser, and offers what to do if the browser doesn't return. */
export interface WaitPrompt {
  /** `another-method` if the user asks for it; undefined when `signal` aborts. */
  waitForBrowser(question: {
    readonly authorizationUrl: URL;
    readonly redirectUri: URL;
    /** False if the browser couldn't be opened, or the user declined. */
    readonly browserOpened: boolean;
    readonly signal: AbortSignal;
  }): Promise<'another-method' | undefined>;
}

/**
 * A receiver with a prompt, because only the user sees if the browser doesn't return: a provider that doesn't know the
 * redirect URI shows an error page instead (RFC 6749, section 4.1.2.1).
 */
export class CancellableRedirect implements RedirectReceiver {
  readonly name: string;
  /** The prompt lets the user open the browser. */
  readonly needsBrowser = false;
  readonly #receiver: RedirectReceiver;
  readonly #prompt: WaitPrompt;

  constructor(receiver: RedirectReceiver, prompt: WaitPrompt) {
    this.name = receiver.name;
    this.#receiver = receiver;
    this.#prompt = prompt;
  }

  async start(attempt: SignInAttempt): Promise<PendingRedirect | PortInUse | undefined> {
    const pending = await this.#receiver.start(attempt);
    if (pending?.kind !== 'pending') return pending;
    const { redirectUri } = pending;
    const over = new AbortController();
    const signal = AbortSignal.any([attempt.signal, over.signal]);
    return {
      kind: 'pending',
      redirectUri,
      redirected: (authorizationUrl, browser = { browserOpened: true }) => {
        const arrived = pending.redirected(authorizationUrl, browser);
        const answered = this.#prompt
          .waitForBrowser({ authorizationUrl, redirectUri, ...browser, signal })
          .then((choice): Promise<Redirected> | Redirected =>
            choice === undefined ? arrived : { kind: choice },
          );
        return Promise.race([arrived, answered]).finally(() => over.abort());
      },
      close: async () => {
        over.abort();
        await pending.close();
      },
    };
  }
}
