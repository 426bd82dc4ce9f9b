import { workspace } from 'vscode';
import type {
  BatchableHttpClient,
  Exchange,
  ExchangeOptions,
  HttpClient,
  HttpRequest,
  KeepAliveHttpClient,
} from '../../gateway/http.ts';

/** Sends nothing in Restricted Mode, even if a command forgets to check. */
export class TrustedHttpClient implements BatchableHttpClient {
  readonly #http: BatchableHttpClient;

  constructor(http: BatchableHttpClient) {
    this.#http = http;
  }

  async exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
    return exchangeIfTrusted(this.#http, request, options);
  }

  /** A client for one batch, which keeps connections. Close it afterwards. */
  keepAlive(): KeepAliveHttpClient {
    const http = this.#http.keepAlive();
    return {
      exchange: (request, options) => exchangeIfTrusted(http, request, options),
      close: () => http.close(),
    };
  }
}

async function exchangeIfTrusted(
  http: HttpClient,
  request: HttpRequest,
  options: ExchangeOptions,
): Promise<Exchange> {
  return workspace.isTrusted
    ? http.exchange(request, options)
    : { kind: 'not-sent', failure: { kind: 'cancelled' } };
}
