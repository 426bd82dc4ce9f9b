import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A gateway that accepts the tokens of one identity provider, which it asks to verify them. */
export class TrustingGateway {
  readonly baseUrl: string;
  /** IDs of the datasets created. */
  readonly datasets: string[] = [];
  /** The tokens that came, good or not. */
  readonly tokens: string[] = [];
  /** Tokens of others that are good here as well. */
  readonly trusted = new Set<string>();
  /** Whether it accepts a token without asking the provider. */
  trusts: (token: string) => boolean = (token) => this.trusted.has(token);
  /** What it requires beside a valid token (`WWW-Authenticate`); nothing by default. */
  challenge: (token: string) => Promise<string | undefined> = async () => undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(issuer: string): Promise<TrustingGateway> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const gateway = new TrustingGateway(server);
    server.on('request', async (request, response) => {
      request.resume();
      const authorization = request.headers.authorization ?? '';
      const token = authorization.replace(/^Bearer /, '');
      gateway.tokens.push(token);
      const isGood =
        gateway.trusts(token) || (await fetch(`${issuer}/me`, { headers: { authorization } })).status === 200;
      if (!isGood) {
        response.writeHead(401).end();
        return;
      }
      const challenge = await gateway.challenge(token);
      if (challenge !== undefined) {
        response.writeHead(401, { 'www-authenticate': challenge }).end();
        return;
      }
      const id = randomUUID();
      gateway.datasets.push(id);
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id }));
    });
    return gateway;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
