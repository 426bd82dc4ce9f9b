import type {
  Configuration,
  IDToken,
  TokenEndpointResponse,
  TokenEndpointResponseHelpers,
} from 'openid-client';
import * as openid from 'openid-client';
import type { ProviderAuthentication } from '../../environments/authentication.ts';
import type { HttpClient } from '../../gateway/http.ts';
import { isRecord } from '../../is-record.ts';
import { failure, type Result, success } from '../../result.ts';
import { parseJson } from '../../text/parse-json.ts';
import { safeText } from '../../text/redact.ts';
import { type ProviderCheck, type TokenFailure, withClient } from '../grant.ts';
import type { Account } from '../identity-session.ts';
import { providerFailure } from './provider-errors.ts';
import { type ProviderRequest, providerFetch } from './provider-fetch.ts';

/** What a token endpoint issued. */
export interface Granted {
  readonly accessToken: string;
  /** Seconds; absent if the response has no positive lifetime. */
  readonly expiresIn?: number;
  readonly refreshToken?: string;
  readonly account?: Account;
  /** Tells the provider which session to end; contains claims about the user. */
  readonly idToken?: string;
}

/** One client at one provider. */
export interface ProviderClient {
  readonly configuration: Configuration;
  readonly authentication: ProviderAuthentication;
  readonly http: HttpClient;
  /** Empty if the client doesn't authenticate. */
  readonly clientSecret: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How far the clocks of provider and machine may differ, in seconds. */
  readonly clockTolerance: number;
}

/** `verify`: openid-client verifies the ID token, and requires it after a redirect. `check`: see `checkIdToken`. */
export type IdTokenHandling = 'verify' | 'check' | 'ignore';

export interface GrantRequest extends ProviderRequest {
  readonly idToken: IdTokenHandling;
  /** Absent if none was sent. */
  readonly nonce?: string;
}

/** Sends a token request of openid-client, and reads what was issued. */
export async function requestGrant(
  client: ProviderClient,
  options: GrantRequest,
  request: (configuration: Configuration) => Promise<TokenEndpointResponse & TokenEndpointResponseHelpers>,
): Promise<Result<Granted, TokenFailure>> {
  const { configuration, http, clientSecret } = client;
  const secrets = [...options.secrets, clientSecret];
  const send = providerFetch(http, 'token', { ...options, secrets });
  let idToken: unknown;
  // openid-client verifies each ID token that it gets, and rejects one whose issuer it doesn't know: it gets only one to verify.
  configuration[openid.customFetch] =
    options.idToken === 'verify'
      ? send
      : async (...request) => {
          const response = await send(...request);
          const { id_token, ...fields } = (await response.json()) as Record<string, unknown>;
          idToken = id_token;
          return Response.json(fields, { status: response.status });
        };
  try {
    const response = await request(configuration);
    const claims =
      options.idToken === 'check'
        ? checkedClaims(client, idToken, options.nonce)
        : success(response.claims());
    if (!claims.ok) return claims;
    const given = options.idToken === 'verify' ? response.id_token : idToken;
    return success({
      accessToken: response.access_token,
      expiresIn: response.expires_in,
      refreshToken: response.refresh_token,
      account: claims.value && accountOf(claims.value, secrets),
      idToken: claims.value && typeof given === 'string' ? given : undefined,
    });
  } catch (error) {
    if (options.signal?.aborted) return failure({ kind: 'cancelled' });
    return failure(withClient(providerFailure(error, secrets), client.authentication.clientAuthentication));
  }
}

/** Undefined if there is no ID token: a provider whose issuer isn't known may support only OAuth. */
function checkedClaims(
  { authentication, now, clockTolerance }: ProviderClient,
  idToken: unknown,
  nonce: string | undefined,
): Result<AccountClaims | undefined, TokenFailure> {
  if (typeof idToken !== 'string') return success(undefined);
  const checked = checkIdToken(idToken, {
    clientId: authentication.clientId,
    nonce,
    now: now() / 1000,
    tolerance: clockTolerance,
  });
  return checked.ok ? checked : failure({ kind: 'untrusted', check: checked.failure });
}

/** The claims that identify the user (OpenID Connect Core, sections 2 and 5.1). */
export type AccountClaims = Pick<IDToken, 'sub'> & Readonly<Record<string, unknown>>;

export interface Expectation {
  readonly clientId: string;
  /** Absent if none was sent. */
  readonly nonce?: string;
  /** Seconds since the epoch. `tolerance`: how much the two clocks can differ, in seconds. */
  readonly now: number;
  readonly tolerance: number;
}

/**
 * Checks the ID token of a provider whose issuer is unknown, because the environment contains only its endpoints: all that
 * OpenID Connect Core, section 3.1.3.7, requires except the issuer. TLS authenticates the token endpoint (step 6).
 */
export function checkIdToken(
  idToken: string,
  { clientId, nonce, now, tolerance }: Expectation,
): Result<AccountClaims, ProviderCheck> {
  const claims = claimsOf(idToken);
  if (!claims) return failure('id-token');
  const audience: readonly unknown[] = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (!audience.includes(clientId) || !isText(claims.sub)) return failure('id-token');
  if (nonce !== undefined && claims.nonce !== nonce) return failure('nonce');
  if (typeof claims.exp !== 'number' || claims.exp + tolerance <= now) return failure('clock');
  if (typeof claims.nbf === 'number' && claims.nbf - tolerance > now) return failure('clock');
  return success({ ...claims, sub: claims.sub });
}

/** The payload of a JWT (RFC 7519, section 3). */
function claimsOf(jwt: string): Record<string, unknown> | undefined {
  const [, payload, signature, more] = jwt.split('.');
  if (payload === undefined || signature === undefined || more !== undefined) return undefined;
  const claims = parseJson(Buffer.from(payload, 'base64url').toString());
  return isRecord(claims) ? claims : undefined;
}

/** The account with the most readable name (OpenID Connect Core, section 5.1), with `secrets` masked. */
export function accountOf(claims: AccountClaims, secrets: readonly string[]): Account {
  const names = [claims.preferred_username, claims.email, claims.name, claims.sub];
  const label = names
    .map((name) => (typeof name === 'string' ? safeText(name, secrets, 100) : ''))
    .find((name) => name !== '');
  return { id: claims.sub, label: label ?? '?' };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
