import { untilAborted } from '../system/clock.ts';

/**
 * Lets callers that need the same result at the same time share one operation. Cancelling frees only that caller; the operation
 * is cancelled when no caller waits for it any longer.
 */
export class SingleFlight<Result extends NonNullable<unknown>> {
  readonly #flights = new Map<string, Flight<Result>>();

  /** Rejects with the signal's reason when this caller cancels. */
  async run(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, start);
    flight.waiting += 1;
    try {
      if (!signal) return await flight.result;
      const result = await untilAborted(flight.result, signal);
      if (result === undefined) throw signal.reason;
      return result;
    } finally {
      flight.waiting -= 1;
      // A batch runs thousands of flights, and aborting creates an error with a stack trace each time.
      if (flight.waiting === 0 && !flight.hasLanded) {
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
        flight.cancellation.abort();
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const cancellation = new AbortController();
    const result = start(cancellation.signal).finally(() => {
      flight.hasLanded = true;
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    // Waiting callers get the failure. Without one, it must not be an unhandled rejection.
    result.catch(() => undefined);
    const flight: Flight<Result> = { result, cancellation, hasLanded: false, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }
}

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly cancellation: AbortController;
  hasLanded: boolean;
  waiting: number;
}
