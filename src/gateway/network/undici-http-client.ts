import type { Dispatcher } from 'undici';
import {
  type Exchange,
  type ExchangeOptions,
  type HttpClient,
  type HttpRequest,
  userAgent,
} from '../http.ts';
import { findRefusal, ResponseCollector, type SendResult, toExchange } from './exchange.ts';
import { networkOfVariables } from './network.ts';
import { type DispatcherFactory, networkDispatcher } from './network-dispatcher.ts';

/**
 * An HTTP client based on undici. Each exchange has its own connection: on a reused one, the server may close it during the
 * request, whose outcome would be unknown, and a late response would be taken for that of the next request.
 */
export class UndiciHttpClient implements HttpClient {
  readonly #dispatcherFor: DispatcherFactory;

  /** Without `dispatcherFor`, there is no proxy and only the runtime's certificate authorities are trusted. */
  constructor(dispatcherFor: DispatcherFactory = networkDispatcher(() => networkOfVariables({}))) {
    this.#dispatcherFor = dispatcherFor;
  }

  async exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
    const refusal = findRefusal(request, options);
    if (refusal) return refusal;
    const { timeout, signal } = options;
    const timedOut = AbortSignal.timeout(timeout);
    const ended = signal ? AbortSignal.any([signal, timedOut]) : timedOut;
    const connecting = new AbortController();
    const dispatcher = this.#dispatcherFor(request.url, connecting.signal);
    try {
      const result = await send(request, dispatcher, ended);
      if (!result.response) connecting.abort();
      const endedBy = signal?.aborted ? 'cancel' : timedOut.aborted ? 'timeout' : undefined;
      return await toExchange(result, request.url.host, { endedBy, seconds: timeout / 1000 });
    } finally {
      // The result of closing doesn't matter.
      void dispatcher.destroy().catch(() => undefined);
    }
  }
}

/** Sends the request and collects its response. */
function send(
  { url, method, headers, body }: HttpRequest,
  dispatcher: Dispatcher,
  ended: AbortSignal,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const collector = new ResponseCollector((result) => {
      // A batch has one signal for thousands of exchanges.
      ended.removeEventListener('abort', stop);
      resolve(result);
    });
    const stop = () => collector.stop();
    // undici's own abort has no effect while it is connecting.
    ended.addEventListener('abort', stop);
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: {
          // RFC 9110, section 10.1.5; some firewalls reject requests without it.
          'user-agent': userAgent,
          ...headers,
          // The size of a compressed response is unknown until it is decompressed, and it can't be read if it is cut.
          'accept-encoding': 'identity',
        },
        body: body ?? null,
        // The timeout covers the whole exchange.
        headersTimeout: 0,
        bodyTimeout: 0,
        // Sends `Connection: close`.
        reset: true,
      },
      collector,
    );
  });
}
