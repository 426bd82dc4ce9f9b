import { documentKey } from './document-key.ts';
import { earlierSubmissions } from './earlier-submissions.ts';
import { mayHaveCreated } from './entry-state.ts';
import type { JournalRecord } from './journal.ts';

/** What the journal tells at the beginning of a run: what of it is done already, and what contents were sent before. */
export class RunHistory {
  readonly #own = new Map<string, JournalRecord>();
  readonly #others: readonly JournalRecord[];
  readonly #requestUrl: string;

  /** `records` newest first, as the journal lists them. */
  constructor(records: readonly JournalRecord[], run: string, requestUrl: string) {
    // Responses are of no use here, and many.
    const telling = records.filter(({ state }) => mayHaveCreated(state)).map(withoutResponse);
    this.#requestUrl = requestUrl;
    this.#others = telling;
    for (const record of telling) {
      const key = documentKey(record.entry.document);
      const known = this.#own.get(key);
      // One that is done counts more than a later one that isn't known: it is there.
      if (record.entry.run === run && (!known || rank(record) > rank(known))) this.#own.set(key, record);
    }
  }

  /** What came of a document in this run before it was interrupted, where it may have created a dataset. */
  ofDocument(document: string): JournalRecord | undefined {
    return this.#own.get(documentKey(document));
  }

  ofContent(bodyHash: string): readonly JournalRecord[] {
    return earlierSubmissions(this.#others, { bodyHash, requestUrl: this.#requestUrl });
  }
}

/** True where the dataset is known to be there. */
export function isDone({ state }: JournalRecord): boolean {
  return state.outcome === 'created' || state.outcome === 'accepted' || state.outcome === 'settled';
}

function rank(record: JournalRecord): number {
  return isDone(record) ? 1 : 0;
}

function withoutResponse(record: JournalRecord): JournalRecord {
  const { state } = record;
  return 'response' in state ? { ...record, state: { ...state, response: '' } } : record;
}
