import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { ServerKey } from './certificates.ts';

/** One request as a server received it. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Alternating names and values, as they were received. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Servers on 127.0.0.1 that run until `close`. */
export class LoopbackServers {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  /** Responds to all requests with `answer`, and records them. */
  async http(
    answer: (response: ServerResponse, request: ReceivedRequest) => void,
    { host = '127.0.0.1' } = {},
  ): Promise<{ url: URL; requests: ReceivedRequest[] }> {
    const requests: ReceivedRequest[] = [];
    const url = await this.#listen(createServer(noting(requests, answer)), 'http', host);
    return { url, requests };
  }

  async https(
    key: ServerKey,
    answer: (response: ServerResponse, request: ReceivedRequest) => void,
  ): Promise<URL> {
    return this.#listen(createTlsServer({ ...key }, noting([], answer)), 'https', '127.0.0.1');
  }

  /** Passes each connection to `serve`, for responses that violate HTTP. */
  async raw(serve: (socket: Socket) => void): Promise<URL> {
    return this.#listen(createTcpServer(serve), 'http', '127.0.0.1');
  }

  /** Sends `text` after the first bytes of a request, and closes the connection. */
  async saying(text: string): Promise<URL> {
    return this.raw((socket) => socket.once('data', () => socket.end(text)));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  #listen(server: Server, scheme: 'http' | 'https', host: string): Promise<URL> {
    this.#servers.push(server);
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      // Many tests are about clients that disconnect.
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    });
    return new Promise((resolve) => {
      server.listen(0, host, () => {
        const { port } = server.address() as AddressInfo;
        resolve(new URL(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}/`));
      });
    });
  }
}

function noting(
  requests: ReceivedRequest[],
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: target, headers, rawHeaders } = request;
    const received = { method, target, headers, rawHeaders, body: Buffer.concat(chunks) };
    requests.push(received);
    answer(response, received);
  };
}

/** A port of 127.0.0.1 without a server. */
export async function unusedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
