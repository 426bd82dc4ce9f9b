import { documentKey } from './journal/document-key.ts';
import { mayHaveCreated } from './journal/entry-state.ts';
import type { Intent, JournalRecord } from './journal/journal.ts';

/**
 * Of the records that `Journal.related` found, those that stand against sending until the user has heard of them, newest
 * first: of the same content, what may have created a dataset; of the same document, what is in flight.
 */
export function earlierSubmissions(
  related: readonly JournalRecord[],
  { document, bodyHash }: Pick<Intent, 'document' | 'bodyHash'>,
): readonly JournalRecord[] {
  const key = documentKey(document);
  return related.filter(({ entry, state }) =>
    state.outcome === 'in-flight'
      ? entry.body.sha256 === bodyHash || documentKey(entry.document) === key
      : entry.body.sha256 === bodyHash && mayHaveCreated(state),
  );
}

/** The longest that one request may take (`dataset.timeout`, `--timeout`), in milliseconds. */
export const longestRequest = 60 * 60 * 1000;

/**
 * True where the earlier one may still be at work, so that its outcome is to be awaited whatever the user wants. One that
 * nobody has heard of for longer is left to the user: its machine or container may be gone. `now` in milliseconds since the epoch.
 */
export function isUnderway({ entry, state }: JournalRecord, now: number): boolean {
  return state.outcome === 'in-flight' && now - Date.parse(entry.begunAt) < longestRequest;
}
