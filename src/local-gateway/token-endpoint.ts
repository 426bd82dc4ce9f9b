import type { IncomingMessage } from 'node:http';
import type { Answer } from './endpoint.ts';
import { hasMediaType } from './endpoint.ts';

export interface TokenEndpointOptions {
  readonly users: ReadonlyMap<string, string>;
  readonly clientId: string;
  readonly tokens: IssuedTokens;
}

/** RFC 6749, section 5.1: no cache may keep a token. */
const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** `POST /v1/oauth/token` (specification, section 4.1; errors by RFC 6749, section 5.2). */
export function answerTokenRequest(
  request: IncomingMessage,
  body: Uint8Array,
  { users, clientId, tokens }: TokenEndpointOptions,
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
  const password = users.get(form.get('username') ?? '');
  if (password === undefined || form.get('password') !== password)
    return refuse('invalid_grant', 'The user name or the password is wrong.');
  return {
    status: 200,
    headers: uncached,
    body: { access_token: tokens.issue(), token_type: 'bearer', expires_in: tokens.lifetimeSeconds },
  };
}

function refuse(error: string, description: string): Answer {
  return { status: 400, headers: uncached, body: { error, error_description: description } };
}

export interface TokenIssuer {
  readonly lifetimeSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** The access tokens that this gateway has issued, until they expire. */
export class IssuedTokens {
  readonly #issuer: TokenIssuer;
  readonly #expiries = new Map<string, number>();

  constructor(issuer: TokenIssuer) {
    this.#issuer = issuer;
  }

  get lifetimeSeconds(): number {
    return this.#issuer.lifetimeSeconds;
  }

  /** A new opaque token, in three parts as a JWT has them (specification, section 2.2). */
  issue(): string {
    const { lifetimeSeconds, now, randomBytes } = this.#issuer;
    for (const [token, expiry] of this.#expiries) if (expiry <= now()) this.#expiries.delete(token);
    const part = () => Buffer.from(randomBytes(16)).toString('base64url');
    const token = `${part()}.${part()}.${part()}`;
    this.#expiries.set(token, now() + lifetimeSeconds * 1000);
    return token;
  }

  isValid(token: string): boolean {
    const expiry = this.#expiries.get(token);
    return expiry !== undefined && this.#issuer.now() < expiry;
  }
}
