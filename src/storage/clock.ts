/** The current time and a way to wait; tests have their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`, or at once when `signal` aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}
