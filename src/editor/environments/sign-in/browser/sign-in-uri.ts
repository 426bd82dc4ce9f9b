import { l10n, type Uri } from 'vscode';
import type { UriMailbox } from '../../../../identity/redirects/uri-redirect.ts';
import { notify } from '../../../notifications.ts';

/** Handles a URL of this extension that VS Code has received, such as `vscode://dataset-studio.dataset-studio/callback`. */
export function deliverSignInUri(mailbox: UriMailbox, uri: Uri): void {
  if (uri.path !== '/callback' || mailbox.deliver(asUrl(uri))) return;
  // Its content isn't shown: any page can open such a URL.
  void notify(
    'warning',
    l10n.t(
      'The browser returned to a window that is not waiting for a sign-in. If another VS Code window is waiting, switch to it and sign in again there.',
    ),
  );
}

/** On the desktop VS Code has decoded the query once; in a web host it hasn't. */
function asUrl({ scheme, authority, path, query }: Uri): URL {
  const encoded = /%[0-9a-f]{2}/i.test(query) ? query : query.replaceAll('+', '%2B');
  return new URL(`${scheme}://${authority}${path}?${encoded}`);
}
