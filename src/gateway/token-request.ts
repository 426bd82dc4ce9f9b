import { parseJson } from '../text/parse-json.ts';
import { mask, redactor, safeText, shownUrl } from '../text/redact.ts';
import { errorReason } from './error-reason.ts';
import {
  type ExchangeOptions,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  isFieldValue,
  parseRetryAfter,
} from './http.ts';
import type { TokenOutcome } from './outcome.ts';
import { type ClientAuthentication, joinPath, type Service } from './service.ts';

/** The resource owner's credentials and the client's key (specification, section 2.1). */
export interface PasswordCredentials {
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
}

/**
 * The token request (specification, section 4.1): its four fields in the order given there, form-encoded. A client secret
 * is sent only if the client authenticates (RFC 6749, section 2.3.1).
 */
export function tokenRequest(
  service: Service,
  { username, password, clientId }: PasswordCredentials,
  clientAuthentication: ClientAuthentication,
): HttpRequest {
  const form = new URLSearchParams([
    ['username', username],
    ['password', password],
    ['grant_type', 'password'],
    ['client_id', clientId],
  ]);
  const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' };
  switch (clientAuthentication.method) {
    case 'none':
      break;
    case 'client_secret_post':
      form.append('client_secret', clientAuthentication.clientSecret);
      break;
    case 'client_secret_basic':
      headers.Authorization = basic(clientId, clientAuthentication.clientSecret);
      break;
  }
  return {
    method: 'POST',
    url: joinPath(service.baseUrl, 'v1/oauth/token'),
    headers,
    body: new TextEncoder().encode(form.toString()),
  };
}

/** Gets a token by the resource owner password grant. Never tries again: a wrong password must not lock the account. */
export async function requestToken(
  http: HttpClient,
  service: Service,
  credentials: PasswordCredentials,
  clientAuthentication: ClientAuthentication,
  options: ExchangeOptions,
): Promise<TokenOutcome> {
  const request = tokenRequest(service, credentials, clientAuthentication);
  const exchange = await http.exchange(request, options);
  switch (exchange.kind) {
    case 'response': {
      const secrets = [credentials.password];
      if (clientAuthentication.method !== 'none')
        secrets.push(
          clientAuthentication.clientSecret,
          basic(credentials.clientId, clientAuthentication.clientSecret).slice('Basic '.length),
        );
      return readTokenResponse(exchange.response, secrets, request.url);
    }
    case 'not-sent':
      return exchange.failure.kind === 'cancelled'
        ? { kind: 'cancelled' }
        : { kind: 'unreachable', failure: exchange.failure };
    case 'interrupted':
      // A token request changes nothing at the gateway that the user would have to know about.
      return exchange.interruption.kind === 'cancelled'
        ? { kind: 'cancelled' }
        : { kind: 'interrupted', interruption: exchange.interruption };
  }
}

/** The outcome by a response of the token endpoint at `url` (specification, sections 2.2 and 2.3). */
export function readTokenResponse(
  response: HttpResponse,
  secrets: readonly string[],
  url: URL,
): TokenOutcome {
  const { status, headers } = response;
  const outcome = outcomeOf(response, secrets);
  if (outcome.kind !== 'refused' && outcome.kind !== 'invalid-response') return outcome;
  if (isOfAnotherServer(outcome)) return { ...outcome, wrongAddress: shownUrl(url, secrets) };
  const seconds = parseRetryAfter(headers['retry-after'], Date.now());
  return (status === 429 || status === 503) && seconds !== undefined
    ? { ...outcome, retryAfterSeconds: seconds }
    : outcome;
}

/** What token endpoints refuse a request with (RFC 6749, section 5.2), also without naming an error. */
export const refusalStatuses: readonly number[] = [400, 401, 403];

/** Whether no token endpoint answers so, unless it is in trouble. */
function isOfAnotherServer(
  outcome: Extract<TokenOutcome, { kind: 'refused' | 'invalid-response' }>,
): boolean {
  const { kind, status } = outcome;
  if (kind === 'invalid-response' && outcome.detail === 'redirect') return true;
  const isUnreadable =
    kind === 'refused' ? outcome.error === unnamedError(status) : outcome.detail === 'not-json';
  return isUnreadable && status < 500 && ![...refusalStatuses, 429].includes(status);
}

/** What stands for the error that a refusal doesn't name. */
export function unnamedError(status: number): string {
  return `HTTP ${status}`;
}

function outcomeOf(
  { status, headers, body, complete }: HttpResponse,
  sentSecrets: readonly string[],
): TokenOutcome {
  const text = new TextDecoder().decode(body);
  const value = parseJson(text) ?? parseForm(text);
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  const hide = redactor([...sentSecrets, ...issuedSecrets(fields)]);
  const safe = (text: unknown) => (typeof text === 'string' ? safeText(withoutTokens(text), hide) : '');
  const reason = () => errorReason(withoutTokens(text), hide);

  if (status >= 300 && status < 400 && headers.location !== undefined)
    return { kind: 'invalid-response', status, detail: 'redirect', text: safe(headers.location) };
  const isRefusal = typeof fields?.error === 'string' && fields.access_token === undefined;
  if (status >= 200 && status < 300 && !isRefusal) {
    if (!fields) return { kind: 'invalid-response', status, detail: complete ? 'not-json' : 'cut', text: '' };
    return readIssuedToken(fields, status, safe);
  }
  if (fields && typeof fields.error === 'string')
    return {
      kind: 'refused',
      status,
      error: safe(fields.error),
      description: safe(fields.error_description),
    };
  if (fields) return { kind: 'refused', status, error: unnamedError(status), description: reason() };
  return { kind: 'invalid-response', status, detail: 'not-json', text: reason() };
}

/** A response can contain them in other fields, too, or be shown as a whole. */
function issuedSecrets(fields: Record<string, unknown> = {}): readonly string[] {
  const { access_token, refresh_token, id_token, device_code } = fields;
  return [access_token, refresh_token, id_token, device_code].filter((value) => typeof value === 'string');
}

/** Tokens that aren't fields of the response, but properties of JSON, also within a JSON string or a page, or fields of a form. */
const otherTokens =
  /((?:(?:access|refresh|id)_?token|device_?code)(?:[\s"'\\]|&quot;|&#34;)*[=:](?:[\s"'\\]|&quot;|&#34;)*)[^\s"'&,}<]{8,}/gi;

function withoutTokens(text: string): string {
  return text.replace(otherTokens, `$1${mask}`);
}

function readIssuedToken(
  fields: Record<string, unknown>,
  status: number,
  safe: (text: unknown) => string,
): TokenOutcome {
  const { access_token: issued, token_type: tokenType, expires_in: lifetime } = fields;
  const accessToken = typeof issued === 'string' ? withoutScheme(issued) : '';
  // A token that can't be sent in a header is useless.
  if (accessToken === '' || !isFieldValue(accessToken))
    return { kind: 'invalid-response', status, detail: 'no-token', text: '' };
  if (typeof tokenType !== 'string' || tokenType.trim().toLowerCase() !== 'bearer')
    return { kind: 'invalid-response', status, detail: 'token-type', text: safe(tokenType) };
  const expiresIn = secondsOf(lifetime);
  // Some providers send null for missing fields.
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const refreshToken = textOf(fields.refresh_token);
  const idToken = textOf(fields.id_token);
  return {
    kind: 'issued',
    accessToken,
    ...(expiresIn !== undefined && { expiresIn }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(idToken !== undefined && { idToken }),
  };
}

/**
 * A token that may have been copied or issued with its scheme, as documentation and some programs show it. No token contains white
 * space (RFC 6750, section 2.1), and the environment says which scheme is sent.
 */
export function withoutScheme(text: string, ownScheme = 'bearer'): string {
  const trimmed = text.trim();
  const [scheme = '', token, ...more] = trimmed.replace(/^authorization:\s*/i, '').split(/\s+/);
  const isScheme = ['bearer', ownScheme.toLowerCase()].includes(scheme.toLowerCase());
  return token !== undefined && more.length === 0 && isScheme ? token : trimmed;
}

/** In characters. A longer text is not parsed as a form. */
const maxFormLength = 256 * 1024;

/**
 * Parses a form-encoded response, as drafts of OAuth 2.0 specified and some providers, such as GitHub, still send.
 * Undefined if it contains neither `access_token` nor `error`.
 */
function parseForm(text: string): unknown {
  if (text.length > maxFormLength) return undefined;
  const fields = text.trim().split('&');
  const named = fields.findIndex((field) => /^(?:access_token|error)=/.test(field));
  if (named === -1 || !fields.slice(0, named).every((field) => /^[^\s=]+=[^\s=]*$/.test(field)))
    return undefined;
  return Object.fromEntries(new URLSearchParams(text.trim()));
}

/** In seconds: 100 years, so that dates computed from it stay valid. */
const maxLifetime = 100 * 365 * 24 * 60 * 60;

/** `expires_in` as a number or a numeric string; undefined if it is neither, or not positive. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds, maxLifetime)
    : undefined;
}

/** `Basic` credentials (RFC 6749, section 2.3.1): ID and secret are form-encoded before they are joined and encoded. */
function basic(clientId: string, clientSecret: string): string {
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}
