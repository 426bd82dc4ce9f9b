import { workspace } from 'vscode';
import type { Exchange, ExchangeOptions, HttpClient, HttpRequest } from '../../gateway/http.ts';

/** Sends no requests in Restricted Mode, even if a command doesn't check for workspace trust. */
export class TrustedHttpClient implements HttpClient {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  async exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
    return workspace.isTrusted
      ? this.#http.exchange(request, options)
      : { kind: 'not-sent', failure: { kind: 'cancelled' } };
  }
}
