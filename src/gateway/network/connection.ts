import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { type HttpRequest, userAgent } from '../http.ts';
import { interruptionOf } from './connection-failure.ts';
import type { Deadline } from './deadline.ts';
import type { DispatcherFactory } from './network-dispatcher.ts';
import { ResponseCollector, type SendResult } from './response/response-collector.ts';

/** One HTTP/1.1 connection to one origin, with at most one request at a time. */
export class Connection {
  readonly origin: string;
  readonly #dispatcher: Dispatcher;
  readonly #end = new AbortController();
  #socket: Socket | undefined;
  #requests = 0;
  #isOpen = true;
  #isIdle = true;

  /** `onUnsolicited` is called if the server sends something without a request. */
  constructor(url: URL, dispatcherFor: DispatcherFactory, onUnsolicited?: () => void) {
    this.origin = url.origin;
    this.#dispatcher = dispatcherFor(url, this.#end.signal, (socket) => {
      this.#socket = socket;
    });
    this.#dispatcher.once('disconnect', (_origin, _targets, error) => {
      this.#isOpen = false;
      if (this.#isIdle && interruptionOf(error).kind === 'invalid-response') onUnsolicited?.();
    });
  }

  /** False once it has closed, on either side. */
  get isOpen(): boolean {
    // The socket knows a turn of the event loop before undici does.
    return this.#isOpen && (this.#socket === undefined || this.#socket.readyState === 'open');
  }

  /** True if more than one request was sent. */
  get isReused(): boolean {
    return this.#requests > 1;
  }

  /** Sends a request and collects the response. `keep` asks the server to leave the connection open. */
  async send(request: HttpRequest, deadline: Deadline, keep: boolean): Promise<SendResult> {
    this.#requests += 1;
    this.#isIdle = false;
    const result = await this.#dispatch(request, deadline, keep);
    this.#isIdle = true;
    return result;
  }

  close(): void {
    this.#isOpen = false;
    // The result of closing doesn't matter.
    void this.#dispatcher.destroy().catch(() => undefined);
    this.#end.abort();
  }

  #dispatch(request: HttpRequest, deadline: Deadline, keep: boolean): Promise<SendResult> {
    return new Promise((resolve) => {
      const collector = new ResponseCollector(resolve);
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
}
