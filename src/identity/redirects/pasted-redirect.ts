import * as l10n from '@vscode/l10n';
import type { PendingRedirect, Redirected, RedirectReceiver, SignInAttempt } from './redirect.ts';

/** Asks the user for the last URL in the browser. */
export interface PastePrompt {
  /**
   * `validate` returns what is wrong with a text, as a sentence; undefined if it is valid. The answer is undefined if the
   * question was dismissed, or `signal` aborted.
   */
  askForAddress(question: {
    readonly authorizationUrl: URL;
    readonly redirectUri: URL;
    readonly validate: (text: string) => string | undefined;
    readonly signal: AbortSignal;
  }): Promise<string | undefined>;
}

/**
 * The discard port (RFC 863), which browsers refuse to connect to: no program on the user's machine receives the code, and the
 * URL stays in the address bar.
 */
const discardUri = 'http://127.0.0.1:9/callback';

/** The last resort: the browser doesn't return to the editor, and the user copies the URL. */
export class PastedRedirect implements RedirectReceiver {
  readonly name = 'pasted';
  readonly needsBrowser = false;
  readonly #prompt: PastePrompt;

  constructor(prompt: PastePrompt) {
    this.#prompt = prompt;
  }

  async start({ state, signal, redirectUri = new URL(discardUri) }: SignInAttempt): Promise<PendingRedirect> {
    const closing = new AbortController();
    const ended = AbortSignal.any([signal, closing.signal]);
    return {
      kind: 'pending',
      redirectUri,
      redirected: (authorizationUrl) => this.#ask({ authorizationUrl, redirectUri }, state, ended),
      close: async () => closing.abort(),
    };
  }

  async #ask(
    urls: { readonly authorizationUrl: URL; readonly redirectUri: URL },
    state: string,
    signal: AbortSignal,
  ): Promise<Redirected> {
    const closed = new Promise<Redirected>((resolve) => {
      if (signal.aborted) resolve({ kind: 'closed' });
      signal.addEventListener('abort', () => resolve({ kind: 'closed' }), { once: true });
    });
    const validate = (text: string) => problemOf(text, urls.redirectUri, state);
    const asked = this.#prompt.askForAddress({ ...urls, validate, signal }).then((text): Redirected => {
      if (signal.aborted) return { kind: 'closed' };
      // The prompt may have skipped the validation.
      return text === undefined || validate(text) !== undefined
        ? { kind: 'dismissed' }
        : { kind: 'redirected', url: new URL(text.trim()) };
    });
    return Promise.race([asked, closed]);
  }
}

/** What is wrong with a pasted text, as a sentence; undefined if it is the answer of this sign-in. */
function problemOf(text: string, redirectUri: URL, state: string): string | undefined {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return l10n.t("Paste the whole URL from the browser's address bar.");
  const url = new URL(trimmed);
  if (withoutQuery(url) !== withoutQuery(redirectUri))
    return l10n.t('This is not the final URL, which starts with {url}.', {
      url: withoutQuery(redirectUri),
    });
  if (!url.searchParams.has('code') && !url.searchParams.has('error'))
    return l10n.t('This URL contains no answer of the identity provider. Copy all of it.');
  if (url.searchParams.get('state') !== state)
    return l10n.t('This URL belongs to another sign-in. Copy the URL of this sign-in.');
  return undefined;
}

/** Without query and fragment. URLs with the scheme of an application have no origin. */
function withoutQuery({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}
