import { isUnfinishedFile } from '../../../storage/durable-folder.ts';
import type { ProcessTable } from '../../../system/process-identity.ts';
import { type Damage, type JournalEntry, refusalOf, stateOf } from '../entry.ts';
import { type JournalFailure, type Recovery, withFileFailures } from '../journal.ts';
import { isOverdue } from '../time-limits.ts';
import { openBatchIds } from './directory-batches.ts';
import {
  type EntryFiles,
  type EntryNames,
  entriesAmong,
  entryStateKey,
  factName,
  forEachEntry,
  type StoredEntry,
} from './entry-files.ts';
import { formatTime } from './entry-format.ts';
import { findEntriesToDrop, type Retention, type RetentionCandidate } from './retention.ts';

export interface RecoveryDependencies {
  readonly processes: ProcessTable;
  readonly retention: Retention;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What earlier recoveries of this process found, by `keyOf`: it isn't read again. Replaced by what is in the folder now. */
  readonly known: Map<string, RecoveredEntry>;
}

/** What the retention needs to know of an entry. */
export type RecoveredEntry = Omit<RetentionCandidate, 'inOpenBatch'> & Pick<JournalEntry, 'batch'>;

const day = 24 * 60 * 60 * 1000;

/** In milliseconds. An unfinished file that is older was left by a process that has ended. */
const maxWriteTime = day;

/** In milliseconds. An interrupted batch that is older no longer keeps its entries from being removed. */
const maxBatchAge = 30 * day;

/** Repairs what crashed processes left behind. A step that fails is reported, and the other steps are still carried out. */
export class JournalRecovery {
  readonly #files: EntryFiles;
  readonly #dependencies: RecoveryDependencies;
  readonly #lost: string[] = [];
  readonly #unreadable: Damage[] = [];
  readonly #dropped: string[] = [];
  #failure: JournalFailure | undefined;

  constructor(files: EntryFiles, dependencies: RecoveryDependencies) {
    this.#files = files;
    this.#dependencies = dependencies;
  }

  async run(): Promise<Omit<Recovery, 'concludedLate'>> {
    await this.#attempt(async () => {
      const names = await this.#files.folder.names();
      await this.#removeUnfinishedFiles(names);
      const { entries, deleted } = entriesAmong(names);
      for (const id of deleted) await this.#attempt(() => this.#files.finishDeletion(id));
      const recovered = await this.#recoverAll(entries);
      await this.#applyRetention(recovered, openBatchIds(names));
    });
    return {
      // Several entries are read at a time.
      lost: this.#lost.toSorted(),
      unreadable: this.#unreadable.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
      dropped: this.#dropped,
      failure: this.#failure,
    };
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    const done = await withFileFailures(this.#files.folder.path, step);
    if (!done.ok) this.#failure ??= done.failure;
  }

  async #removeUnfinishedFiles(names: readonly string[]): Promise<void> {
    const { folder } = this.#files;
    for (const name of names.filter(isUnfinishedFile))
      await this.#attempt(async () => {
        const status = await folder.status(name);
        if (status !== undefined && this.#dependencies.now - status.modifiedAt > maxWriteTime)
          await folder.remove(name);
      });
  }

  /** Reads those that are new, in flight, or settled; the others are known. */
  async #recoverAll(entries: readonly EntryNames[]): Promise<readonly RecoveredEntry[]> {
    const { known } = this.#dependencies;
    const before = new Map(known);
    known.clear();
    const recovered: RecoveredEntry[] = [];
    await forEachEntry(entries, (names) =>
      this.#attempt(async () => {
        const found = before.get(entryStateKey(names)) ?? (await this.#recover(names));
        if (!found) return;
        recovered.push(found);
        // A process can end, and another one can settle an entry anew.
        if (found.state.kind !== 'in-flight' && !names.facts.includes('settled'))
          known.set(entryStateKey(names), found);
      }),
    );
    return recovered;
  }

  async #recover(names: EntryNames): Promise<RecoveredEntry | undefined> {
    const stored = await this.#files.read(names);
    if (!stored) return undefined;
    const { entry, facts, size } = await this.#withoutAbandoned(stored);
    const { id, begunAt, batch } = entry;
    const content = `${entry.requestUrl} ${entry.body.contentSha256}`;
    const state = stateOf(facts);
    if (facts.damage && state.kind === 'unknown') this.#unreadable.push(facts.damage);
    return { id, begunAt: Date.parse(begunAt), content, size, state, batch };
  }

  /** The entry, recorded as lost if its process has ended without an outcome. */
  async #withoutAbandoned(stored: StoredEntry): Promise<StoredEntry> {
    const { entry } = stored;
    const { processes, now } = this.#dependencies;
    const { folder } = this.#files;
    if (stateOf(stored.facts).kind !== 'in-flight' || !(await isAbandoned(entry, processes, now)))
      return stored;
    // Read it again now that its process is known to have ended: it may have recorded the outcome before that.
    await folder.refresh();
    const again = await this.#files.readById(entry.id);
    if (!again) return stored;
    if (refusalOf(again.facts, 'lose')) return again;
    const at = new Date(now).toISOString();
    await folder.writeWhole(factName(entry.id, 'lost'), formatTime(at));
    this.#lost.push(entry.id);
    return { ...stored, facts: { lost: { at } } };
  }

  async #applyRetention(
    recovered: readonly RecoveredEntry[],
    openBatches: ReadonlySet<string>,
  ): Promise<void> {
    const { retention, now } = this.#dependencies;
    const candidates = recovered.map((entry) => ({
      ...entry,
      inOpenBatch:
        entry.batch !== undefined && openBatches.has(entry.batch) && now - entry.begunAt < maxBatchAge,
    }));
    for (const id of findEntriesToDrop(candidates, retention, now))
      await this.#attempt(async () => {
        await this.#files.removeEntry(id);
        this.#dropped.push(id);
      });
  }
}

/**
 * Whether the process of an entry in flight sends nothing any more, because it has ended, or, if that can't be known, because the
 * entry's time is over or says nothing. If it records an outcome later, that outcome counts.
 */
export async function isAbandoned(
  entry: JournalEntry,
  processes: Pick<ProcessTable, 'lifeOf'>,
  now: number,
): Promise<boolean> {
  const life = await processes.lifeOf(entry.owner);
  return life === 'gone' || (life === 'not-known' && isOverdue(entry, now));
}
