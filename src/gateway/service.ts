import * as l10n from '@vscode/l10n';

/** Where a gateway is and how its dataset operation is addressed (specification, section 4; contract, "Service"). */
export interface Service {
  /** Absolute, without query or fragment; may have a path. `https:`, or `http:` on a loopback host. */
  readonly baseUrl: URL;
  /** The reporting service's path segment or segments, such as `reporting`. */
  readonly reportingPath: string;
  /** Value of `defaultRetentionPolicy`; the query is left out where it is empty. */
  readonly retentionPolicy: string;
  /** Word before the token in `Authorization`; empty for a gateway that takes the bare token. */
  readonly authorizationScheme: string;
}

/** How the client proves itself at a token endpoint (RFC 6749, section 2.3.1). */
export type ClientAuthentication =
  | { readonly method: 'none' }
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly clientSecret: string };

export const serviceDefaults = {
  reportingPath: 'reporting',
  retentionPolicy: 'None',
  authorizationScheme: 'Bearer',
} as const;

export type BaseUrlReading =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly message: string };

/** Reads a base address as the contract allows it; the message says what to write instead. */
export function parseBaseUrl(text: string): BaseUrlReading {
  const refuse = (message: string): BaseUrlReading => ({ ok: false, message });
  if (text.trim() === '') return refuse(l10n.t('Type an address such as https://gateway.example/api.'));
  if (!URL.canParse(text))
    return refuse(l10n.t('This is no address. Type one such as https://gateway.example/api.'));
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(l10n.t('The address must begin with https://.'));
  if (url.username !== '' || url.password !== '')
    return refuse(
      l10n.t('The address must not hold a user name or password: they are asked for and stored apart.'),
    );
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    return refuse(l10n.t('The address must end before "?" and "#".'));
  if (url.protocol === 'http:' && !isLoopback(url))
    return refuse(l10n.t('The address must begin with https://; http:// is for this machine only.'));
  return { ok: true, url };
}

/** A sentence for the user where a reporting path can't be used. A URL parser would take a way up for what it says. */
export function reportingPathProblem(path: string): string | undefined {
  return path.split('/').some((segment) => segment === '.' || segment === '..')
    ? l10n.t('The reporting path must lead down from the base address: leave "." and ".." out.')
    : undefined;
}

/** `localhost`, `127.0.0.0/8` or `::1`; the URL parser has made every spelling of an address uniform. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * A URL below `baseUrl`: its path is kept, whether it ends in a slash or not. Each segment is encoded, so that
 * none can leave the path.
 */
export function joinPath(baseUrl: URL, ...paths: readonly string[]): URL {
  const segments = [baseUrl.pathname, ...paths.map(encodePath)].map(withoutOuterSlashes);
  const url = new URL(baseUrl);
  url.pathname = `/${segments.filter((segment) => segment !== '').join('/')}`;
  return url;
}

/** By hand: a regular expression takes quadratic time for a run of slashes that isn't at the end. */
function withoutOuterSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') start++;
  while (end > start && path[end - 1] === '/') end--;
  return path.slice(start, end);
}

function encodePath(path: string): string {
  return (
    path
      .split('/')
      // Dot segments are dropped: encoded or not, a URL parser would resolve them.
      .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
      // A lone surrogate has no encoding.
      .map((segment) => encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd')))
      .join('/')
  );
}
