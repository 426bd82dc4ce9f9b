import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import createConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { type ConnectionFailure, isFieldValue } from '../http.ts';
import { classifyFailure, NotConnected } from './connection-failure.ts';
import { HttpStream } from './http-stream.ts';
import { type Network, TrustedAuthorities } from './network.ts';
import { openTunnel, type Route, routeTo, type TunnelProxy } from './route.ts';

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
    const connector = new Connector({ url, route, network: settings, options, signal });
    return new Client(url.origin, {
      allowH2: false,
      maxHeaderSize,
      connect: (target: buildConnector.Options, done: buildConnector.Callback) => {
        connector.connect(target).then(
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
class Connector {
  readonly #to: ConnectionTarget;
  #hasConnected = false;

  constructor(to: ConnectionTarget) {
    this.#to = to;
  }

  async connect(target: buildConnector.Options): Promise<Socket> {
    const { host } = this.#to.url;
    // undici connects again for a request that it finds waiting when a connection closes.
    if (this.#hasConnected) throw new NotConnected({ kind: 'other', host, code: 'UND_ERR_CLOSED' });
    this.#hasConnected = true;
    switch (this.#to.route.kind) {
      case 'direct':
        return this.#open(target, {
          signal: this.#to.signal,
          ...(this.#to.url.protocol === 'http:' && { lookup: loopbackOnly(lookup) }),
        });
      case 'unusable-proxy': {
        const { setting, scheme } = this.#to.route;
        const problem =
          scheme === undefined ? { kind: 'invalid' as const } : { kind: 'unsupported' as const, scheme };
        throw new NotConnected({ kind: 'proxy', host, setting, problem });
      }
      case 'proxy':
        return this.#open({ ...target, httpSocket: await this.#tunnel(this.#to.route.proxy) }, {});
    }
  }

  #open(target: buildConnector.Options, more: object): Promise<Socket> {
    const connect = createConnector({ ...this.#to.options, ...more });
    return new Promise((resolve, reject) => {
      connect(target, (error, socket) => {
        if (socket) {
          // A TLS socket doesn't close the socket that it wraps.
          socket.once('close', () => target.httpSocket?.destroy());
          resolve(socket);
        } else {
          target.httpSocket?.destroy();
          reject(new NotConnected(this.#withSetting(classifyFailure(error, this.#to.url.host))));
        }
      });
    });
  }

  async #tunnel(proxy: TunnelProxy): Promise<Socket> {
    const { hostname, port, host } = this.#to.url;
    if (!isFieldValue(proxy.authorization ?? ''))
      throw new NotConnected({ kind: 'invalid-header', host, name: 'Proxy-Authorization' });
    const connect = { ...this.#to.options, signal: this.#to.signal };
    const tunnel = await openTunnel(proxy, `${hostname}:${port || '443'}`, connect, this.#to.signal);
    switch (tunnel.kind) {
      case 'open':
        // For an upgrade, undici passes the connection's own socket.
        return tunnel.socket as Socket;
      case 'refused':
        throw new NotConnected({ kind: 'proxy', host, ...this.#proxyRefusal(tunnel.status, proxy) });
      case 'failed':
        throw new NotConnected({ kind: 'proxy', host, ...this.#proxyFailure(tunnel.error, proxy) });
    }
  }

  #proxyRefusal(status: number, proxy: TunnelProxy): Pick<ProxyFailure, 'setting' | 'problem'> {
    const { names, proxyAuthorization } = this.#to.network;
    const problem = { kind: 'refused', proxy: proxy.url.host, status } as const;
    if (status !== 407) return { setting: names.noProxy, problem };
    if (proxy.authorization === undefined) return { setting: names.credentials, problem };
    return {
      setting: proxyAuthorization === undefined ? names.proxy : names.credentials,
      problem: { ...problem, hadCredentials: true },
    };
  }

  #proxyFailure(error: unknown, proxy: TunnelProxy): Pick<ProxyFailure, 'setting' | 'problem'> {
    const { names } = this.#to.network;
    const failure = classifyFailure(error, proxy.url.host);
    return failure.kind === 'certificate'
      ? {
          setting: names.authorities,
          problem: { kind: 'certificate', proxy: proxy.url.host, code: failure.code },
        }
      : {
          setting: names.proxy,
          problem: {
            kind: 'unreachable',
            proxy: proxy.url.host,
            code: 'code' in failure ? failure.code : failure.kind,
          },
        };
  }

  #withSetting(failure: ConnectionFailure): ConnectionFailure {
    return failure.kind === 'certificate'
      ? { ...failure, setting: this.#to.network.names.authorities }
      : failure;
  }
}

type ProxyFailure = Extract<ConnectionFailure, { kind: 'proxy' }>;

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
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  return own.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
