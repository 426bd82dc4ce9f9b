import { type EntryState, mayHaveCreated } from '../entry-state.ts';

/** How much the journal keeps. */
export interface Retention {
  /** In days. */
  readonly age: number;
  /** Of submissions that created no dataset. */
  readonly entries: number;
  /** Of their heads and bodies together. */
  readonly bytes: number;
}

export const defaultRetention: Retention = { age: 180, entries: 1000, bytes: 256 * 1024 * 1024 };

export interface RetentionCandidate {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly size: number;
  readonly state: EntryState;
  /** Part of an unfinished batch: resuming it requires knowing what is done. */
  readonly inOpenBatch: boolean;
}

const day = 24 * 60 * 60 * 1000;

/**
 * The IDs to remove, oldest first. Entries in flight or unknown are never removed. Those with a dataset are removed for their
 * age only, however many there are: a batch of the same documents would create the datasets again.
 */
export function findEntriesToDrop(
  entries: readonly RetentionCandidate[],
  retention: Retention,
  now: number,
): string[] {
  const removable = entries
    .filter(
      ({ state, inOpenBatch }) => state.kind !== 'unknown' && state.kind !== 'in-flight' && !inOpenBatch,
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  // A clock that is far ahead must not make all entries look old.
  const newest = entries.reduce((latest, { begunAt }) => Math.max(latest, begunAt), 0);
  const oldest = Math.min(now, newest) - retention.age * day;
  const withoutDataset = entries.filter(({ state }) => !mayHaveCreated(state));
  let count = withoutDataset.length;
  let bytes = withoutDataset.reduce((sum, { size }) => sum + size, 0);
  const dropped: string[] = [];
  for (const { id, begunAt, size, state } of removable) {
    const isLimited = !mayHaveCreated(state);
    const isBeyondLimits = isLimited && (count > retention.entries || bytes > retention.bytes);
    if (begunAt >= oldest && !isBeyondLimits) continue;
    dropped.push(id);
    if (!isLimited) continue;
    count -= 1;
    bytes -= size;
  }
  return dropped;
}
