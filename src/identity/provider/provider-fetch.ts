import type { CustomFetch } from 'openid-client';
import { isSecureAddress } from '../../environments/address.ts';
import type { ExchangeOptions, HttpClient, HttpResponse, Interruption } from '../../gateway/http.ts';
import { classifyFailure } from '../../gateway/network/connection-failure.ts';
import { parseJson } from '../../gateway/parse-json.ts';
import { readTokenResponse } from '../../gateway/token-request.ts';
import { plainText } from '../../text/plain-text.ts';
import type { TokenFailure } from '../grants/grant.ts';
import { usableMetadata } from './provider-metadata.ts';

/** An answer of a provider larger than this is none. */
const maxResponseSize = 1024 * 1024;

/** Carries a failure out through openid-client, which knows only exceptions. */
export class ProviderFailure extends Error {
  readonly failure: TokenFailure;

  constructor(failure: TokenFailure) {
    super(failure.outcome);
    this.failure = failure;
  }
}

export interface ProviderFetchOptions extends ExchangeOptions {
  /** What the requests carry: taken out of the texts of failures. */
  readonly secrets: readonly string[];
  /** The exact redirect URI of the sign-in: openid-client would leave its query out. */
  readonly redirectUri?: URL;
}

/** What openid-client calls for its requests, over the one door to the network. Follows no redirect. */
export function providerFetch(
  http: HttpClient,
  kind: 'metadata' | 'token' | 'revocation',
  { secrets, redirectUri, ...options }: ProviderFetchOptions,
): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    if (!isSecureAddress(url))
      throw new ProviderFailure({
        outcome: 'undiscovered',
        issuer: url.origin,
        detail: 'insecure',
        text: plainText(url.href),
      });
    const form = body instanceof URLSearchParams ? new URLSearchParams(body) : undefined;
    if (redirectUri && form?.has('redirect_uri')) form.set('redirect_uri', redirectUri.href);
    const exchange = await http.exchange(
      {
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        headers,
        ...(form && { body: new TextEncoder().encode(form.toString()) }),
      },
      options,
    );
    switch (exchange.kind) {
      case 'response':
        return readAnswer(exchange.response, kind, [...secrets, ...proofOf(headers)], url);
      case 'not-sent':
        throw new ProviderFailure(
          exchange.failure.kind === 'cancelled'
            ? { outcome: 'cancelled' }
            : { outcome: 'unreachable', failure: exchange.failure },
        );
      case 'interrupted':
        throw new ProviderFailure(
          form
            ? { outcome: 'interrupted', interruption: exchange.interruption }
            : readInterruption(exchange.interruption, url.host),
        );
    }
  };
}

/** The client's identifier and secret as they went over the wire (RFC 6749, section 2.3.1). */
function proofOf(headers: Readonly<Record<string, string>>): readonly string[] {
  const proof = headers.authorization?.split(' ')[1];
  return proof === undefined ? [] : [proof];
}

/** Reading metadata changes nothing, so that a request that may have left and one that didn't are told alike. */
function readInterruption(interruption: Interruption, host: string): TokenFailure {
  if (interruption.kind === 'cancelled') return { outcome: 'cancelled' };
  if (interruption.kind !== 'connection-lost') return { outcome: 'interrupted', interruption };
  const failure = classifyFailure(Object.assign(new Error(), { code: interruption.code }), host);
  return failure.kind === 'other'
    ? { outcome: 'interrupted', interruption }
    : { outcome: 'unreachable', failure };
}

function readAnswer(
  answer: HttpResponse,
  kind: 'metadata' | 'token' | 'revocation',
  secrets: readonly string[],
  url: URL,
): Response {
  const isTooLarge = answer.body.byteLength > maxResponseSize;
  // A refusal is judged by its status, whatever arrived of its body.
  if (kind === 'token' && (isTooLarge || !answer.complete) && answer.status >= 300)
    return responseOf(
      200,
      readTokenAnswer({ ...answer, body: answer.body.subarray(0, maxResponseSize) }, secrets),
    );
  if (!answer.complete || isTooLarge)
    throw new ProviderFailure({
      outcome: 'interrupted',
      interruption: answer.complete
        ? { kind: 'invalid-response', code: 'TOO_LARGE' }
        : { kind: 'connection-lost', code: 'CUT' },
    });
  switch (kind) {
    case 'metadata':
      if (answer.status >= 300 && answer.status < 400 && answer.headers.location !== undefined)
        throw new ProviderFailure({
          outcome: 'undiscovered',
          issuer: url.origin,
          detail: 'redirect',
          text: plainText(answer.headers.location),
        });
      return responseOf(answer.status, usableMetadata(parseJson(new TextDecoder().decode(answer.body))));
    case 'token':
      return responseOf(200, readTokenAnswer(answer, secrets));
    case 'revocation':
      return responseOf(answer.status >= 200 && answer.status < 300 ? 200 : 400, {});
  }
}

/** The fields of a token response that is one by the rules of the contract; openid-client sees no other. */
function readTokenAnswer(answer: HttpResponse, secrets: readonly string[]): unknown {
  const outcome = readTokenResponse(answer, secrets);
  if (outcome.outcome !== 'issued') throw new ProviderFailure(outcome);
  const { accessToken, expiresIn, refreshToken, idToken } = outcome;
  return {
    access_token: accessToken,
    token_type: 'bearer',
    ...(expiresIn !== undefined && { expires_in: expiresIn }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(idToken !== undefined && { id_token: idToken }),
  };
}

function responseOf(status: number, value: unknown): Response {
  if (status < 200 || status > 599) return new Response(null, { status: 502 });
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status });
  return value === undefined
    ? new Response('', { status })
    : new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
}
