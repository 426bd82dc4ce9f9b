/** For servers and proxies. Without a version, which would only help to identify users. */
export const userAgent = 'dataset-studio';

/** A request, completely in memory. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface ExchangeOptions {
  /** In milliseconds, for the whole exchange from connecting to the last byte of the response. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** A response, of which at least the status and the headers have arrived. */
export interface HttpResponse {
  readonly status: number;
  /** By lower-case name. Repeated fields are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most 8 MiB. Text is UTF-8. */
  readonly body: Uint8Array;
  /** False if the body is cut: it was too large or too slow, the exchange was cancelled, or the connection was lost. */
  readonly complete: boolean;
}

/** Why there was no connection. Nothing of the request has left the machine. */
export type ConnectionFailure =
  | { readonly kind: 'name-not-found'; readonly host: string }
  | { readonly kind: 'refused'; readonly host: string }
  | { readonly kind: 'unreachable'; readonly host: string }
  /** `setting`: where more certificate authorities can be configured, if known. */
  | { readonly kind: 'certificate'; readonly host: string; readonly code: string; readonly setting?: string }
  /** The TLS handshake failed, for example because the server doesn't support TLS. */
  | { readonly kind: 'tls'; readonly host: string; readonly code: string }
  /** `setting`: the one to change. */
  | {
      readonly kind: 'proxy';
      readonly host: string;
      readonly setting: string;
      readonly problem: ProxyProblem;
    }
  /** Requests without encryption are only sent to this machine. */
  | { readonly kind: 'insecure'; readonly host: string }
  | { readonly kind: 'timeout'; readonly host: string; readonly seconds: number }
  /** The value of a header can't be sent, for example because a key contains a line break. */
  | { readonly kind: 'invalid-header'; readonly host: string; readonly name: string }
  | { readonly kind: 'other'; readonly host: string; readonly code: string };

/** Why a proxy can't be used. `proxy` is its host and port. */
export type ProxyProblem =
  | {
      readonly kind: 'refused';
      readonly proxy: string;
      readonly status: number;
      /** Whether it refused a user name and a password that were sent. */
      readonly hadCredentials?: true;
    }
  | { readonly kind: 'unreachable'; readonly proxy: string; readonly code: string }
  | { readonly kind: 'certificate'; readonly proxy: string; readonly code: string }
  /** Such as SOCKS. */
  | { readonly kind: 'unsupported'; readonly scheme: string }
  | { readonly kind: 'invalid' };

/** How an exchange was interrupted after the request may have been sent. */
export type Interruption =
  | { readonly kind: 'connection-lost'; readonly code: string }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'invalid-response'; readonly code: string };

export type Exchange =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  /** Nothing of the request left the machine: sending it again is safe. */
  | { readonly kind: 'not-sent'; readonly failure: ConnectionFailure | { readonly kind: 'cancelled' } }
  /** The request may have arrived, and there was no response. */
  | { readonly kind: 'interrupted'; readonly interruption: Interruption };

/** The only access to the network. Each exchange has its own connection. Follows no redirects, and never sends a request twice. */
export interface HttpClient {
  exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange>;
}

/** RFC 9110, section 5.5: visible characters, spaces and tabs, within Latin-1. */
export function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** In seconds. Used for all longer times (RFC 9111, section 1.2.2). */
const maxDelay = 2 ** 31;

/**
 * The seconds to wait by a `Retry-After` field (RFC 9110, section 10.2.3), which contains a number of seconds or an HTTP
 * date. Undefined if it is missing or invalid; 0 for a date in the past. At most 2³¹.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxDelay);
  // HTTP dates begin with the name of a day. Date.parse alone accepts nearly everything.
  if (!/^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b/.test(text)) return undefined;
  // The oldest of the three formats, asctime, has no time zone and means UTC.
  const time = Date.parse(/ GMT$/i.test(text) ? text : `${text} GMT`);
  if (Number.isNaN(time)) return undefined;
  return Math.min(Math.max(0, Math.ceil((time - now) / 1000)), maxDelay);
}
