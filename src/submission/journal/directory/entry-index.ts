import { SharedRun } from '../../../storage/shared-run.ts';
import type { ProcessTable } from '../../../system/process-identity.ts';
import { type JournalEntry, stateOf } from '../entry.ts';
import { type Intent, type JournalRecord, serviceAddress, traitsOf } from '../journal.ts';
import { type EntryFiles, entriesAmong, factKinds, recordOf } from './entry-files.ts';
import { isAbandoned } from './recovery.ts';

/**
 * How long to rest after a listing, in milliseconds: for each name in it, about half as long as listing it takes, so that a
 * batch in a large folder doesn't spend its time on listings. Not a multiple of the measured duration: on a busy machine or
 * disk, all submissions would wait for several times as long.
 */
const rest = { least: 10, perName: 0.0005 };

/** Finds the entries of one document or content, which each submission does twice. Entries never change, so each is read once. */
export class EntryIndex {
  readonly #files: EntryFiles;
  readonly #processes: ProcessTable;
  readonly #now: () => number;
  readonly #known = new Map<string, JournalEntry>();
  readonly #listings = new SharedRun(
    () => this.#list(),
    (names) => rest.least + names * rest.perName,
  );
  /** When the last listing began, by `performance.now()`. */
  #listedAt = Number.NEGATIVE_INFINITY;
  /** IDs of submissions that can't be read, and may be of any content. */
  #unreadable: readonly string[] = [];
  /** IDs by what `traitsOf` says. */
  readonly #byTrait = new Map<string, readonly string[]>();

  /** `now`: milliseconds since the epoch. */
  constructor(files: EntryFiles, processes: ProcessTable, now: () => number) {
    this.#files = files;
    this.#processes = processes;
    this.#now = now;
  }

  /**
   * Newest first, in their current state, without those in `except`. Includes the entries of other processes that were written
   * before the call, except those of the last `maxAge` milliseconds.
   */
  async related(
    intent: Intent,
    except: readonly string[],
    maxAge: number,
  ): Promise<readonly JournalRecord[]> {
    if (performance.now() - this.#listedAt >= maxAge) await this.#listings.run();
    const traits = traitsOf(intent, serviceAddress(intent.requestUrl));
    const ofIntent = traits.flatMap((trait) => [...(this.#byTrait.get(trait) ?? [])]);
    const ids = new Set([...ofIntent, ...this.#unreadable]);
    const records: JournalRecord[] = [];
    for (const id of [...ids].sort().reverse()) {
      if (except.includes(id)) continue;
      const stored = await this.#files.read({ id, facts: factKinds });
      if (stored) records.push(await this.asRecovered(recordOf(stored)));
    }
    return records;
  }

  /** The state that recovery will record. A process that has ended may have recorded the outcome right before that. */
  async asRecovered(record: JournalRecord): Promise<JournalRecord> {
    const { entry, state } = record;
    if (state.kind !== 'in-flight' || !(await isAbandoned(entry, this.#processes, this.#now())))
      return record;
    await this.#files.folder.refresh();
    const again = await this.#files.read({ id: entry.id, facts: factKinds });
    return { entry, state: stateOf({ lost: { at: entry.begunAt }, ...again?.facts }) };
  }

  /** Adds an entry that is about to be written, which need not be read. */
  add(entry: JournalEntry): void {
    const { id, body, requestUrl } = entry;
    if (this.#known.has(id)) return;
    this.#known.set(id, entry);
    const { document, path } = entry;
    const traits = traitsOf({ document, path, contentHash: body.contentSha256 }, serviceAddress(requestUrl));
    for (const trait of traits) this.#byTrait.set(trait, [...(this.#byTrait.get(trait) ?? []), id]);
  }

  /** Returns the number of names in the folder. */
  async #list(): Promise<number> {
    const began = performance.now();
    const names = await this.#files.folder.names();
    const unseen = names.filter((name) => !this.#known.has(name.slice(0, name.indexOf('.'))));
    const unreadable: string[] = [];
    for (const [id, { entry, facts }] of await this.#files.readAll(entriesAmong(unseen).entries)) {
      if (facts.damage?.isEntry) unreadable.push(id);
      else this.add(entry);
    }
    this.#unreadable = unreadable;
    this.#listedAt = began;
    return names.length;
  }
}
