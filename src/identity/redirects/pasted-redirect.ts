import * as l10n from '@vscode/l10n';
import { untilAborted } from '../../system/clock.ts';
import type { RedirectReceiver } from './redirect.ts';

/**
 * Asks the user for the last URL in the browser. `validate` returns what is wrong with a text, as a sentence; undefined if it is
 * valid. The answer is undefined if the question was dismissed, or `signal` aborted.
 */
export type PastePrompt = (question: {
  readonly authorizationUrl: URL;
  readonly redirectUri: URL;
  readonly validate: (text: string) => string | undefined;
  readonly signal: AbortSignal;
}) => Promise<string | undefined>;

/**
 * The discard port (RFC 863), which browsers refuse to connect to: no program on the user's machine receives the code, and the
 * URL stays in the address bar.
 */
const discardUri = 'http://127.0.0.1:9/callback';

/** The last resort: the browser doesn't return to the editor, and the user copies the URL. */
export function pastedRedirect(prompt: PastePrompt): RedirectReceiver {
  return async ({ state, signal: attemptEnd, redirectUri = new URL(discardUri) }) => {
    const closing = new AbortController();
    const signal = AbortSignal.any([attemptEnd, closing.signal]);
    const validate = (text: string) => problemOf(text, redirectUri, state);
    return {
      kind: 'pending',
      redirectUri,
      async redirected(authorizationUrl) {
        const asked = prompt({ authorizationUrl, redirectUri, validate, signal });
        const text = await untilAborted(asked, signal);
        if (signal.aborted) return { kind: 'closed' };
        // The prompt may have skipped the validation.
        return text === undefined || validate(text) !== undefined
          ? { kind: 'dismissed' }
          : { kind: 'redirected', url: new URL(text.trim()) };
      },
      close: async () => closing.abort(),
    };
  };
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
