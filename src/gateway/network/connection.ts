import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { type HttpRequest, type SharedConnection, userAgent } from '../http.ts';
import { interruptionOf } from './connection-failure.ts';
import type { Deadline } from './exchange.ts';
import type { DispatcherFactory } from './network-dispatcher.ts';
import { ResponseCollector, type SendResult } from './response/response-collector.ts';

/** One HTTP/1.1 connection to one origin, with at most one request at a time. */
export class Connection implements SharedConnection {
  readonly origin: string;
  readonly #dispatcher: Dispatcher;
  readonly #end = new AbortController();
  #socket: Socket | undefined;
  #requests = 0;
  #isOpen = true;
  #isIdle = true;
  #isClosed = false;
  #isDoubtful = false;
  readonly #onDistrust: ((isUnsolicited: boolean) => void) | undefined;

  /**
   * `onDistrust` is called if a response was not that of its request, and if the server sends something without a request
   * (`isUnsolicited`).
   */
  constructor(url: URL, dispatcherFor: DispatcherFactory, onDistrust?: (isUnsolicited: boolean) => void) {
    this.origin = url.origin;
    this.#onDistrust = onDistrust;
    this.#dispatcher = dispatcherFor(url, this.#end.signal, (socket) => {
      this.#socket = socket;
    });
    this.#dispatcher.once('disconnect', (_origin, _targets, error) => {
      this.#isOpen = false;
      if (this.#isIdle && interruptionOf(error).kind === 'invalid-response') this.distrust(true);
    });
  }

  /** False once it has closed, on either side. */
  get isOpen(): boolean {
    // The socket knows a turn of the event loop before undici does.
    return this.#isOpen && (this.#socket === undefined || this.#socket.readyState === 'open');
  }

  get state(): SharedConnection['state'] {
    if (this.#isDoubtful) return 'doubtful';
    return this.#isClosed ? 'closed' : 'usable';
  }

  /** True if more than one request was sent. */
  get isReused(): boolean {
    return this.#requests > 1;
  }

  /**
   * Sends a request and collects the response. `keep` asks the server to leave the connection open. `onStart` is called when
   * the connection is ready for the request's first byte.
   */
  send(request: HttpRequest, deadline: Deadline, keep: boolean, onStart?: () => void): Promise<SendResult> {
    this.#requests += 1;
    this.#isIdle = false;
    return new Promise((resolve) => {
      const collector = new ResponseCollector((result) => {
        // At once: what the server sends after its response can be read in the same turn.
        this.#isIdle = result.response?.complete ?? false;
        resolve(result);
      }, onStart);
      // undici's own abort has no effect while it is connecting.
      deadline.onEnd = () => collector.stop();
      this.#dispatcher.dispatch(
        {
          origin: this.origin,
          path: request.url.pathname + request.url.search,
          method: request.method,
          headers: {
            // RFC 9110, section 10.1.5; some firewalls reject requests without it.
            'user-agent': userAgent,
            ...request.headers,
            // The size of a compressed response is unknown until it is decompressed, and it can't be read if it is cut.
            'accept-encoding': 'identity',
          },
          body: request.body ?? null,
          // The deadline covers the whole exchange.
          headersTimeout: 0,
          bodyTimeout: 0,
          reset: !keep,
        },
        collector,
      );
    });
  }

  distrust(isUnsolicited = false): void {
    // The response to the only request of a connection can't be that of another one.
    if (this.isReused) this.#isDoubtful = true;
    this.close();
    this.#onDistrust?.(isUnsolicited);
  }

  /** Call it when no exchange on it is being read any more. */
  close(): void {
    this.#isOpen = false;
    this.#isClosed = true;
    // The result of closing doesn't matter.
    void this.#dispatcher.destroy().catch(() => undefined);
    this.#end.abort();
  }
}
