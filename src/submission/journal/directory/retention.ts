import type { EntryState } from '../entry-state.ts';

/** How much the journal keeps. */
export interface Retention {
  readonly entries: number;
  /** In days. */
  readonly age: number;
  /** Of heads and bodies together. */
  readonly bytes: number;
}

export const defaultRetention: Retention = { entries: 1000, age: 180, bytes: 256 * 1024 * 1024 };

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

/** The IDs to remove, oldest first. Entries in flight or unknown are never removed, but count towards the limits. */
export function findEntriesToDrop(
  entries: readonly RetentionCandidate[],
  retention: Retention,
  now: number,
): string[] {
  const droppable = entries
    .filter(
      ({ state, inOpenBatch }) =>
        state.outcome !== 'unknown' && state.outcome !== 'in-flight' && !inOpenBatch,
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  let count = entries.length;
  let bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const dropped: string[] = [];
  for (const { id, begunAt, size } of droppable) {
    if (count <= retention.entries && bytes <= retention.bytes && now - begunAt <= retention.age * day) break;
    dropped.push(id);
    count -= 1;
    bytes -= size;
  }
  return dropped;
}
