import { randomBytes as cryptoRandomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as ListeningServer } from 'node:net';
import * as l10n from '@vscode/l10n';
import { isLoopback } from '../gateway/service.ts';
import { failure, type Result, success } from '../result.ts';
import { plainText } from '../text/plain-text.ts';
import {
  answerDatasetRequest,
  answerTokenRequest,
  type CreatedDataset,
  type EndpointResponse,
  type GatewayCredentials,
  IssuedTokens,
  problem,
  readBody,
} from './endpoints.ts';

/** The port if none is named and no other program uses it. */
const defaultPort = 7878;

/** Other machines can't reach it. */
const host = '127.0.0.1';

/** Without credentials, the user is `demo`, and everything else is new at each start. */
export interface LocalGatewayOptions extends Partial<GatewayCredentials> {
  /** 0 for any free port. Default: `defaultPort`, or any free port if that is in use. */
  readonly port?: number;
  /** The largest request body, in bytes. Default: 8 MiB. */
  readonly bodyLimit?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly randomBytes?: (size: number) => Uint8Array;
  /** Takes one line for each request: method, path and status; never a secret. */
  readonly log?: (line: string) => void;
}

export interface LocalGateway {
  /** Such as `http://127.0.0.1:7878`. */
  readonly baseUrl: string;
  readonly credentials: GatewayCredentials;
  /** The datasets created since the start, oldest first. They are kept in memory only. */
  datasets(): readonly CreatedDataset[];
  close(): Promise<void>;
}

export interface StartFailure {
  readonly kind: 'not-started';
  /** What happened and what to do, in sentences. */
  readonly message: string;
}

/** Starts a gateway on this machine that has the two operations of the specification, to try things out and for tests. */
export async function startLocalGateway(
  options: LocalGatewayOptions,
): Promise<Result<LocalGateway, StartFailure>> {
  const { randomBytes = cryptoRandomBytes, now = Date.now, bodyLimit = 8 * 1024 * 1024 } = options;
  const random = (size: number) => Buffer.from(randomBytes(size)).toString('base64url');
  const credentials: GatewayCredentials = {
    username: options.username ?? 'demo',
    password: options.password ?? random(12),
    clientId: options.clientId ?? `client-${random(6)}`,
    subscriptionKey: options.subscriptionKey ?? Buffer.from(randomBytes(16)).toString('hex'),
  };
  const tokens = new IssuedTokens(now, randomBytes);
  const created: CreatedDataset[] = [];

  const answer = async (request: IncomingMessage, url: URL): Promise<EndpointResponse> => {
    // Read the body first: a client that is still sending would not see an early response.
    const body = await readBody(request, bodyLimit);
    const refused = refuseBrowsers(request.headers);
    if (refused) return refused;
    const isToken = url.pathname === '/v1/oauth/token';
    if (!isToken && url.pathname !== '/reporting/datasets')
      return problem(404, 'Only POST /v1/oauth/token and POST /reporting/datasets exist here.');
    if (request.method !== 'POST') return problem(405, 'Use POST.', { allow: 'POST' });
    if (!body) return problem(413, `The body is larger than ${bodyLimit} bytes.`);
    return isToken
      ? answerTokenRequest(request, body, credentials, tokens)
      : answerDatasetRequest(request, url, body, { ...credentials, tokens, created });
  };
  const server = createServer((request, response) => {
    serve(request, response, answer, options.log).catch(() => response.destroy());
  });

  const listening = await listenWhereFree(server, host, defaultPort, options.port);
  if (listening !== 'listening')
    return failure({ kind: 'not-started', message: listenFailure(listening, options.port ?? defaultPort) });
  const { port } = server.address() as AddressInfo;
  return success({
    baseUrl: `http://${host}:${port}`,
    credentials,
    datasets: () => [...created],
    close: () => close(server),
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, url: URL) => Promise<EndpointResponse>,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const target = request.url ?? '/';
  // A target can be anything, such as `//` or an absolute URL (RFC 9112, section 3.2).
  const url = URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : undefined;
  const { status, headers, body } = url
    ? await answer(request, url)
    : problem(400, 'The request target is not valid.');
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
  log(plainText(`${request.method ?? ''} ${url?.pathname ?? ''} ${status}`, 200));
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Refuses requests of web pages: any page in a browser can send requests to this machine and, with a host name that
 * resolves to 127.0.0.1 (DNS rebinding), read the responses. Undefined if the request is allowed.
 */
export function refuseBrowsers({ host, origin }: IncomingHttpHeaders): EndpointResponse | undefined {
  if (origin !== undefined) return problem(403, 'The local gateway does not accept requests from web pages.');
  // A host and a port, and nothing else that a URL parser would accept.
  const plain = host !== undefined && /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i.test(host);
  const address = `http://${host}`;
  if (!plain || !URL.canParse(address) || !isLoopback(new URL(address)))
    return problem(403, 'The local gateway only accepts requests for 127.0.0.1, ::1, and localhost.');
  return undefined;
}

/**
 * Listens on `port`, or, if that is undefined, on `defaultPort` or any free port. Resolves to `listening`, or to the code of
 * the error that prevented it.
 */
export async function listenWhereFree(
  server: Pick<ListeningServer, 'listen' | 'on' | 'once' | 'off'>,
  host: string,
  defaultPort: number,
  port: number | undefined,
): Promise<string> {
  if (port !== undefined) return listen(server, host, port);
  const first = await listen(server, host, defaultPort);
  // Windows reserves ranges of ports, for containers and virtual machines, and refuses them with EACCES.
  return first === 'EADDRINUSE' || first === 'EACCES' ? listen(server, host, 0) : first;
}

function listen(
  server: Pick<ListeningServer, 'listen' | 'on' | 'once' | 'off'>,
  host: string,
  port: number,
): Promise<string> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      // Without a listener, a connection that can't be accepted would end the process.
      server.on('error', () => undefined);
      resolve('listening');
    });
  });
}

/** What happened and what to do, in sentences. */
export function listenFailure(code: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return l10n.t('Port {port} is already in use. Stop the other program or choose another port.', {
        port,
      });
    case 'EACCES':
      return port < 1024
        ? l10n.t('You are not allowed to use port {port}. Choose a port above 1023.', { port })
        : l10n.t('Port {port} is reserved by the system. Choose another port.', { port });
    default:
      return l10n.t("The local gateway can't listen on port {port} ({code}). Choose another port.", {
        port,
        code,
      });
  }
}
