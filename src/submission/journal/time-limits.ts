import type { JournalEntry } from './entry.ts';

/** The upper limit of `dataset.timeout` and `--timeout`, in milliseconds. */
export const maxRequestTime = 60 * 60 * 1000;

/** How far the clocks of two machines differ, in milliseconds. An entry that is further ahead says nothing about time. */
const maxClockSkew = 5 * 60 * 1000;

/**
 * How long a submission may take from its entry on, in milliseconds: two requests with a wait between them. It sends nothing after
 * that, so that one whose process can't be looked up counts as lost then.
 */
export function longestSubmission(timeout: number): number {
  return 2 * timeout + 5 * 60 * 1000;
}

/** Whether its process sends nothing any more, or nobody could tell from its times, which a wrong clock wrote. `now` in milliseconds since the epoch. */
export function isOverdue({ begunAt, mayTake }: JournalEntry, now: number): boolean {
  const age = now - Date.parse(begunAt);
  return age > Math.min(mayTake, longestSubmission(maxRequestTime)) || age < -maxClockSkew;
}
