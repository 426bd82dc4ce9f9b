import { isLoopback } from '../../gateway/service.ts';
import type { Reception, RedirectReceiver } from './redirect.ts';

/**
 * A loopback listener on another machine than the browser's, such as a remote host that the editor is connected to. It
 * serves where the editor forwards the port under the same number: the address, and what the listener checks, stay.
 */
export class ForwardedRedirect implements RedirectReceiver {
  readonly name = 'forwarded';
  readonly needsBrowser = true;
  readonly #listener: RedirectReceiver;
  readonly #forward: (url: URL) => Promise<URL>;

  /** `forward`: where the browser reaches what listens at an address over here. */
  constructor(listener: RedirectReceiver, forward: (url: URL) => Promise<URL>) {
    this.#listener = listener;
    this.#forward = forward;
  }

  async start(attempt: {
    readonly state: string;
    readonly signal: AbortSignal;
  }): Promise<Reception | undefined> {
    const reception = await this.#listener.start(attempt);
    if (!reception) return undefined;
    const { port } = reception.redirectUri;
    const forwarded = await this.#forward(reception.redirectUri).catch(() => undefined);
    if (forwarded?.protocol === 'http:' && isLoopback(forwarded) && forwarded.port === port) return reception;
    await reception.close();
    return undefined;
  }
}
