import type { PendingRedirect, Redirected, RedirectReceiver } from './redirect.ts';

/** Tells the user that the browser is waited for, and lets them say that it won't come back by itself. */
export interface WaitPrompt {
  /** `another-way` where the user asks for it; undefined once `signal` aborts. */
  waitForBrowser(question: {
    readonly redirectUri: URL;
    readonly signal: AbortSignal;
  }): Promise<'another-method' | undefined>;
}

/**
 * A way back that needs nobody, and a person beside it who sees when it fails: many providers refuse an address that they
 * don't know on a page of their own (RFC 6749, section 4.1.2.1), of which nothing comes back.
 */
export class CancellableRedirect implements RedirectReceiver {
  readonly name: string;
  readonly needsBrowser: boolean;
  readonly #receiver: RedirectReceiver;
  readonly #prompt: WaitPrompt;

  constructor(receiver: RedirectReceiver, prompt: WaitPrompt) {
    this.name = receiver.name;
    this.needsBrowser = receiver.needsBrowser;
    this.#receiver = receiver;
    this.#prompt = prompt;
  }

  async start(attempt: {
    readonly state: string;
    readonly signal: AbortSignal;
  }): Promise<PendingRedirect | undefined> {
    const pending = await this.#receiver.start(attempt);
    if (!pending) return undefined;
    const { redirectUri } = pending;
    const over = new AbortController();
    const signal = AbortSignal.any([attempt.signal, over.signal]);
    return {
      redirectUri,
      redirected: (authorizationUrl) => {
        const arrived = pending.redirected(authorizationUrl);
        const other = this.#prompt
          .waitForBrowser({ redirectUri, signal })
          .then((choice): Promise<Redirected> | Redirected =>
            choice === undefined ? arrived : { kind: choice },
          );
        return Promise.race([arrived, other]).finally(() => over.abort());
      },
      close: async () => {
        over.abort();
        await pending.close();
      },
    };
  }
}
