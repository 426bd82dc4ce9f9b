import { documentKey } from './document-key.ts';
import { mayHaveCreated } from './entry-state.ts';
import type { Journal, JournalRecord } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Faulty } from './journal-fault.ts';

/** What is about to be sent, and where to. */
export interface Intent {
  /** SHA-256 of the exact body, in hexadecimal digits. */
  readonly bodyHash: string;
  readonly requestUrl: string;
}

/**
 * Of the same content, sent to the same address, those that may have created a dataset, newest first: the user hears of
 * them before it is sent once more. The address counts, not the environment's name: a renamed one is the same service.
 */
export function earlierSubmissions(
  records: readonly JournalRecord[],
  { bodyHash, requestUrl }: Intent,
): readonly JournalRecord[] {
  return records.filter(
    ({ entry, state }) =>
      entry.body.sha256 === bodyHash && isSameAddress(entry.requestUrl, requestUrl) && mayHaveCreated(state),
  );
}

/** The submissions of a document to an address that are in flight, in any window or command line. */
export async function findUnderway(
  journal: Pick<Journal, 'inFlight'>,
  document: string,
  requestUrl: string,
): Promise<{ readonly ok: true; readonly entries: readonly JournalEntry[] } | Faulty> {
  const inFlight = await journal.inFlight();
  if (!inFlight.ok) return inFlight;
  const key = documentKey(document);
  const entries = inFlight.entries.filter(
    (entry) => documentKey(entry.document) === key && isSameAddress(entry.requestUrl, requestUrl),
  );
  return { ok: true, entries };
}

/** The retention policy in the query makes no other service of it. */
function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.origin === b.origin && a.pathname === b.pathname;
}
