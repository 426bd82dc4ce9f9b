import type { IncomingMessage } from 'node:http';
import { type Answer, hasMediaType } from './endpoint.ts';

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
): Answer {
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
    return refuse('invalid_grant', 'The user name or the password is wrong.');
  return {
    status: 200,
    headers: uncached,
    body: { access_token: tokens.issue(), token_type: 'bearer', expires_in: tokenLifetime },
  };
}

function refuse(error: string, description: string): Answer {
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
