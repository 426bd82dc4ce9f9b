import { setTimeout as delay } from 'node:timers/promises';

/** The current time and timers, replaceable in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`, or immediately when `signal` aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** For everything but tests. */
export const systemClock: Clock = {
  now: Date.now,
  // An aborted wait resolves early.
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};
