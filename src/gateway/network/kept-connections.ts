import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange, ExchangeOptions, HttpRequest, KeepAliveHttpClient } from '../http.ts';
import { Connection } from './connection.ts';
import { Deadline } from './deadline.ts';
import { findRefusal, toExchange } from './exchange.ts';
import { type DispatcherFactory, maxIdleTime } from './network-dispatcher.ts';
import type { Passage } from './response/response-collector.ts';

/**
 * How long a connection rests before it is used again, in milliseconds. A server that closes without announcing it often does so
 * right behind its response; a request that is on its way by then has an unknown outcome.
 */
const restTime = 5;

interface IdleConnection {
  readonly connection: Connection;
  /** By `performance.now()`. */
  readonly since: number;
}

/**
 * Keeps connections between the exchanges of one batch. Sends a request again only if the kept connection closed before the
 * request's first byte was written. After a kept connection breaks with a request on it, no connection is kept any more: the
 * server or something on the way does not announce that it closes them.
 */
export class KeptConnections implements KeepAliveHttpClient {
  readonly #dispatcherFor: DispatcherFactory;
  /** The one that became idle last comes last. */
  #idle: IdleConnection[] = [];
  #inUse = 0;
  #keeps = true;

  constructor(dispatcherFor: DispatcherFactory) {
    this.#dispatcherFor = dispatcherFor;
  }

  async exchange(request: HttpRequest, options: ExchangeOptions): Promise<Exchange> {
    const refusal = findRefusal(request, options);
    if (refusal) return refusal;
    const { url } = request;
    const deadline = new Deadline(options.timeout, options.signal);
    this.#inUse += 1;
    let isInUse = true;
    const release = () => {
      if (isInUse) this.#inUse -= 1;
      isInUse = false;
    };
    try {
      let connection = (await this.#takeIdle(url.origin)) ?? new Connection(url, this.#dispatcherFor);
      let passage = await connection.send(request, deadline, this.#keeps);
      if (connection.isReused && !passage.mayHaveLeft && !deadline.endedBy) {
        connection.close();
        connection = new Connection(url, this.#dispatcherFor);
        passage = await connection.send(request, deadline, this.#keeps);
      }
      release();
      this.#keepOrClose(connection, passage);
      if (passage.response) await options.onReceived?.(passage.response);
      return await toExchange(passage, url.host, deadline);
    } finally {
      release();
      deadline.clear();
    }
  }

  close(): void {
    this.#keeps = false;
    for (const { connection } of this.#idle) connection.close();
    this.#idle = [];
  }

  /** Undefined if a new connection is needed. Of those that have rested, the one that was used last. */
  async #takeIdle(origin: string): Promise<Connection | undefined> {
    for (;;) {
      this.#closeStale();
      const now = performance.now();
      const index = this.#idle.findLastIndex(
        ({ connection, since }) => connection.origin === origin && now - since >= restTime,
      );
      if (index !== -1) return this.#idle.splice(index, 1)[0]?.connection;
      // As many may rest as are in use. With that, a new connection takes longer than the rest does.
      const resting = this.#idle.find(({ connection }) => connection.origin === origin);
      if (!resting || this.#idle.length < this.#inUse) return undefined;
      await delay(resting.since + restTime - now);
    }
  }

  #closeStale(): void {
    const oldest = performance.now() - maxIdleTime;
    const [stale, usable] = [
      this.#idle.filter(({ connection, since }) => !connection.isOpen || since < oldest),
      this.#idle.filter(({ connection, since }) => connection.isOpen && since >= oldest),
    ];
    for (const { connection } of stale) connection.close();
    this.#idle = usable;
  }

  #keepOrClose(connection: Connection, { mayHaveLeft, response }: Passage): void {
    const isComplete = response?.complete ?? false;
    if (connection.isReused && mayHaveLeft && !isComplete) this.close();
    const announcesClose = /\bclose\b/i.test(response?.headers.connection ?? '');
    if (!this.#keeps || !isComplete || announcesClose || !connection.isOpen) connection.close();
    else this.#idle.push({ connection, since: performance.now() });
  }
}
