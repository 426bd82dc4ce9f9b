import type { Dispatcher } from 'undici';
import {
  type Exchange,
  type ExchangeOptions,
  type HttpClient,
  type HttpRequest,
  isFieldValue,
  userAgent,
} from '../http.ts';
import { isLoopback } from '../service.ts';
import { classifyFailure, interruptionOf } from './connection-failure.ts';
import { networkOfVariables } from './network.ts';
import { type DispatcherFactory, networkDispatcher } from './network-dispatcher.ts';
import { withReadableBody } from './response/readable-body.ts';
import { largestResponse, type Passage, ResponseCollector } from './response/response-collector.ts';

/**
 * `HttpClient` over undici. Each exchange has a connection of its own: one kept from before, which the server
 * has just closed, would turn a plain request into one whose outcome is unknown.
 */
export class UndiciHttpClient implements HttpClient {
  readonly #dispatcherFor: DispatcherFactory;

  /** Without `dispatcherFor` there is no proxy, and the runtime's authorities are trusted. */
  constructor(dispatcherFor: DispatcherFactory = networkDispatcher(() => networkOfVariables({}))) {
    this.#dispatcherFor = dispatcherFor;
  }

  async exchange(request: HttpRequest, { timeout, signal, onReceived }: ExchangeOptions): Promise<Exchange> {
    const { host } = request.url;
    if (signal?.aborted) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
    if (request.url.protocol !== 'https:' && !isLoopback(request.url))
      return { kind: 'not-sent', failure: { kind: 'insecure', host } };
    const invalid = Object.entries(request.headers).find(([, value]) => !isFieldValue(value));
    if (invalid) return { kind: 'not-sent', failure: { kind: 'invalid-header', host, name: invalid[0] } };

    const expiry = AbortSignal.timeout(timeout);
    const end = signal ? AbortSignal.any([signal, expiry]) : expiry;
    const dispatcher = this.#dispatcherFor(request.url, end);
    try {
      const passage = await send(request, dispatcher, end);
      const endedBy = end.aborted ? (end.reason === expiry.reason ? 'timeout' : 'cancel') : undefined;
      if (passage.response) await onReceived?.(passage.response);
      return await toExchange(passage, { host, endedBy, seconds: timeout / 1000 });
    } finally {
      // Nobody waits for the connection's end; an error while closing changes nothing.
      void dispatcher.destroy().catch(() => undefined);
    }
  }
}

function send(request: HttpRequest, dispatcher: Dispatcher, signal: AbortSignal): Promise<Passage> {
  return new Promise((resolve) => {
    const collector = new ResponseCollector(resolve);
    // undici's own abort does nothing while it is still connecting.
    signal.addEventListener('abort', () => collector.stop(), { once: true });
    dispatcher.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: {
          // RFC 9110, section 10.1.5; firewalls turn away who doesn't say what it is.
          'user-agent': userAgent,
          ...request.headers,
          // A compressed response hides its size until it is unpacked, and is cut where it can't be read any more.
          'accept-encoding': 'identity',
        },
        body: request.body ?? null,
        // The deadline covers the whole exchange; undici's limits for its parts stand aside.
        headersTimeout: 0,
        bodyTimeout: 0,
        reset: true,
      },
      collector,
    );
  });
}

async function toExchange(
  { mayHaveLeft, response, error }: Passage,
  { host, endedBy, seconds }: { host: string; endedBy: 'timeout' | 'cancel' | undefined; seconds: number },
): Promise<Exchange> {
  if (response) return { kind: 'response', response: await withReadableBody(response, largestResponse) };
  if (endedBy === 'cancel')
    return mayHaveLeft
      ? { kind: 'interrupted', interruption: { kind: 'cancelled' } }
      : { kind: 'not-sent', failure: { kind: 'cancelled' } };
  if (endedBy === 'timeout')
    return mayHaveLeft
      ? { kind: 'interrupted', interruption: { kind: 'timeout', seconds } }
      : { kind: 'not-sent', failure: { kind: 'timeout', host, seconds } };
  return mayHaveLeft
    ? { kind: 'interrupted', interruption: interruptionOf(error) }
    : { kind: 'not-sent', failure: classifyFailure(error, host) };
}
