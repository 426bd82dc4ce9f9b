import type { Duplex } from 'node:stream';
import Client from 'undici/lib/dispatcher/client.js';
import { userAgent } from '../../http.ts';
import type { TunnelProxy } from './route.ts';

export type Tunnel =
  /** Bytes go to the target and back. */
  | { readonly kind: 'open'; readonly socket: Duplex }
  /** The proxy's answer to CONNECT was not 2xx. */
  | { readonly kind: 'refused'; readonly status: number }
  /** There was no connection to the proxy, or it broke before an answer. */
  | { readonly kind: 'failed'; readonly error: unknown };

type ConnectOptions = NonNullable<Client.Options['connect']>;

/** Asks the proxy for a tunnel to `authority` (`host:port`; RFC 9110, section 9.3.6), until `signal` aborts. */
export function openTunnel(
  { url, authorization }: TunnelProxy,
  authority: string,
  connect: ConnectOptions,
  signal: AbortSignal,
): Promise<Tunnel> {
  const client = new Client(url.origin, { allowH2: false, connect, headersTimeout: 0 });
  return new Promise((resolve) => {
    const end = (tunnel: Tunnel) => {
      signal.removeEventListener('abort', abort);
      if (tunnel.kind !== 'open') void client.destroy().catch(() => undefined);
      resolve(tunnel);
    };
    const abort = () => end({ kind: 'failed', error: signal.reason });
    signal.addEventListener('abort', abort, { once: true });
    client.dispatch(
      {
        method: 'CONNECT',
        path: authority,
        headers: {
          host: authority,
          'user-agent': userAgent,
          ...(authorization !== undefined && { 'proxy-authorization': authorization }),
        },
      },
      {
        onRequestStart: () => undefined,
        onRequestUpgrade(_controller, status, _headers, socket) {
          // undici has taken its own listeners away, and an error that nobody hears ends the process.
          socket.on('error', () => undefined);
          if (status >= 200 && status < 300 && !signal.aborted) return end({ kind: 'open', socket });
          socket.destroy();
          end({ kind: 'refused', status });
        },
        onResponseError: (_controller, error) => end({ kind: 'failed', error }),
      },
    );
  });
}
