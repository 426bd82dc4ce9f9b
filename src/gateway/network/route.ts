import { BlockList, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import Client from 'undici/lib/dispatcher/client.js';
import { userAgent } from '../http.ts';
import { isLoopback } from '../service.ts';
import type { Network } from './network.ts';

/** A proxy that opens tunnels by CONNECT (RFC 9110, section 9.3.6). */
export interface TunnelProxy {
  /** `http:` or `https:`; without a user name or password, so that it can be shown. */
  readonly url: URL;
  /** The value of `Proxy-Authorization` (RFC 9110, section 11.7.2): a secret. */
  readonly authorization?: string;
}

/** How to connect to a URL. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: TunnelProxy }
  /** A proxy is configured but can't be used. Connecting without it would not be what the user wants. */
  | { readonly kind: 'unusable-proxy'; readonly scheme?: string; readonly setting: string };

/** This machine is never reached through a proxy, as in VS Code: for a proxy, "localhost" is its own machine. */
export function routeTo(url: URL, network: Network): Route {
  const { proxy } = network;
  if (!proxy || isLoopback(url) || bypassesProxy(url, network.noProxy)) return { kind: 'direct' };
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(proxy.address) ? proxy.address : `http://${proxy.address}`;
  if (!URL.canParse(address)) return { kind: 'unusable-proxy', setting: proxy.setting };
  const written = new URL(address);
  if (written.protocol !== 'http:' && written.protocol !== 'https:')
    return { kind: 'unusable-proxy', scheme: written.protocol.slice(0, -1), setting: proxy.setting };
  const authorization = network.proxyAuthorization ?? basic(written);
  return {
    kind: 'proxy',
    proxy: { url: new URL(written.origin), authorization },
  };
}

/** The user information of a URL as `Basic` credentials (RFC 7617, section 2). */
function basic({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}

/** Unchanged if it isn't valid percent-encoding: people also write a bare `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether `url` is reached without the proxy. An entry is `*`; a host, with or without `.` or `*.` before it, which
 * includes its subdomains; an IP address; or a range of IP addresses in CIDR notation. All but a range can end in a port.
 * There is no standard: these are the forms that both cURL and VS Code support.
 */
export function bypassesProxy(url: URL, entries: readonly string[]): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return entries.some((entry) => entry === '*' || matches(entry.toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry.includes('/')) return isInRange(host, entry);
  const { name, port: only } = split(entry);
  if (name === '' || (only !== undefined && only !== port)) return false;
  if (isIP(host) !== 0 || isIP(name) !== 0) return host === canonical(name);
  return `.${host}`.endsWith(`.${canonical(name)}`);
}

function split(entry: string): { name: string; port?: string } {
  // An IPv6 address contains colons, so it needs brackets before a port.
  if (isIP(entry) === 6) return { name: entry };
  const [, host = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  const name = bare(host).replace(/^(?:\*?\.)+/, '');
  return port === undefined ? { name } : { name, port };
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  const maxBits = family === 'ipv6' ? 128 : 32;
  if (isIP(host) === 0 || isIP(network) !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > maxBits) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}

/** A host as in a URL: `2001:DB8::0` becomes `2001:db8::`, and names in Unicode become ASCII. */
function canonical(name: string): string {
  const address = `http://${isIP(name) === 6 ? `[${name}]` : name}`;
  return URL.canParse(address) ? bare(new URL(address).hostname) : name;
}

/** Without the brackets of an IPv6 address and the final dot of a fully qualified name. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

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
