import type {
  BatchableHttpClient,
  Exchange,
  ExchangeOptions,
  HttpRequest,
  KeepAliveHttpClient,
} from '../http.ts';
import { Connection } from './connection.ts';
import { Deadline, findRefusal, toExchange } from './exchange.ts';
import { KeptConnections } from './kept-connections.ts';
import { networkOfVariables } from './network.ts';
import { type DispatcherFactory, networkDispatcher } from './network-dispatcher.ts';

/**
 * An HTTP client based on undici. Each exchange has its own connection: if the server closed a kept one during the request,
 * the outcome would be unknown.
 */
export class UndiciHttpClient implements BatchableHttpClient {
  readonly #dispatcherFor: DispatcherFactory;

  /** Without `dispatcherFor`, there is no proxy and only the runtime's certificate authorities are trusted. */
  constructor(dispatcherFor: DispatcherFactory = networkDispatcher(() => networkOfVariables({}))) {
    this.#dispatcherFor = dispatcherFor;
  }

  keepAlive(): KeepAliveHttpClient {
    return new KeptConnections(this.#dispatcherFor);
  }

  async exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
    const refusal = findRefusal(request, options);
    if (refusal) return refusal;
    const deadline = new Deadline(options.timeout, options.signal);
    const connection = new Connection(request.url, this.#dispatcherFor);
    try {
      const result = await connection.send(request, deadline, false);
      if (result.response) await options.onReceived?.(result.response);
      return await toExchange(result, request.url.host, deadline);
    } finally {
      deadline.clear();
      connection.close();
    }
  }
}
