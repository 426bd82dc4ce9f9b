import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Dataset } from '../dataset/dataset.ts';
import { checkDocument } from '../dataset/document.ts';
import type { Problem } from '../dataset/problem.ts';

/** The response of an endpoint. `body` is sent as JSON. */
export interface EndpointResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An error in the format of an API gateway. */
export function problem(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): EndpointResponse {
  return { status, headers, body: { statusCode: status, message } };
}

/** A request's body; undefined if it is larger than `limit` bytes. Then the rest is read and discarded. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= limit ? Buffer.concat(chunks) : undefined;
}

/** Whether the body has a media type. A request without `Content-Type` is accepted (specification, section 4). */
export function hasMediaType({ headers }: IncomingMessage, mediaType: string): boolean {
  const given = headers['content-type'];
  return given === undefined || given.split(';')[0]?.trim().toLowerCase() === mediaType;
}

/** Of its only user, and of the client. */
export interface GatewayCredentials {
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly subscriptionKey: string;
}

/** In seconds. */
const tokenLifetime = 3600;

/** RFC 6749, section 5.1: no cache may keep a token. */
const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** `POST /v1/oauth/token` (specification, section 4.1; errors by RFC 6749, section 5.2). */
export function answerTokenRequest(
  request: IncomingMessage,
  body: Uint8Array,
  { username, password, clientId }: GatewayCredentials,
  tokens: IssuedTokens,
): EndpointResponse {
  if (!hasMediaType(request, 'application/x-www-form-urlencoded'))
    return refuse('invalid_request', 'The body must be a form: application/x-www-form-urlencoded.');
  const form = new URLSearchParams(new TextDecoder().decode(body));
  for (const name of ['username', 'password', 'grant_type', 'client_id'] as const) {
    const values = form.getAll(name);
    if (values.length !== 1)
      return refuse(
        'invalid_request',
        `The form must contain ${name} exactly once, but contains it ${values.length} times.`,
      );
  }
  const givenClient = form.get('client_id') ?? '';
  if (form.get('grant_type') !== 'password')
    return refuse('unsupported_grant_type', 'The only grant_type here is "password".');
  if (givenClient !== clientId)
    return refuse('invalid_clientId', `The client_id '${givenClient}' is not known.`);
  if (form.get('username') !== username || form.get('password') !== password)
    return refuse('invalid_grant', 'The user name and the password do not match.');
  return {
    status: 200,
    headers: uncached,
    body: { access_token: tokens.issue(), token_type: 'bearer', expires_in: tokenLifetime },
  };
}

function refuse(error: string, description: string): EndpointResponse {
  return { status: 400, headers: uncached, body: { error, error_description: description } };
}

/** The access tokens that this gateway has issued, until they expire. */
export class IssuedTokens {
  readonly #now: () => number;
  readonly #randomBytes: (size: number) => Uint8Array;
  readonly #expiries = new Map<string, number>();

  /** `now`: milliseconds since the epoch. */
  constructor(now: () => number, randomBytes: (size: number) => Uint8Array) {
    this.#now = now;
    this.#randomBytes = randomBytes;
  }

  /** A new opaque token, in three parts as a JWT has them (specification, section 2.2). */
  issue(): string {
    const now = this.#now();
    for (const [token, expiry] of this.#expiries) if (expiry <= now) this.#expiries.delete(token);
    const part = () => Buffer.from(this.#randomBytes(16)).toString('base64url');
    const token = `${part()}.${part()}.${part()}`;
    this.#expiries.set(token, now + tokenLifetime * 1000);
    return token;
  }

  isValid(token: string): boolean {
    const expiry = this.#expiries.get(token);
    return expiry !== undefined && this.#now() < expiry;
  }
}

/** A dataset as the gateway keeps and returns it. */
export interface CreatedDataset extends Dataset {
  readonly id: string;
  /** Empty if the request has none. */
  readonly defaultRetentionPolicy: string;
}

export interface DatasetEndpointOptions {
  readonly subscriptionKey: string;
  readonly tokens: IssuedTokens;
  readonly created: CreatedDataset[];
}

/** `POST /reporting/datasets` (specification, section 4.2). Every request creates a new dataset, even if its name exists. */
export async function answerDatasetRequest(
  request: IncomingMessage,
  url: URL,
  body: Uint8Array,
  options: DatasetEndpointOptions,
): Promise<EndpointResponse> {
  const denied = refuseUnauthorized(request, options);
  if (denied) return denied;
  if (!hasMediaType(request, 'application/json'))
    return problem(415, 'The body must be JSON: application/json.');
  const checked = await checkDocument(body, 'json', { rules: {}, dataTypes: [] });
  if (!checked.valid) return invalidDataset(checked.errors);

  const { name, tables } = JSON.parse(new TextDecoder().decode(body)) as Dataset;
  const dataset: CreatedDataset = {
    id: randomUUID(),
    name,
    defaultRetentionPolicy: url.searchParams.get('defaultRetentionPolicy') ?? '',
    tables: tables.map((table) => ({
      name: table.name,
      columns: table.columns.map((column) => ({ name: column.name, dataType: column.dataType })),
    })),
  };
  options.created.push(dataset);
  return { status: 201, headers: { location: `${url.pathname}/${dataset.id}` }, body: dataset };
}

function refuseUnauthorized(
  { headers }: IncomingMessage,
  { subscriptionKey, tokens }: DatasetEndpointOptions,
): EndpointResponse | undefined {
  const key = headers['ocp-apim-subscription-key'];
  if (key === undefined)
    return problem(401, 'Access denied due to missing subscription key: send Ocp-Apim-Subscription-Key.');
  if (key !== subscriptionKey)
    return problem(401, 'Access denied due to invalid subscription key: check Ocp-Apim-Subscription-Key.');
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  // RFC 6750, section 3: a request without a token gets no error code.
  if (token === undefined) return problem(401, 'No access token was sent.', { 'www-authenticate': 'Bearer' });
  if (!tokens.isValid(token))
    return problem(401, 'The access token was not issued by this gateway, or is too old.', {
      'www-authenticate': 'Bearer error="invalid_token"',
    });
  return undefined;
}

function invalidDataset(problems: readonly Problem[]): EndpointResponse {
  const [first] = problems;
  return {
    status: 400,
    body: {
      error: {
        code: 'InvalidDataset',
        message: `The dataset is not valid. ${first?.message ?? ''}`.trim(),
        details: problems.map(({ code, message, range }) => ({
          code,
          message,
          line: range.start.line + 1,
          column: range.start.character + 1,
        })),
      },
    },
  };
}
