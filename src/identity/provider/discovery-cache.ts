import type { ServerMetadata } from 'openid-client';

/** Providers change their keys and endpoints rarely, and announce it. Milliseconds. */
const lifetime = 10 * 60_000;

/** What identity providers said of themselves, kept for some minutes: a refresh needn't ask again where to go. */
export class DiscoveryCache {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly metadata: ServerMetadata; readonly until: number }>();

  /** `now`: milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get(issuer: URL): ServerMetadata | undefined {
    const known = this.#known.get(issuer.href);
    const now = this.#now();
    // A clock that was set back makes nothing last longer.
    return known && now < known.until && now >= known.until - lifetime ? known.metadata : undefined;
  }

  keep(issuer: URL, metadata: ServerMetadata): void {
    this.#known.set(issuer.href, { metadata, until: this.#now() + lifetime });
  }
}
