import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Exchange, ExchangeOptions, HttpRequest, KeepAliveHttpClient } from '../http.ts';
import { Connection } from './connection.ts';
import { Deadline, findRefusal, toExchange } from './exchange.ts';
import { type DispatcherFactory, maxIdleTime } from './network-dispatcher.ts';
import type { SendResult } from './response/response-collector.ts';

/**
 * How long a connection rests before it is used again, in milliseconds. A server that closes connections without announcing it
 * often does so right after its response; the outcome of a request that was already sent would be unknown.
 */
const restTime = 5;

/** By how much a busy machine may delay a response or a request, in milliseconds. */
const maxDelay = 20;

interface IdleConnection {
  readonly connection: Connection;
  /** By the clock. */
  readonly since: number;
}

/** In milliseconds; only differences count. Replaceable in tests, which must not depend on the machine's speed. */
export interface IdleClock {
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

const systemClock: IdleClock = { now: () => performance.now(), sleep: (milliseconds) => delay(milliseconds) };

/**
 * Keeps connections between the exchanges of one batch. Uses one again only if another one has been idle for much longer
 * without being closed, so that no request arrives while the server closes an idle connection. Requests wait for resting
 * connections until that has taken as long as a new one. Sends a request again only if the kept connection closed before the
 * request's first byte was written. After a kept connection is lost during a request, the server sends something without a
 * request, or a response is not that of its request, no connection is kept any more.
 */
export class KeptConnections implements KeepAliveHttpClient {
  readonly #dispatcherFor: DispatcherFactory;
  readonly #clock: IdleClock;
  /** In the order in which they became idle. */
  #idle: IdleConnection[] = [];
  #inUse = 0;
  /** Those in use that were idle before. */
  readonly #reused = new Set<Connection>();
  /** For how long the server has let a connection be idle, in milliseconds. */
  #provenIdleTime = 0;
  /** How long a new connection takes until it is ready, in milliseconds: the least so far, as the first ones wait for each other. */
  #connectTime = Number.POSITIVE_INFINITY;
  /** For how long requests have waited for resting connections since the last new one, in milliseconds. */
  #waited = 0;
  #keeps = true;

  constructor(dispatcherFor: DispatcherFactory, clock: IdleClock = systemClock) {
    this.#dispatcherFor = dispatcherFor;
    this.#clock = clock;
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
      const idle = await this.#takeIdle(url.origin);
      if (idle) this.#reused.add(idle);
      let connection = idle ?? this.#connect(url);
      const began = this.#clock.now();
      let result = await connection.send(request, deadline, this.#keeps, () => {
        if (!idle) this.#connectTime = Math.min(this.#connectTime, this.#clock.now() - began);
      });
      if (connection.isReused && !result.mayHaveLeft && !deadline.endedBy) {
        connection.close();
        connection = this.#connect(url);
        result = await connection.send(request, deadline, this.#keeps);
      }
      release();
      if (idle) this.#reused.delete(idle);
      if (result.response) await options.onReceived?.(result.response);
      const exchange = await toExchange(result, url.host, deadline);
      this.#keepOrClose(connection, result);
      return exchange.kind === 'response' ? { ...exchange, connection } : exchange;
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

  #connect(url: URL): Connection {
    return new Connection(url, this.#dispatcherFor, (isUnsolicited) => this.#distrust(isUnsolicited));
  }

  /**
   * A response that a server sends without a request looks like that to the next request, whose dataset would get the wrong ID.
   * The outcome of requests on connections that are used again is unknown, unless responses say whose they are.
   */
  #distrust(isUnsolicited: boolean): void {
    this.close();
    if (!isUnsolicited) return;
    for (const connection of this.#reused) connection.close();
  }

  /** Undefined if a new connection is needed. */
  async #takeIdle(origin: string): Promise<Connection | undefined> {
    for (;;) {
      const now = this.#clock.now();
      this.#closeStale(now);
      const ofOrigin = this.#idle.filter(({ connection }) => connection.origin === origin);
      if (ofOrigin[0]) this.#observe(ofOrigin[0], now);
      const rested = ofOrigin.findLast(({ since }) => now - since >= restTime);
      if (rested && this.#isSafe(rested, now)) {
        this.#idle = this.#idle.filter((idle) => idle !== rested);
        await untilInputIsHandled();
        const mayUse = this.#keeps && rested.connection.isOpen && this.#isSafe(rested, this.#clock.now());
        if (mayUse) return rested.connection;
        rested.connection.close();
        continue;
      }
      const resting = ofOrigin.filter(({ since }) => now - since < restTime);
      const [first] = resting;
      if (!first) return undefined;
      const rest = first.since + restTime - now;
      this.#waited += rest;
      // At most as many rest as are in use. Otherwise a fast gateway would need more and more connections.
      if (resting.length < this.#inUse && this.#waited >= this.#connectTime) {
        this.#waited = 0;
        return undefined;
      }
      await this.#clock.sleep(rest);
    }
  }

  /** Whether the server still lets the connection be idle when a request arrives there. Connecting takes two round trips or more. */
  #isSafe({ since }: IdleConnection, now: number): boolean {
    return 2 * (now - since) + this.#connectTime / 2 + maxDelay <= this.#provenIdleTime;
  }

  /** Takes note of how long a connection has been idle, if it is not closed already. */
  #observe({ connection, since }: IdleConnection, now: number): void {
    if (now - since <= this.#provenIdleTime) return;
    void untilInputIsHandled().then(() => {
      if (connection.isOpen) this.#provenIdleTime = Math.max(this.#provenIdleTime, now - since);
    });
  }

  #closeStale(now: number): void {
    const isUsable = ({ connection, since }: IdleConnection) =>
      connection.isOpen && now - since < maxIdleTime;
    for (const idle of this.#idle) if (!isUsable(idle)) idle.connection.close();
    this.#idle = this.#idle.filter(isUsable);
  }

  #keepOrClose(connection: Connection, { mayHaveLeft, response }: SendResult): void {
    const isComplete = response?.complete ?? false;
    if (connection.isReused && mayHaveLeft && !isComplete) this.close();
    const announcesClose = /\bclose\b/i.test(response?.headers.connection ?? '');
    if (!this.#keeps || !isComplete || announcesClose || !connection.isOpen) connection.close();
    else this.#idle.push({ connection, since: this.#clock.now() });
  }
}

/**
 * Resolves when all that has arrived by now is handled. Called while the event loop handles input, the turn goes on without more
 * of it: only the next one finds the rest.
 */
async function untilInputIsHandled(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await nextTurn();
}
