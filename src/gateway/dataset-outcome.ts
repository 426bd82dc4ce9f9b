import { parseJson } from '../text/parse-json.ts';
import { type Mask, redactBeginning, redactor, safeText } from '../text/redact.ts';
import { readAuthenticationChallenge } from './authentication-challenge.ts';
import { reasonOf } from './error-reason.ts';
import type { HttpResponse } from './http.ts';
import { parseRetryAfter } from './http.ts';
import type { DatasetOutcome, RejectionCause } from './outcome.ts';

/**
 * The outcome of a dataset request by the status of the response (contract, "Service"), even if its body can't be read.
 * `now` is in milliseconds since the epoch. The outcome and its response contain no `secrets`, and at most 256 KiB of the body.
 */
export function readDatasetResponse(
  response: HttpResponse,
  now: number,
  secrets: readonly string[],
): DatasetOutcome {
  const { status } = response;
  const text = new TextDecoder().decode(response.body);
  const mask = redactor(secrets);
  const shown = shownResponse(response, text, mask);
  if (status >= 200 && status < 300) {
    const datasetId = datasetIdOf(text, response.headers.location, secrets);
    return {
      kind: status === 202 ? 'accepted' : 'created',
      status,
      ...(datasetId !== undefined && { datasetId }),
      response: shown,
    };
  }
  const reason = reasonOf(text, mask);
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
    : causeOf(response, text, retryAfterSeconds, mask);
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
      return { kind: 'address' };
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

/** The last path segment of the request. Some gateways return their own form of that URL in `Location`, without an ID. */
const collection = 'datasets';

/** A shorter secret is likely to be part of the ID by chance. */
const minMaskedLength = 8;

/**
 * The dataset's ID by the contract's search order, as plain text; undefined if the response contains none. Short secrets
 * aren't masked in it, because people search for the dataset by its ID.
 */
export function datasetIdOf(
  body: string,
  location: string | undefined,
  secrets: readonly string[],
): string | undefined {
  const top = propertiesOf(parseJson(body.replace(longId, '$1"$2"')));
  const places = [top, ...containerNames.map((name) => propertiesOf(top.get(name)))];
  const mask = redactor(secrets.filter(({ length }) => length >= minMaskedLength));
  const identifier = (value: unknown) => safeText(identifierText(value), mask) || undefined;
  for (const place of places) {
    for (const name of idNames) {
      const id = identifier(place.get(name));
      if (id !== undefined) return id;
    }
  }
  const segment = lastSegment(location);
  return segment?.toLowerCase() === collection ? undefined : identifier(segment);
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

function lastSegment(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, 'https://gateway.invalid')) return undefined;
  const { pathname } = new URL(location, 'https://gateway.invalid');
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
