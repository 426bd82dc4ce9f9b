/** The current time and timers, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`, or immediately when `signal` aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}
