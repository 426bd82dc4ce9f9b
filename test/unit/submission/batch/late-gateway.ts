import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface Lateness {
  /** The response that follows the one to each request, on the same connection. */
  readonly response: string;
  /** In milliseconds; or on all earlier connections, right before the next request is answered. */
  readonly delay: number | 'next request';
}

/** A gateway that writes names in lower case, and leaves each connection open to answer once more. */
export class LateGateway {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #answered = new Set<Socket>();
  /** The IDs of the datasets that were created, by the name that was sent. */
  readonly created = new Map<string, string[]>();
  /** How many requests each connection had. */
  readonly requests: number[] = [];

  constructor(late?: Lateness) {
    this.#server = createServer({ noDelay: true }, (socket) => {
      const connection = this.requests.push(0) - 1;
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [this.#sockets, this.#answered].map((sockets) => sockets.delete(socket)));
      socket.on('data', (chunk) => {
        this.requests[connection] = (this.requests[connection] ?? 0) + 1;
        if (late?.delay === 'next request')
          for (const answered of this.#answered) answered.write(late.response);
        socket.write(this.#create(chunk.toString()));
        this.#answered.add(socket);
        if (typeof late?.delay === 'number') setTimeout(() => socket.write(late.response), late.delay);
      });
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #create(request: string): string {
    const { name, tables }: { name: string; tables: { name: string }[] } = JSON.parse(
      request.slice(request.indexOf('\r\n\r\n')),
    );
    const id = `id-${this.created.size + 1}`;
    this.created.set(name, [...(this.created.get(name) ?? []), id]);
    const normalized = tables.map((table) => ({ ...table, name: table.name.toLowerCase() }));
    return responseOf('201 Created', JSON.stringify({ id, name: name.toLowerCase(), tables: normalized }));
  }
}

export function responseOf(status: string, body = '', headers = ''): string {
  return `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}
