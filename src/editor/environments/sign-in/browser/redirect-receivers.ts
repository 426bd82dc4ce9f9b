import { env, UIKind, Uri } from 'vscode';
import { CancellableRedirect } from '../../../../identity/redirects/cancellable-redirect.ts';
import { ForwardedRedirect, LoopbackRedirect } from '../../../../identity/redirects/loopback-redirect.ts';
import { PastedRedirect } from '../../../../identity/redirects/pasted-redirect.ts';
import type { RedirectReceiver } from '../../../../identity/redirects/redirect.ts';
import { type UriMailbox, UriRedirect } from '../../../../identity/redirects/uri-redirect.ts';
import { AddressBox, type NextMethod, WaitingPick } from './redirect-prompts.ts';

/**
 * How the browser can return to the editor, best first. On the desktop, the browser runs on the machine of the editor. In a web
 * host it runs anywhere, so that `127.0.0.1` is another machine.
 */
export function redirectReceivers(mailbox: UriMailbox): readonly RedirectReceiver[] {
  const pasted = new PastedRedirect(new AddressBox());
  const cancellable = (receiver: RedirectReceiver, next: NextMethod) =>
    new CancellableRedirect(receiver, new WaitingPick(next));
  const handler = Uri.parse(`${env.uriScheme}://dataset-studio.dataset-studio/callback`);
  if (env.uiKind === UIKind.Web)
    return [cancellable(new UriRedirect(mailbox, () => externalAddress(handler)), 'pasted'), pasted];
  // Not by `asExternalUri`, which adds the number of the window: providers compare redirect URIs exactly.
  const uri = new UriRedirect(mailbox, async () => new URL(handler.toString(true)));
  const loopback = new LoopbackRedirect();
  const listener =
    env.remoteName === undefined
      ? loopback
      : new ForwardedRedirect(loopback, (url) => externalAddress(Uri.parse(url.href)));
  return [cancellable(listener, 'uri'), cancellable(uri, 'pasted'), pasted];
}

async function externalAddress(uri: Uri): Promise<URL> {
  return new URL((await env.asExternalUri(uri)).toString(true));
}
