import { env, l10n, UIKind, Uri } from 'vscode';
import { forwardedRedirect, loopbackRedirect } from '../../../../identity/redirects/loopback-redirect.ts';
import { pastedRedirect } from '../../../../identity/redirects/pasted-redirect.ts';
import {
  cancellableRedirect,
  type RedirectReceiver,
  type UriMailbox,
  uriRedirect,
} from '../../../../identity/redirects/redirect.ts';
import { notify } from '../../../ui/notifications.ts';
import { addressBox, type NextMethod, waitingPick } from './redirect-prompts.ts';

/**
 * How the browser can return to the editor, best first. On the desktop, the browser runs on the machine of the editor. In a web
 * host it runs anywhere, so that `127.0.0.1` is another machine.
 */
export function redirectReceivers(mailbox: UriMailbox): readonly RedirectReceiver[] {
  const pasted = pastedRedirect(addressBox);
  const cancellable = (receiver: RedirectReceiver, next: NextMethod) =>
    cancellableRedirect(receiver, waitingPick(next));
  const handler = Uri.parse(`${env.uriScheme}://dataset-studio.dataset-studio/callback`);
  if (env.uiKind === UIKind.Web)
    return [
      cancellable(
        uriRedirect(mailbox, () => externalAddress(handler)),
        'pasted',
      ),
      pasted,
    ];
  // Not by `asExternalUri`, which adds the number of the window: providers compare redirect URIs exactly.
  const uri = uriRedirect(mailbox, async () => new URL(handler.toString(true)));
  const loopback = loopbackRedirect();
  const listener =
    env.remoteName === undefined
      ? loopback
      : forwardedRedirect(loopback, (url) => externalAddress(Uri.parse(url.href)));
  return [cancellable(listener, 'uri'), cancellable(uri, 'pasted'), pasted];
}

async function externalAddress(uri: Uri): Promise<URL> {
  return new URL((await env.asExternalUri(uri)).toString(true));
}

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
