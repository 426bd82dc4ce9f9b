import * as openid from 'openid-client';
import { isRecord } from '../../is-record.ts';
import { safeText } from '../../text/redact.ts';
import { isServerTrouble, type ProviderCheck, type TokenFailure } from '../grant.ts';
import { isAboutDPoP, isAboutSettings, isTemporary } from '../messages/error-advice.ts';
import { ProviderFailure } from './provider-fetch.ts';

/** Why a sign-in or a refresh failed, from what openid-client throws; rethrows bugs. */
export function providerFailure(error: unknown, secrets: readonly string[]): TokenFailure {
  const carried = carriedFailure(error);
  if (carried) return carried;
  if (error instanceof openid.AuthorizationResponseError) {
    const safe = (text: string) => safeText(text, secrets);
    return {
      kind: 'denied',
      error: safe(error.error),
      description: safe(error.error_description ?? ''),
    };
  }
  const check = failedCheck(error);
  if (check) return { kind: 'untrusted', check };
  throw error;
}

/** Why discovery failed. */
export function discoveryFailure(error: unknown, issuer: URL, secrets: readonly string[]): TokenFailure {
  const found = { kind: 'undiscovered', issuer: issuer.href } as const;
  const carried = carriedFailure(error);
  if (carried) return carried.kind === 'undiscovered' ? { ...carried, ...found } : carried;
  // openid-client reads the document's issuer as a URL.
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL')
    return { ...found, detail: 'invalid', text: 'issuer' };
  if (!(error instanceof openid.ClientError)) throw error;
  switch (error.code) {
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM': {
      const status = error.cause instanceof Response ? error.cause.status : 0;
      return { ...found, detail: isServerTrouble(status) ? 'trouble' : 'not-found', text: String(status) };
    }
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return {
        ...found,
        detail: 'other-issuer',
        text: safeText(discoveredIssuer(error.cause), secrets),
      };
    default:
      // Many servers answer unknown paths with a page for people.
      return {
        ...found,
        detail: error.code === 'OAUTH_RESPONSE_IS_NOT_JSON' ? 'not-found' : 'invalid',
        text: '',
      };
  }
}

function carriedFailure(error: unknown): TokenFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderFailure) return cause.failure;
  return undefined;
}

/** The check of an authorization response or an ID token that failed. */
function failedCheck(error: unknown): ProviderCheck | undefined {
  if (!(error instanceof openid.ClientError)) return undefined;
  switch (error.code) {
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return 'clock';
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED': {
      const details = error.cause instanceof Error ? error.cause.cause : undefined;
      const claim = isRecord(details) ? details.claim : undefined;
      return claim === 'nonce' ? 'nonce' : claim === 'iss' ? 'issuer' : 'id-token';
    }
    case 'OAUTH_INVALID_RESPONSE': {
      const message = error.cause instanceof Error ? error.cause.message : '';
      if (/only once|no authorization code|JARM/.test(message)) return 'answer';
      if (/"state"/.test(message)) return 'state';
      return /"iss"/.test(message) ? 'issuer' : 'id-token';
    }
    // An encrypted or otherwise unreadable ID token, or an answer of another flow.
    case 'OAUTH_PARSE_ERROR':
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return 'id-token';
    default:
      return undefined;
  }
}

function discoveredIssuer(cause: unknown): string {
  const body = isRecord(cause) ? cause.body : undefined;
  return isRecord(body) && typeof body.issuer === 'string' ? body.issuer : '';
}

/**
 * The refusal of a pushed request is the answer that the browser would have brought back, also as a page. RFC 9126, section 2.3,
 * has no error for the redirect URI, so that providers name `invalid_request`, one of their own, or none.
 */
export function deniedRequest(found: TokenFailure, redirectUri: string): TokenFailure | undefined {
  if (found.kind === 'refused' && !isServerTrouble(found.status)) {
    const { error, description } = found;
    const isExplained =
      isAboutSettings(error) || isTemporary(error) || isAboutDPoP(found) || error === 'access_denied';
    return { kind: 'denied', error, description, ...(!isExplained && { redirectUri }) };
  }
  return found.kind === 'invalid-response' && found.status >= 400 && !isServerTrouble(found.status)
    ? { kind: 'denied', error: `HTTP ${found.status}`, description: found.text, redirectUri }
    : undefined;
}
