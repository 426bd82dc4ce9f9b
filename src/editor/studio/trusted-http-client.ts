import { workspace } from 'vscode';
import type { Exchange, ExchangeOptions, HttpClient, HttpRequest } from '../../gateway/http.ts';

/** Lets nothing through in Restricted Mode, whoever asks: what a command forgets to check ends here. */
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
