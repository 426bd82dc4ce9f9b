import { X509Certificate } from 'node:crypto';
import tls, { type SecureContext } from 'node:tls';
import { readRegularFileSync } from '../../storage/regular-file.ts';
import type { Authorities, Network } from './network.ts';

/**
 * The certificate authorities that TLS trusts. Each set is read once: reading the system's can take a second, and even a
 * context with the runtime's own takes a third of the time of a handshake.
 */
export class TrustedAuthorities {
  readonly #contexts = new Map<string, SecureContext>();

  contextFor({ authorities }: Pick<Network, 'authorities'>): SecureContext {
    const key = JSON.stringify(authorities);
    const known = this.#contexts.get(key);
    if (known) return known;
    const context = tls.createSecureContext(certificatesOf(authorities));
    this.#contexts.set(key, context);
    return context;
  }
}

/** Empty if only the runtime's own authorities are trusted. */
function certificatesOf({ system, file }: Authorities): { readonly ca?: string[] } {
  // Node.js 20 can't list its authorities.
  if (!(system || file) || !('getCACertificates' in tls)) return {};
  const certificates = [
    ...tls.getCACertificates('default'),
    ...(system ? tls.getCACertificates('system') : []),
    ...(file ? certificatesIn(file) : []),
  ];
  return { ca: [...new Set(certificates)] };
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
