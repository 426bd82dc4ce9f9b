import { randomBytes as cryptoRandomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as l10n from '@vscode/l10n';
import { isLoopback } from '../gateway/service.ts';
import { plainText } from '../text/plain-text.ts';
import { type Answer, problem } from './answer.ts';
import { refuseBrowsers } from './browser-guard.ts';
import { answerDatasetRequest, type CreatedDataset } from './dataset-endpoint.ts';
import { IssuedTokens } from './issued-tokens.ts';
import { listenFailure, listenWhereFree } from './listen.ts';
import { readBody } from './request-body.ts';
import { answerTokenRequest } from './token-endpoint.ts';

/** Where the local gateway listens if nobody says otherwise and nobody else is there. */
const defaultPort = 7878;

export interface LocalGatewayOptions {
  /** 0 for any that is free. Absent: `defaultPort`, or any that is free where that is taken. */
  readonly port?: number;
  /** A loopback host. Default: `127.0.0.1`. */
  readonly host?: string;
  /** User names and their passwords. Default: the user `demo` with a new password. */
  readonly users?: Readonly<Record<string, string>>;
  /** Default: new at each start. */
  readonly clientId?: string;
  /** Default: new at each start. */
  readonly subscriptionKey?: string;
  /** Default: 3600. */
  readonly tokenLifetimeSeconds?: number;
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
  /** What gets in: the first user, the client and the subscription. */
  readonly credentials: {
    readonly username: string;
    readonly password: string;
    readonly clientId: string;
    readonly subscriptionKey: string;
  };
  /** The datasets created since the start, oldest first. They are kept in memory only. */
  datasets(): readonly CreatedDataset[];
  close(): Promise<void>;
}

export type LocalGatewayStart =
  | { readonly ok: true; readonly gateway: LocalGateway }
  | { readonly ok: false; readonly message: string };

/** Starts a gateway with the specification's two operations on this machine, for trying out and for tests. */
export async function startLocalGateway(options: LocalGatewayOptions): Promise<LocalGatewayStart> {
  const { randomBytes = cryptoRandomBytes, host = '127.0.0.1' } = options;
  if (!isLoopbackHost(host))
    return { ok: false, message: l10n.t('{host} is no address of this machine alone.', { host }) };

  if (options.port !== undefined && !(options.port >= 0 && options.port <= 65_535))
    return {
      ok: false,
      message: l10n.t('{port} is no port: choose one up to 65535.', { port: options.port }),
    };

  const random = (size: number) => Buffer.from(randomBytes(size)).toString('base64url');
  const users = new Map(Object.entries(options.users ?? { demo: random(12) }));
  const [first] = users;
  if (!first) return { ok: false, message: l10n.t('The local gateway needs a user at least.') };
  const [username, password] = first;
  const clientId = options.clientId ?? `client-${random(6)}`;
  const subscriptionKey = options.subscriptionKey ?? Buffer.from(randomBytes(16)).toString('hex');

  const tokens = new IssuedTokens({
    lifetimeSeconds: options.tokenLifetimeSeconds ?? 3600,
    now: options.now ?? Date.now,
    randomBytes,
  });
  const created: CreatedDataset[] = [];
  const newId = randomUUID;
  const bodyLimit = options.bodyLimit ?? 8 * 1024 * 1024;

  const answer = async (request: IncomingMessage, url: URL): Promise<Answer> => {
    // Read whatever comes of it: a client that is still sending would not see an answer.
    const body = await readBody(request, bodyLimit);
    const refused = refuseBrowsers(request.headers);
    if (refused) return refused;
    const isToken = url.pathname === '/v1/oauth/token';
    if (!isToken && url.pathname !== '/reporting/datasets')
      return problem(404, 'There is POST /v1/oauth/token and POST /reporting/datasets, and nothing else.');
    if (request.method !== 'POST') return problem(405, 'Use POST.', { allow: 'POST' });
    if (!body) return problem(413, `The body is larger than ${bodyLimit} bytes.`);
    return isToken
      ? answerTokenRequest(request, body, { users, clientId, tokens })
      : answerDatasetRequest(request, url, body, { subscriptionKey, tokens, newId, created });
  };
  const server = createServer((request, response) => {
    serve(request, response, answer, options.log).catch(() => response.destroy());
  });

  const listening = await listenWhereFree(server, host, defaultPort, options.port);
  if (listening !== 'listening')
    return { ok: false, message: listenFailure(listening, options.port ?? defaultPort) };
  const { port } = server.address() as AddressInfo;
  const gateway: LocalGateway = {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    credentials: { username, password, clientId, subscriptionKey },
    datasets: () => [...created],
    close: () => close(server),
  };
  return { ok: true, gateway };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: IncomingMessage, url: URL) => Promise<Answer>,
  log: (line: string) => void = () => undefined,
): Promise<void> {
  const target = request.url ?? '/';
  // A target may be anything, such as `//` or an address of its own (RFC 9112, section 3.2).
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

function isLoopbackHost(host: string): boolean {
  const address = `http://${host.includes(':') ? `[${host}]` : host}`;
  return URL.canParse(address) && isLoopback(new URL(address));
}
