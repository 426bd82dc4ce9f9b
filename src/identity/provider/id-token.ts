import type { IDToken } from 'openid-client';
import { isRecord } from '../../is-record.ts';
import { failure, type Result, success } from '../../result.ts';
import { safeText } from '../../text/redact.ts';
import type { ProviderCheck } from '../grants/grant.ts';
import type { Account } from '../sessions/identity-session.ts';

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
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return isRecord(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
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
