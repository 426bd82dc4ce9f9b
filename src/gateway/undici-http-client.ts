import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import { classifyFailure, interruptionOf } from './connection-failure.ts';
import { Deadline } from './deadline.ts';
import type { Exchange, ExchangeOptions, HttpClient, HttpRequest } from './http.ts';
import { type Passage, ResponseCollector } from './response-collector.ts';

/**
 * Makes the way for one exchange, such as through a company's proxy or with its certificate authorities. It is
 * destroyed with the exchange; `signal` aborts when the exchange ends early, so that connecting can end with it.
 * It must neither follow redirects nor retry, and speak HTTP/1.1.
 */
export type DispatcherFactory = (url: URL, signal: AbortSignal) => Dispatcher;

/**
 * `HttpClient` over undici. Each exchange has a connection of its own: one kept from before, which the server
 * has just closed, would turn a plain request into one whose outcome is unknown.
 */
export class UndiciHttpClient implements HttpClient {
  readonly #dispatcherFor: DispatcherFactory;

  constructor(dispatcherFor: DispatcherFactory = direct) {
    this.#dispatcherFor = dispatcherFor;
  }

  async exchange(request: HttpRequest, { timeout, signal }: ExchangeOptions): Promise<Exchange> {
    const { host } = request.url;
    if (signal?.aborted) return { kind: 'not-sent', failure: { kind: 'cancelled' } };
    const invalid = Object.entries(request.headers).find(([, value]) => !isFieldValue(value));
    if (invalid) return { kind: 'not-sent', failure: { kind: 'invalid-header', host, name: invalid[0] } };

    const deadline = new Deadline(timeout, signal);
    const dispatcher = this.#dispatcherFor(request.url, deadline.signal);
    try {
      const passage = await send(request, dispatcher, deadline.signal);
      return toExchange(passage, { host, endedBy: deadline.endedBy, seconds: timeout / 1000 });
    } finally {
      deadline.clear();
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
        // A compressed response could hide its size until it is unpacked.
        headers: { ...request.headers, 'accept-encoding': 'identity' },
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

function toExchange(
  { mayHaveLeft, response, error }: Passage,
  { host, endedBy, seconds }: { host: string; endedBy: Deadline['endedBy']; seconds: number },
): Exchange {
  if (response) return { kind: 'response', response };
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

function direct({ origin }: URL, signal: AbortSignal): Dispatcher {
  return new Client(origin, {
    allowH2: false,
    connect: {
      signal,
      // The exchange's deadline ends connecting as well.
      timeout: 0,
      // `localhost` may be ::1 or 127.0.0.1. Node.js gives each address 250 ms, too few for a VPN.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 500,
    },
  });
}

/** RFC 9110, section 5.5: visible characters, spaces and tabs, within Latin-1. */
function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
