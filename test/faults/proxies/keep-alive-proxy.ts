import { request as send } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What happens to one dataset request. Counted in bytes of HTTP, including the head. */
export interface Break {
  /** The connection is reset after this many bytes of the request. The gateway receives nothing. */
  readonly request?: number;
  /** The gateway processes the request, and the connection is reset after this many bytes of the response. */
  readonly response?: number;
  /** The response has `Connection: close`, and the connection is closed. */
  readonly announcedClose?: boolean;
  /** The response is sent again after so many milliseconds. */
  readonly stray?: number;
  /** The connection is closed right after the response, without announcement. */
  readonly silentClose?: 'end' | 'reset';
}

export interface KeepAlivePlan {
  /** `request` counts the dataset requests of a connection from 1. */
  readonly breakAt?: (request: number) => Break | undefined;
  /** TCP_NODELAY: small packets don't wait for acknowledgements. */
  readonly noDelay?: boolean;
  /** Milliseconds after which an idle connection is closed. */
  readonly idleLimit?: number;
}

/** A server in front of the gateway that keeps connections, and closes or breaks them as planned. */
export class KeepAliveProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #gateway: number;
  plan: KeepAlivePlan = {};
  /** The number of connections, and of dataset requests that arrived completely. */
  connections = 0;
  requests = 0;

  constructor(gateway: number) {
    this.#gateway = gateway;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    socket.setNoDelay(this.plan.noDelay ?? false);
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
    let received = Buffer.alloc(0);
    let datasetRequests = 0;
    let idle: NodeJS.Timeout | undefined;
    socket.on('data', (chunk: Buffer) => {
      clearTimeout(idle);
      received = Buffer.concat([received, chunk]);
      const isDataset = /^POST \S*\/datasets/.test(received.toString('latin1', 0, 200));
      const fault = isDataset ? this.plan.breakAt?.(datasetRequests + 1) : undefined;
      if (fault?.request !== undefined && received.length >= fault.request) {
        socket.resetAndDestroy();
        return;
      }
      const whole = wholeRequest(received);
      if (!whole) return;
      received = Buffer.alloc(0);
      if (isDataset) {
        datasetRequests += 1;
        this.requests += 1;
      }
      void this.#forward(whole).then(async (answer) => {
        await this.#answer(socket, answer, fault);
        if (this.plan.idleLimit !== undefined) idle = setTimeout(() => socket.end(), this.plan.idleLimit);
      });
    });
    socket.on('close', () => clearTimeout(idle));
  }

  async #answer(socket: Socket, { status, body }: Answer, fault: Break = {}): Promise<void> {
    const announcement = fault.announcedClose ? 'Connection: close\r\n' : '';
    const bytes = Buffer.from(
      `HTTP/1.1 ${status} Done\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${announcement}\r\n${body}`,
    );
    const passing = fault.response === undefined ? bytes : bytes.subarray(0, fault.response);
    await new Promise<void>((resolve) => {
      if (passing.length === 0) resolve();
      else socket.write(passing, () => resolve());
    });
    if (fault.stray !== undefined) setTimeout(() => socket.write(bytes), fault.stray);
    if (fault.response !== undefined) {
      // The written data arrives before the reset.
      await delay(2);
      socket.resetAndDestroy();
    } else if (fault.announcedClose || fault.silentClose === 'end') socket.end();
    else if (fault.silentClose === 'reset') socket.resetAndDestroy();
  }

  #forward({ method, path, headers, body }: WholeRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = send({ port: this.#gateway, method, path, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

interface WholeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Undefined if the rest has not arrived. */
function wholeRequest(bytes: Buffer): WholeRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = bytes.subarray(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined;
  return { method, path, headers: { ...headers, connection: 'close' }, body };
}
