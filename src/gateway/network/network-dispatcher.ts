import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import createConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { type ConnectionFailure, isFieldValue } from '../http.ts';
import { classifyFailure, NotConnected } from './connection-failure.ts';
import { HttpStream } from './http-stream.ts';
import { type Network, TrustedAuthorities } from './network.ts';
import { openTunnel, type Route, routeTo, type Tunnel, type TunnelProxy } from './route.ts';

/** Of a response, in bytes. Gateways add many headers, and a response that can't be read is an unknown outcome. */
const maxHeaderSize = 256 * 1024;

/**
 * Creates a dispatcher for one connection, which can use a proxy and trust a company's certificate authorities. It uses
 * HTTP/1.1, follows no redirects, and never connects a second time. `signal` ends connecting.
 */
export type DispatcherFactory = (url: URL, signal: AbortSignal) => Dispatcher;

/** Reads `network` for each connection, so that a change of settings applies to the next one. */
export function networkDispatcher(network: () => Network): DispatcherFactory {
  const authorities = new TrustedAuthorities();
  return (url, signal) => {
    const settings = network();
    const route = routeTo(url, settings);
    const needsTls =
      url.protocol === 'https:' || (route.kind === 'proxy' && route.proxy.url.protocol === 'https:');
    const secureContext = needsTls ? authorities.contextFor(settings) : undefined;
    const options: buildConnector.BuildOptions = {
      allowH2: false,
      // The deadline of the exchange ends connecting.
      timeout: 0,
      // `localhost` may be ::1 or 127.0.0.1. Node.js gives each address 250 ms, too few for a VPN.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 500,
      rejectUnauthorized: settings.strictTls,
      secureContext,
    };
    const to = { url, route, network: settings, options, signal };
    let hasConnected = false;
    return new Client(url.origin, {
      allowH2: false,
      maxHeaderSize,
      connect: (target: buildConnector.Options, done: buildConnector.Callback) => {
        // undici connects again for a request that it finds waiting when a connection closes.
        const connected = hasConnected
          ? Promise.reject(new NotConnected({ kind: 'other', host: url.host, code: 'UND_ERR_CLOSED' }))
          : connect(target, to);
        hasConnected = true;
        connected.then(
          // undici uses it as a stream only.
          (socket) => done(null, new HttpStream(socket) as Duplex as Socket),
          (error: unknown) => done(error instanceof Error ? error : new Error('not connected'), null),
        );
      },
    });
  };
}

interface ConnectionTarget {
  readonly url: URL;
  readonly route: Route;
  readonly network: Network;
  readonly options: buildConnector.BuildOptions;
  readonly signal: AbortSignal;
}

/** Makes one connection. Rejects with a `NotConnected`. */
async function connect(target: buildConnector.Options, to: ConnectionTarget): Promise<Socket> {
  const { url, route, network, options, signal } = to;
  const { host, hostname, port } = url;
  switch (route.kind) {
    case 'direct':
      return open(target, to, { signal, ...(url.protocol === 'http:' && { lookup: loopbackOnly(lookup) }) });
    case 'unusable-proxy': {
      const { setting, scheme } = route;
      const problem =
        scheme === undefined ? { kind: 'invalid' as const } : { kind: 'unsupported' as const, scheme };
      throw new NotConnected({ kind: 'proxy', host, setting, problem });
    }
    case 'proxy': {
      const { proxy } = route;
      if (!isFieldValue(proxy.authorization ?? ''))
        throw new NotConnected({ kind: 'invalid-header', host, name: 'Proxy-Authorization' });
      const tunnel = await openTunnel(proxy, `${hostname}:${port || '443'}`, { ...options, signal }, signal);
      if (tunnel.kind !== 'open')
        throw new NotConnected({ kind: 'proxy', host, ...proxyFailureOf(tunnel, proxy, network) });
      // For an upgrade, undici passes the connection's own socket.
      return open({ ...target, httpSocket: tunnel.socket as Socket }, to, {});
    }
  }
}

function open(
  target: buildConnector.Options,
  { url, network, options }: ConnectionTarget,
  more: object,
): Promise<Socket> {
  const connector = createConnector({ ...options, ...more });
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => {
      if (socket) {
        // A TLS socket doesn't close the socket that it wraps.
        socket.once('close', () => target.httpSocket?.destroy());
        resolve(socket);
        return;
      }
      target.httpSocket?.destroy();
      const failure = classifyFailure(error, url.host);
      const setting = network.names.authorities;
      reject(new NotConnected(failure.kind === 'certificate' ? { ...failure, setting } : failure));
    });
  });
}

/** Why there is no tunnel, and the setting to change. */
function proxyFailureOf(
  tunnel: Exclude<Tunnel, { kind: 'open' }>,
  { url: { host: proxy }, authorization }: TunnelProxy,
  { names, proxyAuthorization }: Network,
): Pick<Extract<ConnectionFailure, { kind: 'proxy' }>, 'setting' | 'problem'> {
  if (tunnel.kind === 'failed') {
    const failure = classifyFailure(tunnel.error, proxy);
    if (failure.kind === 'certificate')
      return { setting: names.authorities, problem: { kind: 'certificate', proxy, code: failure.code } };
    const code = 'code' in failure ? failure.code : failure.kind;
    return { setting: names.proxy, problem: { kind: 'unreachable', proxy, code } };
  }
  const problem = { kind: 'refused', proxy, status: tunnel.status } as const;
  if (tunnel.status !== 407) return { setting: names.noProxy, problem };
  if (authorization === undefined) return { setting: names.credentials, problem };
  const setting = proxyAuthorization === undefined ? names.proxy : names.credentials;
  return { setting, problem: { ...problem, hadCredentials: true } };
}

/**
 * A DNS lookup that returns addresses of this machine only. Requests without TLS must not leave it, and a name server could
 * resolve `localhost` to another machine.
 */
export function loopbackOnly(find: typeof lookup): LookupFunction {
  return (hostname, options, done) => {
    find(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const own = error ? [] : addresses.filter(({ address, family }) => isOwn(address, family));
      const [first] = own;
      if (error) done(error, []);
      else if (!first)
        done(Object.assign(new Error(`${hostname} is not on this machine.`), { code: 'ENOTFOUND' }), []);
      else if (options.all) done(null, own);
      else done(null, first.address, first.family);
    });
  };
}

function isOwn(address: string, family: number): boolean {
  return family === 6 ? address === '::1' : address.startsWith('127.');
}
