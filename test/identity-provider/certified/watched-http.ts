import type { Exchange, ExchangeOptions, HttpClient, HttpRequest } from '../../../src/gateway/http.ts';
import { UndiciHttpClient } from '../../../src/gateway/network/undici-http-client.ts';

/** The real client, which a test can look at and interfere with. */
export class WatchedHttp implements HttpClient {
  readonly requests: HttpRequest[] = [];
  /** Stands between: calls `send` for the real thing, or doesn't. */
  interfere: (request: HttpRequest, send: () => Promise<Exchange>) => Promise<Exchange> = (_, send) => send();
  readonly #http = new UndiciHttpClient();

  async exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
    this.requests.push(request);
    return this.interfere(request, () => this.#http.exchange(request, options));
  }

  /** Loses the responses of this path after they were sent. */
  loseAnswers(path: string): void {
    this.interfere = async (request, send) => {
      const exchange = await send();
      return request.url.pathname === path
        ? { kind: 'interrupted', interruption: { kind: 'connection-lost', code: 'ECONNRESET' } }
        : exchange;
    };
  }

  /**
   * Calls `happens` after tokens were issued, and before anybody knows. Returns what was issued, in the order in which it is
   * revoked.
   */
  afterTokens(happens: () => Promise<unknown>): readonly (readonly [token: unknown, hint: string])[] {
    const issued: (readonly [token: unknown, hint: string])[] = [];
    this.interfere = async (request, send) => {
      const exchange = await send();
      if (request.url.pathname !== '/token' || exchange.kind !== 'response') return exchange;
      const fields = JSON.parse(new TextDecoder().decode(exchange.response.body));
      if (fields.access_token === undefined) return exchange;
      issued.push([fields.refresh_token, 'refresh_token'], [fields.access_token, 'access_token']);
      await happens();
      return exchange;
    };
    return issued;
  }

  /** Answers at this path in the server's stead; nothing is sent. */
  answer(path: string, status: number, body: string): void {
    this.interfere = async (request, send) =>
      request.url.pathname === path
        ? {
            kind: 'response',
            response: { status, headers: {}, body: new TextEncoder().encode(body), complete: true },
          }
        : send();
  }

  /** Changes the JSON responses of this path. */
  rewrite(path: string, change: (fields: Record<string, unknown>) => Record<string, unknown>): void {
    this.interfere = async (request, send) => {
      const exchange = await send();
      if (request.url.pathname !== path || exchange.kind !== 'response') return exchange;
      const fields = JSON.parse(new TextDecoder().decode(exchange.response.body));
      const body = new TextEncoder().encode(JSON.stringify(change(fields)));
      return { kind: 'response', response: { ...exchange.response, body } };
    };
  }
}
