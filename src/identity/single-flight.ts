/**
 * Lets callers that need the same result at the same time share one operation. Cancelling frees only that caller; the operation
 * is cancelled when no caller waits for it any longer.
 */
export class SingleFlight<Result> {
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
      return await Promise.race([flight.result, ...(signal ? [aborted(signal, flight.landed.signal)] : [])]);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        if (this.#flights.get(key) === flight) this.#flights.delete(key);
        flight.cancellation.abort();
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const cancellation = new AbortController();
    const landed = new AbortController();
    const result = start(cancellation.signal).finally(() => {
      if (this.#flights.get(key)?.result === result) this.#flights.delete(key);
      landed.abort();
    });
    // Waiting callers get the failure. Without one, it must not be an unhandled rejection.
    result.catch(() => undefined);
    const flight = { result, cancellation, landed, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }
}

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly cancellation: AbortController;
  readonly landed: AbortController;
  waiting: number;
}

/** Rejects once `signal` aborts; stops listening once `landed` does. */
function aborted(signal: AbortSignal, landed: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: landed });
  });
}
