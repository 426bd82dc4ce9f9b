import { recordRepair } from './report-file.ts';
import { timeLimit } from './time-limits.ts';

/** The timeout of the first attempt of an action, in milliseconds. Not longer on a slow machine: it only decides when to try again. */
export const firstTimeout = 5_000;

export interface RetryOptions {
  /** How long to repeat, in milliseconds. Default: 30 s on a quiet machine. */
  readonly limit?: number;
  /** The timeout of the first attempt, in milliseconds. It is doubled for each retry. Default: `firstTimeout`. */
  readonly first?: number;
  /** Runs before each retry. */
  between?(): Promise<unknown>;
}

/** Repeats `attempt` until it succeeds, with a longer timeout each time. The run counts what only a retry has repaired. */
export async function retry<Value>(
  attempt: (timeout: number) => Promise<Value>,
  { limit = timeLimit(30_000), first = firstTimeout, between }: RetryOptions = {},
): Promise<Value> {
  const end = Date.now() + limit;
  for (let timeout = first; ; timeout *= 2) {
    try {
      const value = await attempt(Math.min(timeout, Math.max(end - Date.now(), first)));
      if (timeout > first) recordRepair();
      return value;
    } catch (error) {
      if (Date.now() > end) throw error;
      await between?.();
    }
  }
}
