import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './submit.ts';

/** Waits in real time. */
export const systemClock: Clock = {
  // An aborted wait ends early, and is no failure.
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};
