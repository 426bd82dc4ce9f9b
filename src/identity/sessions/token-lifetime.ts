import type { ProviderAuthentication } from '../../environments/authentication.ts';
import { isRecord } from '../../is-record.ts';
import { parseJson } from '../../text/parse-json.ts';

/** An issued access token. Times are milliseconds since the epoch; the property names are those of stored tokens. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly issuedAt: number;
  /** From the response's `expires_in`. */
  readonly expiresAt: number;
  /** The client that it was issued to: it isn't used for another. */
  readonly clientId: string;
  /** What it was requested for, if the grant has scopes: it isn't used for anything else. */
  readonly request?: string;
}

const safetyMargin = 60_000;

/**
 * Whether a stored token can still be sent: until 60 s before it expires, or until 90 % of its lifetime if that is sooner
 * (by `expires_in`). A clock that was set back to before its issue makes it unusable.
 */
export function isUsable(
  { issuedAt, expiresAt }: Pick<IssuedToken, 'issuedAt' | 'expiresAt'>,
  now: number,
): boolean {
  const usableUntil = Math.min(expiresAt - safetyMargin, issuedAt + 0.9 * (expiresAt - issuedAt));
  return now >= issuedAt && now < usableUntil;
}

/** A stored token that can still be sent, if it was issued to this client for this request. */
export function usableToken(
  stored: string | undefined,
  { clientId, request }: Pick<IssuedToken, 'clientId' | 'request'>,
  now: number,
): IssuedToken | undefined {
  const token = parseToken(stored);
  if (token?.clientId !== clientId || token.request !== request) return undefined;
  return isUsable(token, now) ? token : undefined;
}

/** Undefined for anything that isn't an `IssuedToken` as JSON. */
export function parseToken(text: string | undefined): IssuedToken | undefined {
  const value = parseJson(text ?? '');
  return isIssuedToken(value) ? value : undefined;
}

function isIssuedToken(value: unknown): value is IssuedToken {
  if (!isRecord(value)) return false;
  const { accessToken, issuedAt, expiresAt, clientId, request } = value;
  return (
    typeof accessToken === 'string' &&
    typeof issuedAt === 'number' &&
    typeof expiresAt === 'number' &&
    typeof clientId === 'string' &&
    (request === undefined || typeof request === 'string')
  );
}

/** What a token is requested for: a token isn't used for other scopes or parameters. */
export function requestOf({ scopes, parameters = {} }: ProviderAuthentication): string {
  return JSON.stringify([scopes, parameters]);
}
