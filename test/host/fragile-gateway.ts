import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';

/** A gateway that can break the connection after it received a dataset request. It also issues tokens, for any client. */
export class FragileGateway {
  /** Names of the datasets that it got. */
  readonly received: string[] = [];
  breaking = false;
  /** Status and body for a request that it refuses. */
  refuse: (request: IncomingMessage) => readonly [number, string] | undefined = () => undefined;
  /** Milliseconds until it responds. */
  delay = 0;
  /** Called when a request is there, and awaited before the response. */
  onRequest: (request: IncomingMessage) => void | Promise<void> = () => undefined;
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const isToken = request.url === '/token';
      const { name } = isToken ? { name: '' } : JSON.parse(Buffer.concat(chunks).toString());
      if (!isToken) this.received.push(name);
      await this.onRequest(request);
      await new Promise((resolve) => setTimeout(resolve, this.delay));
      const refusal = this.refuse(request);
      if (this.breaking) request.socket.destroy();
      else if (refusal) response.writeHead(refusal[0]).end(refusal[1]);
      else if (isToken)
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"issued","token_type":"Bearer","expires_in":3600}');
      else
        response
          .writeHead(201, { 'content-type': 'application/json' })
          .end(`{"id":"id-of-${name}","version":9007199254740993}`);
    });
  }

  /** Starts it and adds an environment for it, whose token and key are entered in input boxes. */
  async start(environment: string): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    const entry = { name: environment, baseUrl: `http://127.0.0.1:${port}`, auth: { grantType: 'token' } };
    const settings = vscode.workspace.getConfiguration('dataset');
    await settings.update('environments', [entry], vscode.ConfigurationTarget.Global);
    await settings.update('environment', environment, vscode.ConfigurationTarget.Global);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    const settings = vscode.workspace.getConfiguration('dataset');
    for (const key of ['environments', 'environment', 'confirm'])
      await settings.update(key, undefined, vscode.ConfigurationTarget.Global);
  }
}
