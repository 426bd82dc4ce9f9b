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

/** Undefined if `signal` aborts first: a user who closes a dialog late doesn't delay the caller. */
export async function untilAborted<Value>(
  value: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  const settled = new AbortController();
  const aborted = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    settled.abort();
  }
}
