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
