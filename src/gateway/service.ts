import * as l10n from '@vscode/l10n';
import { failure, type Result, success } from '../result.ts';

/** Where a gateway is and how its dataset operation is addressed (specification, section 4). */
export interface Service {
  /** Absolute, without query or fragment; may have a path. `https:`, or `http:` on a loopback host. */
  readonly baseUrl: URL;
  /** The reporting service's path segment or segments, such as `reporting`. */
  readonly reportingPath: string;
  /** Value of `defaultRetentionPolicy`. If it is empty, the URL has no query. */
  readonly retentionPolicy: string;
  /** Of `Authorization`, such as `Bearer`. If it is empty, the header contains the token only. */
  readonly authorizationScheme: string;
}

/** How the client authenticates at a token endpoint (RFC 6749, section 2.3.1). */
export type ClientAuthentication =
  | { readonly method: 'none' }
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly clientSecret: string };

export const serviceDefaults = {
  reportingPath: 'reporting',
  retentionPolicy: 'None',
  authorizationScheme: 'Bearer',
} as const;

/** Why a text can't be the base URL of a gateway. */
export interface BaseUrlFailure {
  readonly kind: keyof typeof baseUrlMessages;
}

/** What to write instead. Contains nothing of the text, which may have been a secret. */
const baseUrlMessages = {
  empty: () => l10n.t('Enter a URL such as https://gateway.example/api.'),
  'not-a-url': () => l10n.t('This is not a URL. Enter one such as https://gateway.example/api.'),
  'no-scheme': () => l10n.t('The URL must begin with http:// or https://.'),
  'unsupported-scheme': () => l10n.t('The URL must begin with https://.'),
  'has-credentials': () =>
    l10n.t('The URL must not contain a user name or password. They are requested and stored separately.'),
  'has-query-or-fragment': () => l10n.t('The URL must not contain "?" or "#".'),
  'has-dataset-path': () =>
    l10n.t('Leave /reporting/datasets out of the URL. It is added when a dataset is created.'),
  'not-encrypted': () =>
    l10n.t('The URL must begin with https://. Only URLs of this machine can begin with http://.'),
};

export function describeBaseUrlFailure({ kind }: BaseUrlFailure): string {
  return baseUrlMessages[kind]();
}

/** Parses a base URL. */
export function parseBaseUrl(text: string): Result<URL, BaseUrlFailure> {
  if (text.trim() === '') return failure({ kind: 'empty' });
  const kind = findSchemeFailure(text);
  if (kind && kind !== 'not-encrypted') return failure({ kind });
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return failure({ kind: 'has-credentials' });
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    return failure({ kind: 'has-query-or-fragment' });
  if (/\/reporting\/datasets\/?$/i.test(url.pathname)) return failure({ kind: 'has-dataset-path' });
  return kind ? failure({ kind }) : success(url);
}

/** What is wrong with the scheme of a URL, if anything. Only hosts that are this machine may have `http:`. */
export function findSchemeFailure(text: string): BaseUrlFailure['kind'] | undefined {
  // `localhost:8080` is a URL with the scheme `localhost`.
  const withScheme = `http://${text.trim()}`;
  if (!text.includes('://') && URL.canParse(withScheme) && isLoopback(new URL(withScheme)))
    return 'no-scheme';
  if (!URL.canParse(text)) return 'not-a-url';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'unsupported-scheme';
  return isSecureAddress(url) ? undefined : 'not-encrypted';
}

/** What is wrong with a reporting path, if anything: a URL parser would resolve the segments `.` and `..`. */
export function reportingPathProblem(path: string): string | undefined {
  return path.split('/').some((segment) => segment === '.' || segment === '..')
    ? l10n.t('The reporting path must not contain "." or ".." as a segment.')
    : undefined;
}

/** Whether credentials may be sent there: TLS (RFC 6749, sections 3.1.2.1 and 3.2), or a loopback host. */
export function isSecureAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** `localhost`, `127.0.0.0/8` or `::1`. The URL parser has normalized the address. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * A URL below `baseUrl`, whose path is kept whether it ends in a slash or not. Each segment is encoded, so that it
 * can't lead out of the path.
 */
export function joinPath(baseUrl: URL, ...paths: readonly string[]): URL {
  const segments = [baseUrl.pathname, ...paths.map(encodePath)].flatMap((path) => path.split('/'));
  const url = new URL(baseUrl);
  url.pathname = segments.filter((segment) => segment !== '').join('/');
  return url;
}

function encodePath(path: string): string {
  return (
    path
      .split('/')
      // A URL parser would resolve dot segments, encoded or not.
      .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
      // A lone surrogate can't be encoded.
      .map((segment) => encodeURIComponent(segment.toWellFormed()))
      .join('/')
  );
}
