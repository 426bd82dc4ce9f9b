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
  if (!isRecord(document)) return document;
  const named = Object.entries(document).filter(([, value]) => value !== null && value !== '');
  return { ...Object.fromEntries(named), id_token_signing_alg_values_supported: anyAlgorithm };
}
