import { X509Certificate } from 'node:crypto';
import tls, { type SecureContext } from 'node:tls';
import { readRegularFileSync } from '../../storage/regular-file.ts';
import type { Network } from './network.ts';

/** The certificate authorities that TLS trusts. Each set is read once, because reading the system's can take a second. */
export class TrustedAuthorities {
  readonly #contexts = new Map<string, SecureContext>();

  /** Undefined if only the runtime's own authorities are trusted. */
  contextFor({ authorities }: Pick<Network, 'authorities'>): SecureContext | undefined {
    const { system, file } = authorities;
    // Node.js 20 can't list its authorities.
    if (!(system || file) || !('getCACertificates' in tls)) return undefined;
    const key = JSON.stringify([system, file]);
    const known = this.#contexts.get(key);
    if (known) return known;
    const certificates = [
      ...tls.getCACertificates('default'),
      ...(system ? tls.getCACertificates('system') : []),
      ...(file ? certificatesIn(file) : []),
    ];
    const context = tls.createSecureContext({ ca: [...new Set(certificates)] });
    this.#contexts.set(key, context);
    return context;
  }
}

/** Ignores what can't be read, as Node.js does for NODE_EXTRA_CA_CERTS. */
function certificatesIn(file: string): readonly string[] {
  try {
    const text = readRegularFileSync(file).toString('latin1');
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    return found.filter(isCertificate);
  } catch {
    return [];
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.byteLength > 0;
  } catch {
    return false;
  }
}
