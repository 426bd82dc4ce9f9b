import { isLoopback } from '../../gateway/service.ts';
import type { PendingRedirect, RedirectReceiver, SignInAttempt } from './redirect.ts';

/**
 * A loopback listener on another machine than the browser's, such as a remote host that the editor is connected to. It is
 * available if the editor forwards the port under the same number, so that the redirect URI stays the same.
 */
export class ForwardedRedirect implements RedirectReceiver {
  readonly name = 'forwarded';
  readonly needsBrowser = true;
  readonly #listener: RedirectReceiver;
  readonly #forward: (url: URL) => Promise<URL>;

  /** `forward`: the URL by which the browser reaches a listener on this machine. */
  constructor(listener: RedirectReceiver, forward: (url: URL) => Promise<URL>) {
    this.#listener = listener;
    this.#forward = forward;
  }

  async start(attempt: SignInAttempt): Promise<PendingRedirect | undefined> {
    const pending = await this.#listener.start(attempt);
    if (!pending) return undefined;
    const { port } = pending.redirectUri;
    const forwarded = await this.#forward(pending.redirectUri).catch(() => undefined);
    if (forwarded?.protocol === 'http:' && isLoopback(forwarded) && forwarded.port === port) return pending;
    await pending.close();
    return undefined;
  }
}
