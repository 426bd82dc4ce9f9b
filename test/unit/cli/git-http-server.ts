import { spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The repositories of a folder over HTTP, as Git itself serves them. */
export class GitHttpServer {
  /** Answers a request instead of Git, and says whether it does. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  /** Path and `Authorization` of each request. */
  readonly received: (readonly [path: string, authorization: string | undefined])[] = [];
  readonly #server: Server;

  private constructor(folder: string) {
    this.#server = createServer((request, response) => {
      this.received.push([request.url ?? '', request.headers.authorization]);
      if (this.instead(request, response)) return;
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.once('end', () => answerByGit(folder, request, Buffer.concat(chunks), response));
    });
  }

  static async start(folder: string): Promise<GitHttpServer> {
    const server = new GitHttpServer(folder);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** Such as `127.0.0.1:1234`. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function answerByGit(
  folder: string,
  request: IncomingMessage,
  input: Buffer,
  response: ServerResponse,
): void {
  const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
  const { stdout } = spawnSync('git', ['http-backend'], {
    input,
    maxBuffer: 2 ** 26,
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  const end = stdout.indexOf('\r\n\r\n');
  const headers = stdout
    .subarray(0, end)
    .toString()
    .split('\r\n')
    .map((line) => line.split(': '));
  const status = Number(headers.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
  response.writeHead(status, Object.fromEntries(headers)).end(stdout.subarray(end + 4));
}
