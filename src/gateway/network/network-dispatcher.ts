import { lookup } from 'node:dns';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import createConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { type ConnectionFailure, isFieldValue } from '../http.ts';
import { classifyFailure, NotConnected } from './connection-failure.ts';
import { loopbackOnly } from './loopback-only.ts';
import type { Network } from './network.ts';
import { openTunnel } from './proxy-tunnel.ts';
import { HttpStream } from './response/http-stream.ts';
import { type Route, routeTo, type TunnelProxy } from './route.ts';
import { TrustedAuthorities } from './trusted-authorities.ts';

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
    const secureContext = needsTls(url, route) ? authorities.contextFor(settings) : undefined;
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
    const connector = new Connector(url, route, settings, options, signal);
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

function needsTls(url: URL, route: Route): boolean {
  return url.protocol === 'https:' || (route.kind === 'proxy' && route.proxy.url.protocol === 'https:');
}

/** Makes one connection. Rejects with a `NotConnected`. */
class Connector {
  readonly #url: URL;
  readonly #route: Route;
  readonly #network: Network;
  readonly #options: buildConnector.BuildOptions;
  readonly #signal: AbortSignal;
  #hasConnected = false;

  constructor(
    url: URL,
    route: Route,
    network: Network,
    options: buildConnector.BuildOptions,
    signal: AbortSignal,
  ) {
    this.#url = url;
    this.#route = route;
    this.#network = network;
    this.#options = options;
    this.#signal = signal;
  }

  async connect(target: buildConnector.Options): Promise<Socket> {
    const { host } = this.#url;
    // undici connects again for a request that it finds waiting when a connection closes.
    if (this.#hasConnected) throw new NotConnected({ kind: 'other', host, code: 'UND_ERR_CLOSED' });
    this.#hasConnected = true;
    switch (this.#route.kind) {
      case 'direct':
        return this.#open(target, {
          signal: this.#signal,
          ...(this.#url.protocol === 'http:' && { lookup: loopbackOnly(lookup) }),
        });
      case 'unusable-proxy': {
        const { setting, scheme } = this.#route;
        const problem =
          scheme === undefined ? { kind: 'invalid' as const } : { kind: 'unsupported' as const, scheme };
        throw new NotConnected({ kind: 'proxy', host, setting, problem });
      }
      case 'proxy':
        return this.#open({ ...target, httpSocket: await this.#tunnel(this.#route.proxy) }, {});
    }
  }

  #open(target: buildConnector.Options, more: object): Promise<Socket> {
    const connect = createConnector({ ...this.#options, ...more });
    return new Promise((resolve, reject) => {
      connect(target, (error, socket) => {
        if (socket) {
          // A TLS socket doesn't close the socket that it wraps.
          socket.once('close', () => target.httpSocket?.destroy());
          resolve(socket);
        } else {
          target.httpSocket?.destroy();
          reject(new NotConnected(this.#withSetting(classifyFailure(error, this.#url.host))));
        }
      });
    });
  }

  async #tunnel(proxy: TunnelProxy): Promise<Socket> {
    const { hostname, port, host } = this.#url;
    if (!isFieldValue(proxy.authorization ?? ''))
      throw new NotConnected({ kind: 'invalid-header', host, name: 'Proxy-Authorization' });
    const connect = { ...this.#options, signal: this.#signal };
    const tunnel = await openTunnel(proxy, `${hostname}:${port || '443'}`, connect, this.#signal);
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
    const { names, proxyAuthorization } = this.#network;
    const problem = { kind: 'refused', proxy: proxy.url.host, status } as const;
    if (status !== 407) return { setting: names.noProxy, problem };
    if (proxy.authorization === undefined) return { setting: names.credentials, problem };
    return {
      setting: proxyAuthorization === undefined ? names.proxy : names.credentials,
      problem: { ...problem, hadCredentials: true },
    };
  }

  #proxyFailure(error: unknown, proxy: TunnelProxy): Pick<ProxyFailure, 'setting' | 'problem'> {
    const { names } = this.#network;
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
      ? { ...failure, setting: this.#network.names.authorities }
      : failure;
  }
}

type ProxyFailure = Extract<ConnectionFailure, { kind: 'proxy' }>;
