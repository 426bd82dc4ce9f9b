import * as l10n from '@vscode/l10n';
import type { PendingRedirect, Redirected, RedirectReceiver } from './redirect.ts';

/** Asks the user for the address at which the browser ended. */
export interface PastePrompt {
  /**
   * `validate` gives a sentence on what is wrong with a text, undefined where it is good. Undefined where the
   * question was dismissed or `signal` aborted.
   */
  askForAddress(question: {
    readonly authorizationUrl: URL;
    readonly redirectUri: URL;
    readonly validate: (text: string) => string | undefined;
    readonly signal: AbortSignal;
  }): Promise<string | undefined>;
}

/**
 * Port 9 discards what it gets (RFC 863), and browsers refuse to connect to it: no program on the user's machine
 * sees the code, and the address stays in the address bar to be copied.
 */
const nowhere = 'http://127.0.0.1:9/callback';

/** The last resort, which needs no way from the browser to the editor: the user carries the address over. */
export class PastedRedirect implements RedirectReceiver {
  readonly name = 'pasted';
  readonly needsBrowser = false;
  readonly #prompt: PastePrompt;
  readonly #redirectUri: URL;

  /** `redirectUri`: for providers that know the client by another address than one on loopback. */
  constructor(prompt: PastePrompt, redirectUri: URL = new URL(nowhere)) {
    this.#prompt = prompt;
    this.#redirectUri = redirectUri;
  }

  async start({ state, signal }: { state: string; signal: AbortSignal }): Promise<PendingRedirect> {
    const closing = new AbortController();
    const ended = AbortSignal.any([signal, closing.signal]);
    return {
      redirectUri: this.#redirectUri,
      redirected: (authorizationUrl) => this.#ask(authorizationUrl, state, ended),
      close: async () => closing.abort(),
    };
  }

  async #ask(authorizationUrl: URL, state: string, signal: AbortSignal): Promise<Redirected> {
    const closed = new Promise<Redirected>((resolve) => {
      if (signal.aborted) resolve({ kind: 'closed' });
      signal.addEventListener('abort', () => resolve({ kind: 'closed' }), { once: true });
    });
    const redirectUri = this.#redirectUri;
    const validate = (text: string) => this.#problem(text, state);
    const asked = this.#prompt
      .askForAddress({ authorizationUrl, redirectUri, validate, signal })
      .then((text): Redirected => {
        if (signal.aborted) return { kind: 'closed' };
        // A prompt that skips the validation gets no further with it.
        return text === undefined || validate(text) !== undefined
          ? { kind: 'dismissed' }
          : { kind: 'redirected', url: new URL(text.trim()) };
      });
    return Promise.race([asked, closed]);
  }

  #problem(text: string, state: string): string | undefined {
    const trimmed = text.trim();
    if (!URL.canParse(trimmed)) return l10n.t("Paste the whole address from the browser's address bar.");
    const url = new URL(trimmed);
    if (beginning(url) !== beginning(this.#redirectUri))
      return l10n.t('This is not the final address: that one begins with {address}.', {
        address: beginning(this.#redirectUri),
      });
    if (!url.searchParams.has('code') && !url.searchParams.has('error'))
      return l10n.t('This address holds no answer of the identity provider. Copy all of it.');
    if (url.searchParams.get('state') !== state)
      return l10n.t('This address belongs to another sign-in. Copy the one of this attempt.');
    return undefined;
  }
}

/** Without query and fragment; an origin would not do, as schemes of applications have none. */
function beginning({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
