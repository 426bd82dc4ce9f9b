import { documentKey } from './document-key.ts';
import { mayHaveCreated } from './entry-state.ts';
import type { Intent, JournalRecord } from './journal.ts';

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
