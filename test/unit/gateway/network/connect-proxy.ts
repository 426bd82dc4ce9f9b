import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ServerKey } from './certificates.ts';

export interface ConnectProxyOptions {
  /** The required value of `Proxy-Authorization`. Absent: no authentication. */
  readonly authorization?: string;
  /** Responds to each CONNECT with this status instead of a tunnel. */
  readonly refuseWith?: number;
  /** For a proxy that uses TLS. */
  readonly key?: ServerKey;
  /** The target of all tunnels, because the host names of tests don't exist. Default: the requested target. */
  readonly target?: URL;
}

/** A company's proxy (RFC 9110, section 9.3.6): opens tunnels by CONNECT, and forwards nothing else. */
export class ConnectProxy {
  readonly url: URL;
  /** The authority and the `Proxy-Authorization` of each CONNECT. */
  readonly asked: { readonly authority: string; readonly authorization: string | undefined }[] = [];
  /** Requests to the proxy itself, of which there should be none. */
  readonly forwarded: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();

  static async start(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
    const server = options.key ? createTlsServer({ ...options.key }) : createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ConnectProxy(server, options);
  }

  private constructor(server: Server, options: ConnectProxyOptions) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = new URL(`${options.key ? 'https' : 'http'}://127.0.0.1:${port}`);
    server.on('connection', (socket: Socket) => this.#keep(socket));
    server.on('request', (request, response) => {
      this.forwarded.push(request.url ?? '');
      response.writeHead(405).end();
    });
    server.on('connect', (request: IncomingMessage, socket: Duplex) =>
      this.#connect(request, socket, options),
    );
  }

  /** The number of open connections on both sides. */
  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connect({ url: authority = '', headers }: IncomingMessage, socket: Duplex, options: ConnectProxyOptions) {
    this.#keep(socket);
    const authorization = headers['proxy-authorization'];
    this.asked.push({ authority, authorization });
    const status = options.authorization === authorization ? options.refuseWith : 407;
    if (status !== undefined) {
      socket.end(
        `HTTP/1.1 ${status} No\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 2\r\n\r\nno`,
      );
      return;
    }
    const { hostname, port } = options.target ?? new URL(`http://${authority}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    this.#keep(target);
    target.on('close', () => socket.destroy());
    socket.on('close', () => target.destroy());
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
  }
}
