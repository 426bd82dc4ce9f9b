import type { ProcessTable } from '../../../storage/processes/process-identity.ts';
import { documentKey } from '../document-key.ts';
import type { JournalEntry } from '../entry.ts';
import { type EntryState, stateOf } from '../entry-state.ts';
import type { Intent, JournalRecord } from '../journal.ts';
import type { EntryFiles } from './entry-files.ts';
import { entryIds } from './entry-names.ts';

/** Finds the entries of one document or content, which each submission does twice. Entries never change, so each is read once. */
export class EntryIndex {
  readonly #files: EntryFiles;
  readonly #processes: ProcessTable;
  readonly #known = new Map<string, JournalEntry>();
  /** IDs by document and by content, each with its address. */
  readonly #byTrait = new Map<string, Set<string>>();

  constructor(files: EntryFiles, processes: ProcessTable) {
    this.#files = files;
    this.#processes = processes;
  }

  /** Newest first, in their current state, without those in `except`. */
  async related(intent: Intent, except: readonly string[]): Promise<readonly JournalRecord[]> {
    await this.#catchUp();
    const ids = new Set(traitsOf(intent).flatMap((trait) => [...(this.#byTrait.get(trait) ?? [])]));
    const records: JournalRecord[] = [];
    for (const id of [...ids].sort().reverse()) {
      if (except.includes(id)) continue;
      const stored = await this.#files.readById(id);
      if (!stored.ok) {
        const known = this.#known.get(id);
        // The outcome can't be read: it may have created a dataset.
        if (known && stored.failure.kind !== 'missing')
          records.push({ entry: known, state: unknownState(stored.failure.kind, known) });
        continue;
      }
      const { entry, facts } = stored.value;
      const state = stateOf(facts);
      const isGone = state.outcome === 'in-flight' && (await this.#processes.lifeOf(entry.owner)) === 'gone';
      // As recovery will record it.
      records.push({ entry, state: isGone ? stateOf({ lost: { at: entry.begunAt } }) : state });
    }
    return records;
  }

  /** Adds an entry that was just written, so that it need not be read. */
  note(entry: JournalEntry): void {
    this.#add(entry.id, entry);
  }

  async #catchUp(): Promise<void> {
    const ids = entryIds(await this.#files.folder.names());
    const unseen = ids.filter((id) => !this.#known.has(id)).map((id) => ({ id, facts: [] }));
    for (const [id, stored] of await this.#files.readAll(unseen)) {
      if (stored.ok) this.#add(id, stored.value.entry);
      else if (stored.failure.kind === 'newer' && stored.failure.entry) this.#add(id, stored.failure.entry);
    }
    if (this.#known.size <= ids.length) return;
    const present = new Set(ids);
    for (const [id, entry] of this.#known) if (!present.has(id)) this.#remove(id, entry);
  }

  #add(id: string, entry: JournalEntry): void {
    this.#known.set(id, entry);
    for (const trait of traitsOfEntry(entry)) {
      const ids = this.#byTrait.get(trait) ?? new Set();
      this.#byTrait.set(trait, ids.add(id));
    }
  }

  #remove(id: string, entry: JournalEntry): void {
    this.#known.delete(id);
    for (const trait of traitsOfEntry(entry)) {
      const ids = this.#byTrait.get(trait);
      ids?.delete(id);
      if (ids?.size === 0) this.#byTrait.delete(trait);
    }
  }
}

function unknownState(kind: 'newer' | 'damaged', { begunAt }: JournalEntry): EntryState {
  return { outcome: 'unknown', cause: { kind }, at: begunAt };
}

function traitsOf({ document, bodyHash, requestUrl }: Intent): string[] {
  // The query contains the retention policy, which doesn't identify the service.
  const { origin, pathname } = new URL(requestUrl);
  const address = origin + pathname;
  return [`${address} document ${documentKey(document)}`, `${address} content ${bodyHash}`];
}

function traitsOfEntry({ document, body, requestUrl }: JournalEntry): string[] {
  return traitsOf({ document, bodyHash: body.sha256, requestUrl });
}
