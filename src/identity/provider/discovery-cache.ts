import type { ServerMetadata } from 'openid-client';

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
