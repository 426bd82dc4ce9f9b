import { documentKey } from './journal/entry.ts';
import { mayHaveCreated } from './journal/entry-state.ts';
import type { Intent, JournalRecord } from './journal/journal.ts';

/**
 * Of the records that `Journal.related` found, those that the user must acknowledge before a document is sent, newest first:
 * submissions of the same content that may have created a dataset, and submissions of the same document that are in flight.
 */
export function earlierSubmissions(
  related: readonly JournalRecord[],
  { document, bodyHash }: Pick<Intent, 'document' | 'bodyHash'>,
): readonly JournalRecord[] {
  const key = documentKey(document);
  return related.filter(({ entry, state }) =>
    state.kind === 'in-flight'
      ? entry.body.sha256 === bodyHash || documentKey(entry.document) === key
      : entry.body.sha256 === bodyHash && mayHaveCreated(state),
  );
}

/** The upper limit of `dataset.timeout` and `--timeout`, in milliseconds. */
export const maxRequestTime = 60 * 60 * 1000;

/**
 * True if the earlier submission may still be in progress, so that its outcome must be awaited. Later, the user decides: its
 * machine or container may be gone. `now` in milliseconds since the epoch.
 */
export function isUnderway({ entry, state }: JournalRecord, now: number): boolean {
  return state.kind === 'in-flight' && now - Date.parse(entry.begunAt) < maxRequestTime;
}
