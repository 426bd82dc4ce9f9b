import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GatewayAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GatewayRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A gateway that answers as it is told. `undefined` breaks the connection. */
export class ScriptedGateway {
  /** The dataset requests that arrived. */
  readonly received: GatewayRequest[] = [];
  answer: (request: GatewayRequest) => GatewayAnswer | undefined | Promise<GatewayAnswer | undefined> =
    created;
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const request = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      if (request.path.includes('/datasets')) this.received.push(request);
      const answer = await this.answer(request);
      if (!answer) incoming.socket.destroy();
      else
        response
          .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
          .end(answer.body);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export function created(): GatewayAnswer {
  return { status: 201, body: '{"id":"the-id"}' };
}
