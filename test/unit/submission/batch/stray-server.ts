import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export interface Strays {
  /** When the response is sent again: milliseconds after the first time, or right after the next request has arrived. */
  readonly delay: number | 'next request';
  readonly noDelay: boolean;
  /** Whether responses repeat the dataset's name. */
  readonly echoes: boolean;
  /** Whether the response to this request of a connection, from 1, is sent twice. */
  readonly isTwice: (request: number) => boolean;
}

/** A server that creates datasets after 20 ms, and sends some responses twice on their connection. */
export class StrayServer {
  readonly #server: Server;
  /** IDs by name, and for each name its connection and its number on that. */
  readonly created = new Map<string, { id: string; connection: number; request: number }>();

  constructor({ delay, noDelay, echoes, isTwice }: Strays) {
    let connections = 0;
    this.#server = createServer({ noDelay }, (socket) => {
      const connection = ++connections;
      let requests = 0;
      let stray: string | undefined;
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        const request = ++requests;
        const [, name = ''] = /"name": ?"([^"]+)"/.exec(chunk.toString()) ?? [];
        const id = `id-${this.created.size + 1}`;
        this.created.set(name, { id, connection, request });
        const body = JSON.stringify(echoes ? { id, name } : { id });
        const head = `HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
        if (stray) socket.write(stray);
        stray = undefined;
        setTimeout(() => {
          socket.write(head + body);
          if (!isTwice(request)) return;
          if (delay === 'next request') stray = head + body;
          else setTimeout(() => socket.write(head + body), delay);
        }, 20);
      });
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
  }
}
