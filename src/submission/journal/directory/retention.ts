import { type EntryState, mayHaveCreated } from '../entry.ts';

/** How much the journal keeps. */
export interface Retention {
  /** In days of use: see `oldestToKeep`. */
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
  /** Its content, and where it was sent: equal for submissions of the same. */
  readonly content: string;
  readonly size: number;
  readonly state: EntryState;
  /** Part of an unfinished batch: resuming it requires knowing what is done. */
  readonly inOpenBatch: boolean;
}

const day = 24 * 60 * 60 * 1000;

/**
 * The IDs to remove, oldest first. Entries in flight or unknown are never removed. Those with a dataset are removed for their
 * age only, however many there are, and only if a later one has the same content: nothing is forgotten that would be created
 * again, whatever a clock said.
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
  const lastOfContent = new Map<string, string>();
  for (const { id, content, state } of removable) if (mayHaveCreated(state)) lastOfContent.set(content, id);
  const oldest = oldestToKeep(entries, retention, now);
  const withoutDataset = entries.filter(({ state }) => !mayHaveCreated(state));
  let count = withoutDataset.length;
  let bytes = withoutDataset.reduce((sum, { size }) => sum + size, 0);
  const dropped: string[] = [];
  for (const { id, begunAt, content, size, state } of removable) {
    if (lastOfContent.get(content) === id) continue;
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

/** Of that many days there have to be entries that are later by the whole age. */
const daysOfProof = 3;

/**
 * When the first entry that is not too old was begun, in milliseconds since the epoch. A clock that is years ahead in a run or
 * two must not make the journal forget: an entry is old only by what was submitted on several days after it.
 */
function oldestToKeep(entries: readonly RetentionCandidate[], { age }: Retention, now: number): number {
  const lastOfDay = new Map<number, number>();
  for (const { begunAt } of entries) {
    const date = Math.floor(begunAt / day);
    lastOfDay.set(date, Math.max(begunAt, lastOfDay.get(date) ?? begunAt));
  }
  const proof = [...lastOfDay.values()].sort((a, b) => b - a)[daysOfProof - 1];
  return proof === undefined ? Number.NEGATIVE_INFINITY : Math.min(now, proof) - age * day;
}
