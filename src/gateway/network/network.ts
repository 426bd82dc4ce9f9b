/** How this machine reaches the world, as its user or its company has set it up. */
export interface Network {
  /** An address as somebody wrote it, and the setting or variable that it was written in. */
  readonly proxy?: { readonly address: string; readonly setting: string };
  /** The whole value of `Proxy-Authorization`; it stands before a user name in the proxy's address. */
  readonly proxyAuthorization?: string;
  /** Hosts that are reached without the proxy, as people write them: see `bypassesProxy`. */
  readonly noProxy: readonly string[];
  /** False: any certificate will do, of the proxy and of whoever is behind it. */
  readonly strictTls: boolean;
  /** Whose signature makes a certificate trusted, beside the runtime's own authorities. */
  readonly authorities: Authorities;
  readonly names: SettingNames;
}

export interface Authorities {
  /** Those that this machine knows. */
  readonly system: boolean;
  /** A PEM file of NODE_EXTRA_CA_CERTS, for a runtime that may not look at it by itself. */
  readonly file?: string;
}

/** What the settings that mend a failure are called where this network was described. */
export interface SettingNames {
  readonly proxy: string;
  readonly credentials: string;
  readonly noProxy: string;
  readonly authorities: string;
}

/** Environment variables, of this process or of a test. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** VS Code's settings `http.*`; undefined where the user has set nothing and VS Code has no default. */
export interface HttpSettings {
  readonly proxy: string | undefined;
  readonly noProxy: readonly string[] | undefined;
  readonly proxyAuthorization: string | undefined;
  readonly proxyStrictSSL: boolean | undefined;
  readonly systemCertificates: boolean | undefined;
  readonly proxySupport: string | undefined;
}

/**
 * The network that environment variables describe. Small letters come before capital ones, as in cURL; what is said of
 * `http:` serves `https:` as well where that has no word of its own, as in VS Code and undici.
 */
export function networkOfVariables(variables: Variables): Network {
  const asSet = spellingsOf(variables);
  const proxy = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']
    .map((name) => ({ setting: asSet(name), address: variables[name]?.trim() ?? '' }))
    .find(({ address }) => address !== '');
  const named = proxy?.setting ?? 'HTTPS_PROXY';
  const exceptions = variables.no_proxy ? asSet('no_proxy') : asSet('NO_PROXY');
  return {
    ...(proxy && { proxy }),
    noProxy: (variables.no_proxy || variables.NO_PROXY || '').split(/[\s,]+/).filter((entry) => entry !== ''),
    strictTls: true,
    authorities: { system: false },
    names: { proxy: named, credentials: named, noProxy: exceptions, authorities: 'NODE_EXTRA_CA_CERTS' },
  };
}

/** How a variable's name was written when it was set: `process.env` ignores the case of names on Windows, the user may not. */
function spellingsOf(variables: Variables): (name: string) => string {
  const names = Object.keys(variables);
  return (name) =>
    names.includes(name) ? name : (names.find((set) => set.toLowerCase() === name.toLowerCase()) ?? name);
}

/** The network that VS Code's settings describe; the variables speak where a setting is silent, as they do for VS Code. */
export function networkOfSettings(settings: HttpSettings, variables: Variables): Network {
  const fallback = networkOfVariables(variables);
  const address = settings.proxy?.trim() ?? '';
  const proxy = address === '' ? fallback.proxy : { address, setting: 'http.proxy' };
  const noProxy = (settings.noProxy ?? []).map((entry) => entry.trim()).filter((entry) => entry !== '');
  const withSystem = settings.systemCertificates ?? true;
  return {
    ...(proxy && settings.proxySupport !== 'off' && { proxy }),
    ...(settings.proxyAuthorization && { proxyAuthorization: settings.proxyAuthorization }),
    noProxy: noProxy.length > 0 ? noProxy : fallback.noProxy,
    strictTls: settings.proxyStrictSSL ?? true,
    // Node.js reads the file when it starts; Electron does only where whoever built it lets it.
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
