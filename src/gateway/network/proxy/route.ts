import { isLoopback } from '../../service.ts';
import type { Network } from '../network.ts';
import { bypassesProxy } from './no-proxy.ts';

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
    proxy: { url: new URL(written.origin), ...(authorization !== undefined && { authorization }) },
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
