/** What we are to servers and proxies; no version, which would only help to tell people apart. */
export const userAgent = 'dataset-studio';

/** One request, whole in memory. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface ExchangeOptions {
  /** For the whole exchange, from connecting to the last byte of the response, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** Awaited once an answer is in, before its body is unpacked. */
  readonly onReceived?: (response: HttpResponse) => Promise<void>;
}

/** An answer whose status and headers are in. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; repeated fields joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most 8 MiB; text is UTF-8. */
  readonly body: Uint8Array;
  /** False where the body was cut: too large, too slow, cancelled or the connection broke. */
  readonly complete: boolean;
}

/** Why no connection stood, so that nothing of the request left the machine. */
export type ConnectionFailure =
  | { readonly kind: 'name-not-found'; readonly host: string }
  | { readonly kind: 'refused'; readonly host: string }
  | { readonly kind: 'unreachable'; readonly host: string }
  /** `setting`: what names further authorities, where that is known. */
  | { readonly kind: 'certificate'; readonly host: string; readonly code: string; readonly setting?: string }
  /** No secure connection could be agreed on, such as with a server that speaks no TLS. */
  | { readonly kind: 'tls'; readonly host: string; readonly code: string }
  /** `setting`: the one that mends it. */
  | {
      readonly kind: 'proxy';
      readonly host: string;
      readonly setting: string;
      readonly problem: ProxyProblem;
    }
  /** What is not encrypted leaves this machine for no one. */
  | { readonly kind: 'insecure'; readonly host: string }
  | { readonly kind: 'timeout'; readonly host: string; readonly seconds: number }
  /** A header's value can't be sent, such as a key with a line break in it. */
  | { readonly kind: 'invalid-header'; readonly host: string; readonly name: string }
  | { readonly kind: 'other'; readonly host: string; readonly code: string };

/** What came of asking a proxy (`proxy`: its host and port) for the way. */
export type ProxyProblem =
  | { readonly kind: 'refused'; readonly proxy: string; readonly status: number }
  | { readonly kind: 'unreachable'; readonly proxy: string; readonly code: string }
  | { readonly kind: 'certificate'; readonly proxy: string; readonly code: string }
  /** Such as SOCKS. */
  | { readonly kind: 'unsupported'; readonly scheme: string }
  | { readonly kind: 'invalid' };

/** How a connection broke once the request may have left. */
export type Interruption =
  | { readonly kind: 'connection-lost'; readonly code: string }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'invalid-response'; readonly code: string };

export type Exchange =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  /** Nothing of the request left the machine: sending it again is safe. */
  | { readonly kind: 'not-sent'; readonly failure: ConnectionFailure | { readonly kind: 'cancelled' } }
  /** The request may have arrived, and no status came back. */
  | { readonly kind: 'interrupted'; readonly interruption: Interruption };

/** The only way to the network. Never follows a redirect, never sends a request twice. */
export interface HttpClient {
  exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange>;
}

/** A client that can also keep connections for a batch. */
export interface BatchableHttpClient extends HttpClient {
  keepAlive(): KeepAliveHttpClient;
}

/** Keeps connections between exchanges. Close it when the batch is finished. */
export interface KeepAliveHttpClient extends HttpClient {
  /** Closes idle connections now, and those in use after their exchange. */
  close(): void;
}

/** RFC 9110, section 5.5: visible characters, spaces and tabs, within Latin-1. */
export function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
