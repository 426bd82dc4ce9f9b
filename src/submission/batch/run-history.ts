import { documentKey } from '../journal/document-key.ts';
import { mayHaveCreated } from '../journal/entry-state.ts';
import type { JournalRecord } from '../journal/journal.ts';

/** What an interrupted run came to before it is resumed: for each document, the record that counts. */
export class RunHistory {
  readonly #records = new Map<string, JournalRecord>();

  constructor(records: readonly JournalRecord[], run: string) {
    for (const record of records) {
      if (record.entry.run !== run || !mayHaveCreated(record.state)) continue;
      const key = documentKey(record.entry.document);
      const known = this.#records.get(key);
      // One that is done counts more than one that isn't known: it is there.
      if (!known || (isDone(record) && !isDone(known))) this.#records.set(key, record);
    }
  }

  /** Undefined where no dataset can have been created of it. */
  of(document: string): JournalRecord | undefined {
    return this.#records.get(documentKey(document));
  }
}

/** True where the dataset is known to be there. */
export function isDone({ state }: JournalRecord): boolean {
  return mayHaveCreated(state) && state.outcome !== 'unknown' && state.outcome !== 'in-flight';
}
