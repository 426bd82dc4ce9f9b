import type { ServerMetadata } from 'openid-client';

/** Providers change their keys and endpoints rarely, and announce it. Milliseconds. */
const lifetime = 10 * 60_000;

/** What stood in the document, and how that was found. */
export interface Description {
  readonly algorithm: 'oidc' | 'oauth2';
  readonly metadata: ServerMetadata;
}

/** What identity providers said of themselves, kept for some minutes: a refresh needn't ask again where to go. */
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
    // A clock that was set back makes nothing last longer.
    return known && now < known.until && now >= known.until - lifetime ? known.description : undefined;
  }

  keep(issuer: URL, description: Description): void {
    this.#known.set(issuer.href, { description, until: this.#now() + lifetime });
  }
}
