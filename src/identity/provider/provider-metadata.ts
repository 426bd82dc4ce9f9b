import type { ServerMetadata } from 'openid-client';
import type { ProviderAuthentication } from '../../environments/authentication.ts';
import { isRecord } from '../../is-record.ts';

/**
 * All algorithms are accepted, because the signature of the ID token isn't verified: the ID token comes from the token endpoint,
 * which TLS authenticates (OpenID Connect Core, section 3.1.3.7, step 6).
 */
export const anyAlgorithm: readonly string[] = ['RS', 'PS', 'ES', 'HS']
  .flatMap((family) => ['256', '384', '512'].map((bits) => family + bits))
  .concat('EdDSA', 'Ed25519', 'Ed448', 'ES256K', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87');

/** A discovery document without the empty values that some providers write for missing ones, and with all algorithms. */
export function usableMetadata(document: unknown): unknown {
  // Not JSON.
  if (document === undefined) return undefined;
  if (!isRecord(document)) return {};
  const named = Object.entries(flatFields(document)).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(named), id_token_signing_alg_values_supported: anyAlgorithm };
}

/**
 * The fields of a response whose values are texts, numbers, booleans, or lists of them: no other is needed, and a value that is
 * nested too deeply can't be written as JSON again. Empty if the response is not an object.
 */
export function flatFields(response: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(response)) return {};
  return Object.fromEntries(Object.entries(response).filter(([, value]) => isFlat(value)));
}

function isFlat(value: unknown): boolean {
  return (
    typeof value !== 'object' || (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
  );
}

/** Providers that let the user choose an account although their metadata doesn't mention it. */
const offersAccounts =
  /^https:\/\/(?:accounts\.google\.com|login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn))\//;

/** Issues a refresh token without `prompt=consent`, which would ask users for consent that only administrators can give. */
const isMicrosoft = /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\//;

/**
 * The value of `prompt` (OpenID Connect Core, section 3.1.2.1): `consent`, without which the provider issues no refresh token
 * (section 11), and a choice of the account if the user wants to switch. The settings have precedence.
 */
export function promptOf(
  { scopes, parameters = {} }: Pick<ProviderAuthentication, 'scopes' | 'parameters'>,
  { authorization_endpoint: endpoint = '', prompt_values_supported: supported }: ServerMetadata,
  switchAccount: boolean,
): string {
  const needsConsent =
    scopes.includes('openid') && scopes.includes('offline_access') && !isMicrosoft.test(endpoint);
  const usual = parameters.prompt ?? (needsConsent ? 'consent' : '');
  if (!switchAccount) return usual;
  const selectsAccount =
    offersAccounts.test(endpoint) || (Array.isArray(supported) && supported.includes('select_account'));
  const others = usual.split(' ').filter((value) => !['', 'none', 'login', 'select_account'].includes(value));
  return [selectsAccount ? 'select_account' : 'login', ...others].join(' ');
}
