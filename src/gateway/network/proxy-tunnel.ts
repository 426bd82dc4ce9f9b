import type { Duplex } from 'node:stream';
import Client from 'undici/lib/dispatcher/client.js';
import { userAgent } from '../http.ts';
import type { TunnelProxy } from './route.ts';

export type Tunnel =
  /** `socket` is connected to the target. */
  | { readonly kind: 'open'; readonly socket: Duplex }
  /** The proxy's response to CONNECT was not 2xx. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The proxy could not be reached, or the connection was lost before it responded. */
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
          // undici has removed its listeners, and an error without a listener ends the process.
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
