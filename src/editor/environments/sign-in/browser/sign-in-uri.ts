import { l10n, type Uri, window } from 'vscode';
import type { UriMailbox } from '../../../../identity/redirects/uri-redirect.ts';

/** VS Code has handed an address of this extension to us, such as `vscode://dataset-studio.dataset-studio/callback`. */
export function deliverSignInUri(mailbox: UriMailbox, uri: Uri): void {
  if (uri.path !== '/callback' || mailbox.deliver(asUrl(uri))) return;
  // What it says isn't shown: anyone can open such an address.
  void window.showWarningMessage(
    l10n.t(
      'The browser came back to a window that waits for no sign-in, or no longer. If another window of VS Code waits, bring that to the front and sign in there again.',
    ),
  );
}

/** On the desktop VS Code has decoded the query once, in a web host it has not. */
function asUrl({ scheme, authority, path, query }: Uri): URL {
  const encoded = /%[0-9a-f]{2}/i.test(query) ? query : query.replaceAll('+', '%2B');
  return new URL(`${scheme}://${authority}${path}?${encoded}`);
}
