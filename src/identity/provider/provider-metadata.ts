import type { ServerMetadata } from 'openid-client';
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

/** Providers change their keys and endpoints rarely, and announce it. Milliseconds. */
const lifetime = 10 * 60_000;

/** A discovery document, and how it was found. */
export interface Description {
  readonly algorithm: 'oidc' | 'oauth2';
  readonly metadata: ServerMetadata;
}

/** Discovery documents, kept for some minutes, so that a refresh doesn't read them again. */
export class DiscoveryCache {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly description: Description; readonly until: number }>();

  /** `now`: milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get(issuer: URL): Description | undefined {
    const known = this.#known.get(issuer.href);
    const now = this.#now();
    // A clock that was set back doesn't make an entry last longer.
    return known && now < known.until && now >= known.until - lifetime ? known.description : undefined;
  }

  keep(issuer: URL, description: Description): void {
    this.#known.set(issuer.href, { description, until: this.#now() + lifetime });
  }
}
