import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './submit.ts';

/** For everything but tests. */
export const systemClock: Clock = {
  // An aborted wait resolves early.
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};
