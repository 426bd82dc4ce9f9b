/**
 * Which algorithm an ID token is signed by says nothing to us: it comes from the token endpoint itself, so that TLS tells
 * whose it is (OpenID Connect Core, section 3.1.3.7, step 6).
 */
export const anyAlgorithm: readonly string[] = ['RS', 'PS', 'ES', 'HS']
  .flatMap((family) => ['256', '384', '512'].map((bits) => family + bits))
  .concat('EdDSA', 'Ed25519', 'Ed448', 'ES256K', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87');

/** A description as it is used: without what is empty, which some write for what they haven't, and for any algorithm. */
export function usableMetadata(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  const named = Object.entries(document).filter(([, value]) => value !== null && value !== '');
  return { ...Object.fromEntries(named), id_token_signing_alg_values_supported: anyAlgorithm };
}
