import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import * as openid from 'openid-client';
import type { ProviderAuthentication } from '../../environments/authentication.ts';
import type { HttpClient } from '../../gateway/http.ts';
import { failure, type Result, success } from '../../result.ts';
import { type TokenFailure, withClient } from '../grants/grant.ts';
import type { Account } from '../sessions/identity-session.ts';
import { type AccountClaims, accountOf, checkIdToken } from './id-token.ts';
import { providerFailure } from './provider-errors.ts';
import { type ProviderFetchOptions, providerFetch } from './provider-fetch.ts';

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

export interface GrantRequestOptions extends ProviderFetchOptions {
  readonly idToken: IdTokenHandling;
  /** Absent if none was sent. */
  readonly nonce?: string;
}

/** Sends a token request of openid-client, and reads what was issued. */
export async function requestGrant(
  client: ProviderClient,
  options: GrantRequestOptions,
  request: (configuration: Configuration) => Promise<TokenEndpointResponse & TokenEndpointResponseHelpers>,
): Promise<Result<Granted, TokenFailure>> {
  const { configuration, http, clientSecret } = client;
  const secrets = [...options.secrets, clientSecret];
  const send = providerFetch(http, 'token', { ...options, secrets });
  let idToken: unknown;
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
    return success({
      accessToken: response.access_token,
      ...(response.expires_in !== undefined && { expiresIn: response.expires_in }),
      ...(response.refresh_token !== undefined && { refreshToken: response.refresh_token }),
      ...(claims.value && { account: accountOf(claims.value, secrets) }),
      ...(claims.value && idTokenOf(options.idToken === 'verify' ? response.id_token : idToken)),
    });
  } catch (error) {
    if (options.signal?.aborted) return failure({ kind: 'cancelled' });
    return failure(withClient(providerFailure(error, secrets), client.authentication.clientAuthentication));
  }
}

function idTokenOf(idToken: unknown): Pick<Granted, 'idToken'> {
  return typeof idToken === 'string' ? { idToken } : {};
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
    ...(nonce !== undefined && { nonce }),
    now: now() / 1000,
    tolerance: clockTolerance,
  });
  return checked.ok ? checked : failure({ kind: 'untrusted', check: checked.failure });
}
