import { X509Certificate } from 'node:crypto';
import type { SecureContext } from 'node:tls';
import tls from 'node:tls';
import { readRegularFileSync } from '../../system/regular-file.ts';

/** The network settings of the user or the company: proxy and certificates. */
export interface Network {
  /** The URL as the user wrote it, and the setting or variable that contains it. */
  readonly proxy?: { readonly address: string; readonly setting: string };
  /** The value of `Proxy-Authorization`. It has precedence over a user name in the proxy's URL. */
  readonly proxyAuthorization?: string;
  /** Hosts that are reached without the proxy, in the forms of `bypassesProxy`. */
  readonly noProxy: readonly string[];
  /** False: all certificates are accepted, of the proxy and of the server. */
  readonly strictTls: boolean;
  /** Trusted in addition to the runtime's own certificate authorities. */
  readonly authorities: Authorities;
  readonly names: NetworkSettingNames;
}

export interface Authorities {
  /** The authorities of the operating system. */
  readonly system: boolean;
  /** The PEM file of NODE_EXTRA_CA_CERTS, if the runtime may not read it itself. */
  readonly file?: string;
}

/** The names of the settings or variables to change if the network can't be used, for messages. */
export interface NetworkSettingNames {
  readonly proxy: string;
  readonly credentials: string;
  readonly noProxy: string;
  readonly authorities: string;
}

/** Environment variables. */
export type NetworkVariables = Readonly<Record<string, string | undefined>>;

/** VS Code's settings `http.*`. Undefined if the user has not set one and it has no default. */
export interface HttpSettings {
  readonly proxy: string | undefined;
  readonly noProxy: readonly string[] | undefined;
  readonly proxyAuthorization: string | undefined;
  readonly proxyStrictSSL: boolean | undefined;
  readonly systemCertificates: boolean | undefined;
  readonly proxySupport: string | undefined;
}

/**
 * The network settings of environment variables. Lower-case names have precedence, as in cURL. The proxy for `http:` is also
 * used for `https:` if that has none, as in VS Code and undici; that for all protocols, as in cURL, comes last.
 */
export function networkOfVariables(variables: NetworkVariables): Network {
  const proxy = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']
    .map((name) => ({ setting: name, address: variables[name]?.trim() ?? '' }))
    .find(({ address }) => address !== '');
  const named = proxy?.setting ?? 'HTTPS_PROXY';
  const exceptions = variables.no_proxy ? 'no_proxy' : 'NO_PROXY';
  return {
    proxy,
    noProxy: (variables.no_proxy || variables.NO_PROXY || '').split(/[\s,]+/).filter((entry) => entry !== ''),
    strictTls: true,
    authorities: { system: false },
    names: { proxy: named, credentials: named, noProxy: exceptions, authorities: 'NODE_EXTRA_CA_CERTS' },
  };
}

/** The network settings of VS Code. Environment variables apply if a setting isn't set, as in VS Code. */
export function networkOfSettings(settings: HttpSettings, variables: NetworkVariables): Network {
  const fallback = networkOfVariables(variables);
  const address = settings.proxy?.trim() ?? '';
  const proxy = address === '' ? fallback.proxy : { address, setting: 'http.proxy' };
  const noProxy = (settings.noProxy ?? []).map((entry) => entry.trim()).filter((entry) => entry !== '');
  const withSystem = settings.systemCertificates ?? true;
  return {
    proxy: settings.proxySupport === 'off' ? undefined : proxy,
    proxyAuthorization: settings.proxyAuthorization || undefined,
    noProxy: noProxy.length > 0 ? noProxy : fallback.noProxy,
    strictTls: settings.proxyStrictSSL ?? true,
    // Node.js reads the file when it starts. Electron only does if it was built to.
    authorities: {
      system: withSystem,
      ...(variables.NODE_EXTRA_CA_CERTS && { file: variables.NODE_EXTRA_CA_CERTS }),
    },
    names: {
      proxy: proxy?.setting ?? 'http.proxy',
      credentials: 'http.proxyAuthorization',
      noProxy: 'http.noProxy',
      authorities: withSystem ? 'NODE_EXTRA_CA_CERTS' : 'http.systemCertificates',
    },
  };
}

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
