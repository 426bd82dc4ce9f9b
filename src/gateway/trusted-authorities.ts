import tls, { type SecureContext } from 'node:tls';
import type { Network } from './network.ts';

/** The authorities that TLS trusts. The system's are read once: it takes a good part of a second. */
export class TrustedAuthorities {
  #withSystem: SecureContext | undefined;

  /** Undefined where the runtime's own are meant. */
  contextFor({ authorities }: Pick<Network, 'authorities'>): SecureContext | undefined {
    // Node.js 20 can't read the system's.
    if (authorities === 'runtime' || !('getCACertificates' in tls)) return undefined;
    this.#withSystem ??= tls.createSecureContext({
      ca: [
        ...new Set((['default', 'extra', 'system'] as const).flatMap((type) => tls.getCACertificates(type))),
      ],
    });
    return this.#withSystem;
  }
}
