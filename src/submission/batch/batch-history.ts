import { documentKey } from '../journal/entry.ts';
import { mayHaveCreated } from '../journal/entry-state.ts';
import type { JournalRecord } from '../journal/journal.ts';

/** What an interrupted batch did: for each document, the record that counts. */
export class BatchHistory {
  readonly #records = new Map<string, JournalRecord>();

  constructor(records: readonly JournalRecord[], batch: string) {
    for (const record of records) {
      if (record.entry.run !== batch || !mayHaveCreated(record.state)) continue;
      const key = documentKey(record.entry.document);
      const known = this.#records.get(key);
      // A created dataset takes precedence over an unknown outcome.
      if (!known || (isDone(record) && !isDone(known))) this.#records.set(key, record);
    }
  }

  /** Undefined if no dataset can have been created from the document. */
  of(document: string): JournalRecord | undefined {
    return this.#records.get(documentKey(document));
  }
}

/** True if the dataset is known to exist. */
export function isDone({ state }: JournalRecord): boolean {
  return mayHaveCreated(state) && state.outcome !== 'unknown' && state.outcome !== 'in-flight';
}
