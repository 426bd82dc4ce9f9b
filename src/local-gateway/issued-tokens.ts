export interface TokenIssuer {
  readonly lifetimeSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** The access tokens that this gateway has issued, until they expire. */
export class IssuedTokens {
  readonly #issuer: TokenIssuer;
  readonly #expiries = new Map<string, number>();

  constructor(issuer: TokenIssuer) {
    this.#issuer = issuer;
  }

  get lifetimeSeconds(): number {
    return this.#issuer.lifetimeSeconds;
  }

  /** A new opaque token, in three parts as a JWT has them (specification, section 2.2). */
  issue(): string {
    const { lifetimeSeconds, now, randomBytes } = this.#issuer;
    for (const [token, expiry] of this.#expiries) if (expiry <= now()) this.#expiries.delete(token);
    const part = () => Buffer.from(randomBytes(16)).toString('base64url');
    const token = `${part()}.${part()}.${part()}`;
    this.#expiries.set(token, now() + lifetimeSeconds * 1000);
    return token;
  }

  isValid(token: string): boolean {
    const expiry = this.#expiries.get(token);
    return expiry !== undefined && this.#issuer.now() < expiry;
  }
}
