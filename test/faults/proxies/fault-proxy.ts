import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to the connection of a dataset request. Counted in bytes of HTTP, including the head. */
export interface Fault {
  /** This part of the request reaches the gateway, then `how`. */
  readonly request?: number;
  /** This part of the response reaches the client, then `how`. */
  readonly response?: number;
  /**
   * `end`: both sides receive a FIN. `reset`: both receive an RST. `silence`: nothing is forwarded any more, and the connection
   * stays open. A function is called once, and the connection continues.
   */
  readonly how: 'end' | 'reset' | 'silence' | (() => void);
  /** Milliseconds before each part of a response, as the gateway sends it, is forwarded. */
  readonly delay?: number;
  /** The response is forwarded byte by byte, with this interval in milliseconds. */
  readonly drip?: number;
  /** This follows the response after so many milliseconds, while the connection stays open. */
  readonly late?: { readonly response: string; readonly delay: number };
}

const datasetRequest = /^POST \S*\/datasets/;

/** A TCP proxy in front of the gateway that breaks connections as planned, except those of token requests. */
export class FaultProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #gatewayPort: number;
  fault: Fault | undefined;
  /** Closes each connection before anything is read. */
  refusing = false;
  /** Sizes of the last dataset request and response that passed, in bytes. */
  readonly passed = { request: 0, response: 0 };
  /** How many requests each connection had since `requestCounts` was emptied, token requests included. */
  requestCounts: number[] = [];

  constructor(gatewayPort: number) {
    this.#gatewayPort = gatewayPort;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#serve(client));
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(client: Socket): void {
    this.#keep(client);
    if (this.refusing) {
      client.resetAndDestroy();
      return;
    }
    this.#countRequests(client);
    client.once('data', (first: Buffer) => {
      const upstream = connect({ port: this.#gatewayPort, host: '127.0.0.1', allowHalfOpen: true });
      this.#keep(upstream);
      const isDataset = datasetRequest.test(first.toString('latin1'));
      new Passage(
        client,
        upstream,
        isDataset ? this.fault : undefined,
        isDataset ? this.passed : undefined,
      ).begin(first);
    });
  }

  /** No body of these tests contains the beginning of a request. */
  #countRequests(client: Socket): void {
    const { requestCounts } = this;
    const connection = requestCounts.push(0) - 1;
    let received = '';
    client.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      requestCounts[connection] = received.match(/(?:GET|POST) \S+ HTTP\/1\.1\r\n/g)?.length ?? 0;
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
  }
}

/** One connection through the proxy. */
class Passage {
  readonly #client: Socket;
  readonly #upstream: Socket;
  readonly #fault: Fault | undefined;
  readonly #counts: { request: number; response: number };
  #broken = false;
  #reported = false;
  #responding: Promise<void> = Promise.resolve();

  constructor(
    client: Socket,
    upstream: Socket,
    fault: Fault | undefined,
    counts: { request: number; response: number } | undefined,
  ) {
    this.#client = client;
    this.#upstream = upstream;
    this.#fault = fault;
    this.#counts = counts ?? { request: 0, response: 0 };
    this.#counts.request = 0;
    this.#counts.response = 0;
  }

  begin(first: Buffer): void {
    this.#request(first);
    this.#client.on('data', (chunk: Buffer) => this.#request(chunk));
    this.#client.on('end', () => {
      if (!this.#broken) this.#upstream.end();
    });
    this.#upstream.on('data', (chunk: Buffer) => {
      this.#responding = this.#responding.then(() => this.#response(chunk));
    });
    this.#upstream.on('end', () => {
      this.#responding = this.#responding.then(async () => {
        const { late } = this.#fault ?? {};
        if (late) {
          await new Promise((resolve) => setTimeout(resolve, late.delay));
          this.#client.write(late.response);
        }
        if (!this.#broken) this.#client.end();
      });
    });
    this.#client.on('close', () => {
      if (!this.#broken) this.#upstream.destroy();
    });
  }

  #request(chunk: Buffer): void {
    this.#counts.request = this.#pass(chunk, this.#upstream, this.#counts.request, this.#fault?.request);
  }

  async #response(chunk: Buffer): Promise<void> {
    const { delay, drip, response } = this.#fault ?? {};
    if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay));
    const pieces = drip === undefined ? [chunk] : [...chunk].map((byte) => Buffer.from([byte]));
    for (const piece of pieces) {
      this.#counts.response = this.#pass(piece, this.#client, this.#counts.response, response);
      if (drip !== undefined) await new Promise((resolve) => setTimeout(resolve, drip));
    }
  }

  /** Forwards data up to the limit, and breaks the connection there. Returns the new count. */
  #pass(chunk: Buffer, to: Socket, before: number, limit: number | undefined): number {
    if (this.#broken || to.destroyed) return before;
    const after = before + chunk.length;
    if (limit === undefined || after < limit) {
      to.write(chunk);
      return after;
    }
    const passing = chunk.subarray(0, Math.max(limit - before, 0));
    const how = this.#fault?.how ?? 'end';
    if (typeof how === 'function') {
      to.write(chunk);
      if (!this.#reported) how();
      this.#reported = true;
      return after;
    }
    this.#broken = true;
    // The forwarded data arrives before the connection is broken.
    to.write(passing, () => this.#break(how));
    return before + passing.length;
  }

  #break(how: 'end' | 'reset' | 'silence'): void {
    if (how === 'silence') return;
    for (const socket of [this.#client, this.#upstream]) {
      if (how === 'end') socket.end();
      else socket.resetAndDestroy();
    }
  }
}
