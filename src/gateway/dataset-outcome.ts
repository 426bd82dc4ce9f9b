import { parseJson } from '../text/parse-json.ts';
import { type Mask, redactBeginning, redactor, safeText, shownUrl } from '../text/redact.ts';
import { readAuthenticationChallenge } from './authentication-challenge.ts';
import { errorReason } from './error-reason.ts';
import type { HttpResponse } from './http.ts';
import { parseRetryAfter } from './http.ts';
import type { DatasetOutcome, RejectionCause } from './outcome.ts';

/**
 * The outcome of a dataset request by the status of the response, even if its body can't be read.
 * `now` is in milliseconds since the epoch, `address` that of the request. The outcome and its response contain no `secrets`, and at most 256 KiB of the body.
 */
export function readDatasetResponse(
  response: HttpResponse,
  now: number,
  secrets: readonly string[],
  address?: DatasetAddress,
): DatasetOutcome {
  const { status } = response;
  const text = new TextDecoder().decode(response.body);
  const mask = redactor(secrets);
  const shown = shownResponse(response, text, mask);
  if (status >= 200 && status < 300) {
    const { location } = response.headers;
    const datasetId =
      datasetIdOf(text, secrets) ??
      (status === 201 && location && address ? idInLocation(location, address, secrets) : undefined);
    if (datasetId === undefined && isWebPage(response, text))
      return { kind: 'unknown', cause: { kind: 'web-page', status, reason: '', response: shown } };
    return {
      kind: status === 202 ? 'accepted' : 'created',
      status,
      ...(datasetId !== undefined && { datasetId }),
      response: shown,
    };
  }
  const reason = errorReason(text, mask);
  const retryAfterSeconds = parseRetryAfter(response.headers['retry-after'], now);
  // 503 with Retry-After means that the request was not processed. Other 5xx responses don't say.
  const isUnprocessed = status === 503 && retryAfterSeconds !== undefined;
  if ((status >= 500 && !isUnprocessed) || status < 300)
    return { kind: 'unknown', cause: { kind: 'status', status, reason, response: shown } };
  const challenge =
    status === 401
      ? readAuthenticationChallenge(response.headers['www-authenticate'] ?? '', mask)
      : undefined;
  const cause: RejectionCause = challenge
    ? { kind: 'challenge', detail: challenge.requirement }
    : causeOf(response, text, retryAfterSeconds, mask, address?.url);
  return { kind: 'rejected', status, reason, cause, ...(challenge && { challenge }), response: shown };
}

/** In UTF-16 code units. Masking this much takes less than a quarter of a second, also where it consists of nested escapes. */
const maxShownLength = 256 * 1024;

/** What people see of a response: without secrets, and only the beginning of a long body. */
function shownResponse(response: HttpResponse, text: string, mask: Mask): HttpResponse {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, mask(value)]),
  );
  const shown = redactBeginning(text, mask, maxShownLength);
  return {
    ...response,
    headers,
    body: shown === text ? response.body : new TextEncoder().encode(shown),
    complete: response.complete && text.length <= maxShownLength,
  };
}

function causeOf(
  { status, headers }: HttpResponse,
  text: string,
  retryAfterSeconds: number | undefined,
  mask: Mask,
  url: URL | undefined,
): RejectionCause {
  if (status < 400 && headers.location !== undefined)
    return { kind: 'redirect', detail: safeText(headers.location, mask) };
  switch (status) {
    case 401: {
      const content = `${text} ${headers['www-authenticate'] ?? ''}`;
      return { kind: /subscription/i.test(content) ? 'subscription-key' : 'token' };
    }
    case 403:
      return { kind: 'forbidden' };
    case 404:
      return { kind: 'address', ...(url && { detail: shownUrl(url, mask) }) };
    case 413:
      return { kind: 'too-large' };
    case 429:
    case 503:
      return retryAfterSeconds === undefined
        ? { kind: 'busy' }
        : { kind: 'busy', seconds: retryAfterSeconds };
    default:
      return { kind: 'other' };
  }
}

const idNames = ['id', 'datasetid', 'dataset_id'];
/** A number that JavaScript would round. In a string of JSON, the quotes would be escaped. */
const longId = /("(?:dataset_?)?id"\s*:\s*)(-?\d{16,})(?=\s*[,}])/gi;
const containerNames = ['dataset', 'data', 'result', 'value'];

/** Where datasets are created, and its path below the base URL: another host name or prefix may be in front of a gateway. */
export interface DatasetAddress {
  readonly url: URL;
  readonly path: string;
}

/** Also a page in UTF-8 with a byte order mark. A portal or a proxy may answer with one, whatever became of the request. */
function isWebPage({ headers }: HttpResponse, text: string): boolean {
  const isHtml = /^\s*text\/html\b/i.test(headers['content-type'] ?? '');
  return isHtml ? text.trim() !== '' : /^\s*<(?:!doctype\s+html|html)\b/i.test(text);
}

/** A shorter secret is likely to be part of the ID by chance. */
const minMaskedLength = 8;

/**
 * The dataset's ID as plain text, from the top of the response or the first container with one; undefined if there is none. Short secrets
 * aren't masked in it, because people search for the dataset by its ID.
 */
export function datasetIdOf(body: string, secrets: readonly string[]): string | undefined {
  const top = propertiesOf(parseJson(body.replace(longId, '$1"$2"')));
  const places = [top, ...containerNames.map((name) => propertiesOf(top.get(name)))];
  const mask = idMask(secrets);
  const identifier = (value: unknown) => safeText(identifierText(value), mask) || undefined;
  for (const place of places) {
    for (const name of idNames) {
      const id = identifier(place.get(name));
      if (id !== undefined) return id;
    }
  }
  return undefined;
}

function idMask(secrets: readonly string[]): Mask {
  return redactor(secrets.filter(({ length }) => length >= minMaskedLength));
}

/** The dataset's ID, if `Location` is the request's path and one more segment, at the same origin. Any other names something else. */
export function idInLocation(
  location: string,
  { url, path }: DatasetAddress,
  secrets: readonly string[],
): string | undefined {
  // Before it is cut: a secret can contain slashes.
  const mask = idMask(secrets);
  if (mask(location) !== location || !URL.canParse(location, url.href)) return undefined;
  const { origin, pathname } = new URL(location, url);
  const [, parent, segment] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (origin !== url.origin || segment === undefined || !parent?.endsWith(path)) return undefined;
  try {
    return safeText(decodeURIComponent(segment), mask) || undefined;
  } catch {
    return safeText(segment, mask) || undefined;
  }
}

/** The properties of an object by lower-case name. If the value is an array with one item, of that item. */
function propertiesOf(value: unknown): ReadonlyMap<string, unknown> {
  const object = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return new Map();
  return new Map(
    Object.entries(object)
      .reverse()
      .map(([name, item]) => [name.toLowerCase(), item]),
  );
}

/** Empty for a number that JavaScript may have rounded: a wrong ID is worse than none. */
function identifierText(value: unknown): string {
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : '';
}
