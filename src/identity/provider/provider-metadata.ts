import { isRecord } from '../../is-record.ts';

/**
 * The signature of an ID token isn't verified, so that any algorithm will do: the ID token comes from the token endpoint, and
 * TLS proves whose it is (OpenID Connect Core, section 3.1.3.7, step 6).
 */
export const anyAlgorithm: readonly string[] = ['RS', 'PS', 'ES', 'HS']
  .flatMap((family) => ['256', '384', '512'].map((bits) => family + bits))
  .concat('EdDSA', 'Ed25519', 'Ed448', 'ES256K', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87');

/** A discovery document without empty values, which some providers write for what they don't have, and for any algorithm. */
export function usableMetadata(document: unknown): unknown {
  if (!isRecord(document)) return document;
  const named = Object.entries(document).filter(([, value]) => value !== null && value !== '');
  return { ...Object.fromEntries(named), id_token_signing_alg_values_supported: anyAlgorithm };
}
