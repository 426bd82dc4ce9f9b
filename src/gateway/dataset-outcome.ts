import { type Mask, redactBeginning, redactor, safeText, shownUrl } from '../text/redact.ts';
import { readAuthenticationChallenge } from './authentication-challenge.ts';
import {
  type DatasetAddress,
  datasetIdIn,
  datasetIdNames,
  idInLocation,
  parseResponse,
  propertiesOf,
} from './dataset-id.ts';
import { errorReason } from './error-reason.ts';
import type { HttpResponse } from './http.ts';
import { parseRetryAfter } from './http.ts';
import type { DatasetOutcome, RejectionCause, UnclearResponse } from './outcome.ts';
import { reportsError } from './reported-error.ts';

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
  const { status, headers } = response;
  const text = new TextDecoder().decode(response.body);
  const mask = redactor(secrets);
  const shown = shownResponse(response, text, mask);
  const unclear = (kind: UnclearResponse['kind']): DatasetOutcome => ({
    kind: 'unknown',
    cause: { kind, status, reason: errorReason(text, mask), response: shown },
  });
  const isSuccess = status >= 200 && status < 300;
  // After a 303, the request was carried out (RFC 9110, section 15.4.4).
  if (isSuccess || status === 303) {
    const value = isSuccess ? parseResponse(text) : undefined;
    if (isSuccess && reportsError(status, text, value)) return unclear('reported-error');
    const isOperation =
      status === 202 && (headers.location !== undefined || headers['operation-location'] !== undefined);
    const datasetId =
      datasetIdIn(propertiesOf(value), secrets, isOperation ? datasetIdNames : undefined) ??
      ((status === 201 || status === 303) && headers.location !== undefined && address
        ? idInLocation(headers.location, address, secrets)
        : undefined);
    if (datasetId === undefined && status === 303) return unclear('status');
    if (datasetId === undefined && isWebPage(response, text)) return unclear('web-page');
    return {
      kind: status === 202 ? 'accepted' : 'created',
      status,
      ...(datasetId !== undefined && { datasetId }),
      response: shown,
    };
  }
  const retryAfterSeconds = parseRetryAfter(headers['retry-after'], now);
  // 503 with Retry-After means that the request was not processed. Other 5xx responses don't say.
  const isUnprocessed = status === 503 && retryAfterSeconds !== undefined;
  if ((status >= 500 && !isUnprocessed) || status < 300) return unclear('status');
  const reason = errorReason(text, mask);
  const challenge =
    status === 401 ? readAuthenticationChallenge(headers['www-authenticate'] ?? '', mask) : undefined;
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

/**
 * HTML or XHTML by its type, or by what it begins with below a prolog and comments. A portal or a proxy may answer with a page,
 * whatever happened to the request.
 */
function isWebPage({ headers }: HttpResponse, text: string): boolean {
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? ''))
    return text.trim() !== '';
  const skipped = /\s*(?:<\?.*?\?>|<!--.*?-->)/sy;
  let start = 0;
  while (skipped.test(text)) start = skipped.lastIndex;
  return /^\s*<(?:!doctype\s+html|(?:[\w.-]+:)?html)\b/i.test(text.slice(start));
}
