import type { EntryState } from '../entry-state.ts';

export interface JournalBounds {
  readonly entries: number;
  /** In days. */
  readonly age: number;
  /** Heads and bodies together. */
  readonly bytes: number;
}

export const defaultBounds: JournalBounds = { entries: 1000, age: 180, bytes: 256 * 1024 * 1024 };

export interface Weighed {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly size: number;
  readonly state: EntryState;
  /** Part of a run that isn't over: a resumption must know what is done. */
  readonly inOpenRun: boolean;
}

const day = 24 * 60 * 60 * 1000;

/**
 * The IDs to drop, oldest first. What is in flight or unknown is never among them, however old and many: it counts, and the
 * others make room for it.
 */
export function beyondBounds(entries: readonly Weighed[], bounds: JournalBounds, now: number): string[] {
  const droppable = entries
    .filter(
      ({ state, inOpenRun }) => state.outcome !== 'unknown' && state.outcome !== 'in-flight' && !inOpenRun,
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  let count = entries.length;
  let bytes = entries.reduce((sum, { size }) => sum + size, 0);
  const dropped: string[] = [];
  for (const { id, begunAt, size } of droppable) {
    if (count <= bounds.entries && bytes <= bounds.bytes && now - begunAt <= bounds.age * day) break;
    dropped.push(id);
    count -= 1;
    bytes -= size;
  }
  return dropped;
}
