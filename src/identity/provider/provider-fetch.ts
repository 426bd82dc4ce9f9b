import type { CustomFetch } from 'openid-client';
import type { ExchangeOptions, HttpClient, HttpResponse, Interruption } from '../../gateway/http.ts';
import { classifyFailure } from '../../gateway/network/connection-failure.ts';
import { readTokenResponse } from '../../gateway/token-request.ts';
import { isRecord } from '../../is-record.ts';
import { parseJson } from '../../text/parse-json.ts';
import { safeText } from '../../text/redact.ts';
import { isServerTrouble, type TokenFailure } from '../grant.ts';
import { flatFields, usableMetadata } from './provider-metadata.ts';

/** A larger response of a provider is rejected; bytes. */
const maxResponseSize = 1024 * 1024;

/** Passes a failure through openid-client, which reports failures only as exceptions. */
export class ProviderFailure extends Error {
  readonly failure: TokenFailure;

  constructor(failure: TokenFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

export type ProviderRequestKind =
  | 'metadata'
  | 'token'
  | 'device-authorization'
  | 'pushed-authorization'
  | 'revocation';

export interface ProviderRequest extends ExchangeOptions {
  /** What the requests contain: removed from the texts of failures. */
  readonly secrets: readonly string[];
  /** The exact redirect URI of the sign-in: openid-client would omit its query. */
  readonly redirectUri?: URL;
  /** Whether a request is repeated until the user has signed in on another device. */
  readonly isPolling?: boolean;
}

/** The `fetch` of openid-client, by our own HTTP client. Follows no redirect, except once for metadata within its origin. */
export function providerFetch(
  http: HttpClient,
  kind: ProviderRequestKind,
  { secrets, redirectUri, isPolling = false, ...options }: ProviderRequest,
): CustomFetch {
  const fetchFrom = async (
    url: URL,
    { method, headers, body }: Pick<Parameters<CustomFetch>[1], 'method' | 'headers' | 'body'>,
    canFollow: boolean,
  ): Promise<Response> => {
    const form = body instanceof URLSearchParams ? new URLSearchParams(body) : undefined;
    if (redirectUri && form?.has('redirect_uri')) form.set('redirect_uri', redirectUri.href);
    const exchange = await http.exchange(
      {
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        headers,
        body: form && new TextEncoder().encode(form.toString()),
      },
      options,
    );
    switch (exchange.kind) {
      case 'response': {
        const target = kind === 'metadata' && canFollow ? redirectWithin(url, exchange.response) : undefined;
        return target
          ? fetchFrom(target, { method, headers, body }, false)
          : readResponse(exchange.response, kind, [...secrets, ...credentialsIn(headers)], url);
      }
      case 'not-sent':
        throw new ProviderFailure(
          exchange.failure.kind === 'cancelled'
            ? { kind: 'cancelled' }
            : { kind: 'unreachable', failure: exchange.failure },
        );
      case 'interrupted':
        throw new ProviderFailure(
          form
            ? describeInterruption(exchange.interruption)
            : describeMetadataInterruption(exchange.interruption, url.host),
        );
    }
  };
  return async (address, request) => {
    try {
      return await fetchFrom(new URL(address), request, true);
    } catch (error) {
      const answer = isPolling && error instanceof ProviderFailure ? pollingAnswer(error.failure) : undefined;
      if (answer === undefined) throw error;
      return responseOf(400, { error: answer });
    }
  };
}

/** The client's credentials as they were sent (RFC 6749, section 2.3.1). */
function credentialsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  const credentials = headers.authorization?.split(' ')[1];
  return credentials === undefined ? [] : [credentials];
}

/** Metadata carries no credentials, and many frameworks redirect to the same path with a slash. */
function redirectWithin(url: URL, { status, headers }: HttpResponse): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, url.href)) return undefined;
  const target = new URL(headers.location, url.href);
  return target.origin === url.origin ? target : undefined;
}

/**
 * The response for openid-client when a poll for the device code fails, which makes it continue (RFC 8628, section 3.5, requires
 * slower polling after connection failures); undefined if continuing is useless.
 */
function pollingAnswer(failure: TokenFailure): 'authorization_pending' | 'slow_down' | undefined {
  switch (failure.kind) {
    case 'refused':
      if (failure.error === 'authorization_pending' || failure.error === 'slow_down') return failure.error;
      return isServerTrouble(failure.status) ? 'slow_down' : undefined;
    case 'invalid-response':
      return isServerTrouble(failure.status) ? 'slow_down' : undefined;
    case 'unreachable':
    case 'interrupted':
      return 'slow_down';
    default:
      return undefined;
  }
}

function describeInterruption(interruption: Interruption): TokenFailure {
  return interruption.kind === 'cancelled' ? { kind: 'cancelled' } : { kind: 'interrupted', interruption };
}

/** Reading metadata changes nothing: whether the request was sent doesn't matter. */
function describeMetadataInterruption(interruption: Interruption, host: string): TokenFailure {
  if (interruption.kind !== 'connection-lost') return describeInterruption(interruption);
  const failure = classifyFailure(Object.assign(new Error(), { code: interruption.code }), host);
  return failure.kind === 'other' ? { kind: 'interrupted', interruption } : { kind: 'unreachable', failure };
}

function readResponse(
  response: HttpResponse,
  kind: ProviderRequestKind,
  secrets: readonly string[],
  url: URL,
): Response {
  const isTooLarge = response.body.byteLength > maxResponseSize;
  const isUnsuccessful = response.status < 200 || response.status >= 300;
  // The status alone decides, even if the body is incomplete.
  if (kind === 'token' && (isTooLarge || !response.complete) && isUnsuccessful)
    return responseOf(
      200,
      readTokenFields({ ...response, body: response.body.subarray(0, maxResponseSize) }, secrets, url),
    );
  if (!response.complete || isTooLarge)
    throw new ProviderFailure({
      kind: 'interrupted',
      interruption: response.complete
        ? { kind: 'invalid-response', code: 'TOO_LARGE' }
        : { kind: 'connection-lost', code: 'CUT' },
    });
  switch (kind) {
    case 'metadata':
      if (response.status >= 300 && response.status < 400 && response.headers.location !== undefined)
        throw new ProviderFailure({
          kind: 'undiscovered',
          issuer: url.origin,
          detail: 'redirect',
          text: safeText(response.headers.location, secrets),
        });
      return responseOf(response.status, usableMetadata(parseJson(new TextDecoder().decode(response.body))));
    case 'token':
      return responseOf(200, readTokenFields(response, secrets, url));
    case 'device-authorization':
    case 'pushed-authorization': {
      const fields = parseJson(new TextDecoder().decode(response.body));
      if (isUnsuccessful || (isRecord(fields) && typeof fields.error === 'string'))
        throw refusalOf(response, secrets, url);
      // RFC 9126, section 2.2, requires 201.
      return responseOf(kind === 'pushed-authorization' ? 201 : 200, flatFields(fields));
    }
    case 'revocation':
      if (isServerTrouble(response.status))
        throw new ProviderFailure({
          kind: 'invalid-response',
          status: response.status,
          detail: 'not-json',
          text: '',
        });
      return responseOf(isUnsuccessful ? 400 : 200, {});
  }
}

/** A refusal of another endpoint, which has the form of the token endpoint's (RFC 8628, section 3.2; RFC 9126, section 2.3). */
function refusalOf(response: HttpResponse, secrets: readonly string[], url: URL): ProviderFailure {
  const outcome = readTokenResponse(response, secrets, url);
  return new ProviderFailure(outcome.kind === 'issued' ? { kind: 'device-code-unusable' } : outcome);
}

/** The fields of a valid token response; openid-client sees no other. */
function readTokenFields(response: HttpResponse, secrets: readonly string[], url: URL): unknown {
  const outcome = readTokenResponse(response, secrets, url);
  if (outcome.kind !== 'issued') throw new ProviderFailure(outcome);
  const { accessToken, expiresIn, refreshToken, idToken } = outcome;
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    id_token: idToken,
  };
}

function responseOf(status: number, value: unknown): Response {
  if (status < 200 || status > 599) return new Response(null, { status: 502 });
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status });
  return value === undefined
    ? new Response('', { status })
    : new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
}
