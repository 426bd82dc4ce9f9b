import { ownerOfTemporary } from '../../../storage/durable-folder.ts';
import type { ProcessTable } from '../../../storage/process-identity.ts';
import { type JournalEntry, refusalOf, stateOf } from '../entry.ts';
import { type JournalFailure, type Recovery, withFileFailures } from '../journal.ts';
import { openBatchIds } from './directory-batches.ts';
import {
  type EntryFailure,
  type EntryFiles,
  type EntryNames,
  entriesAmong,
  entryName,
  factName,
  forEachEntry,
  keyOf,
  type StoredEntry,
} from './entry-files.ts';
import { formatTime } from './format.ts';
import { findEntriesToDrop, type Retention, type RetentionCandidate } from './retention.ts';

export interface RecoveryDependencies {
  readonly files: EntryFiles;
  readonly processes: ProcessTable;
  readonly retention: Retention;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What earlier recoveries of this process found, by `keyOf`: it isn't read again. Replaced by what is in the folder now. */
  readonly known: Map<string, RecoveredEntry>;
}

/** What the retention needs to know of an entry. */
export type RecoveredEntry = Omit<RetentionCandidate, 'inOpenBatch'> & Pick<JournalEntry, 'run'>;

/**
 * After this long, in milliseconds, a process on another machine or in another container counts as ended: far longer than any
 * submission takes. If it records an outcome later, that outcome counts.
 */
const maxSilence = 24 * 60 * 60 * 1000;

/** In milliseconds. An interrupted batch that is older no longer keeps its entries from being removed. */
const maxBatchAge = 30 * maxSilence;

/** Repairs what crashed processes left behind. A step that fails is reported, and the other steps are still carried out. */
export class JournalRecovery {
  readonly #dependencies: RecoveryDependencies;
  readonly #lost: string[] = [];
  readonly #setAside: { file: string; reason: string }[] = [];
  readonly #newer: string[] = [];
  readonly #dropped: string[] = [];
  #failure: JournalFailure | undefined;

  constructor(dependencies: RecoveryDependencies) {
    this.#dependencies = dependencies;
  }

  async run(): Promise<Omit<Recovery, 'concludedLate'>> {
    await this.#attempt(async () => {
      const names = await this.#dependencies.files.folder.names();
      await this.#sweepTemporaries(names);
      const { entries, orphans } = entriesAmong(names);
      for (const orphan of orphans) await this.#attempt(() => this.#removeOrphan(orphan));
      const { known } = this.#dependencies;
      const before = new Map(known);
      known.clear();
      const recovered: RecoveredEntry[] = [];
      await forEachEntry(entries, (entry) =>
        this.#attempt(async () => {
          const same = before.get(keyOf(entry));
          const found = same ?? (await this.#repair(entry));
          if (!found) return;
          recovered.push(found);
          // A process can end, and another one can settle an entry anew.
          if (found.state.kind !== 'in-flight' && !entry.facts.includes('settled'))
            known.set(keyOf(entry), found);
        }),
      );
      await this.#applyRetention(recovered, openBatchIds(names));
    });
    return {
      // Several entries are read at a time.
      lost: this.#lost.toSorted(),
      setAside: this.#setAside.toSorted((a, b) => (a.file < b.file ? -1 : 1)),
      newer: this.#newer.toSorted(),
      dropped: this.#dropped,
      failure: this.#failure,
    };
  }

  async #repair(names: EntryNames): Promise<RecoveredEntry | undefined> {
    const entry = await this.#dependencies.files.read(names);
    if (entry.ok) return this.#judge(entry.value);
    switch (entry.failure.kind) {
      case 'missing':
        return undefined;
      case 'newer':
        this.#newer.push(names.id);
        return undefined;
      case 'damaged':
        return this.#setAsideDamaged(names, entry.failure);
    }
  }

  async #setAsideDamaged(
    names: EntryNames,
    { file, reason }: Extract<EntryFailure, { kind: 'damaged' }>,
  ): Promise<RecoveredEntry | undefined> {
    const { folder } = this.#dependencies.files;
    await folder.setAside(file);
    this.#setAside.push({ file, reason });
    // The facts of a damaged entry are set aside with it. An entry with a damaged fact stays: its outcome is unknown.
    if (file !== entryName(names.id)) {
      const entry = await this.#dependencies.files.readById(names.id);
      return entry.ok ? this.#judge(entry.value) : undefined;
    }
    for (const kind of names.facts) await folder.setAside(factName(names.id, kind));
    return undefined;
  }

  async #judge(stored: StoredEntry): Promise<RecoveredEntry> {
    const { entry, facts, size } = await this.#withoutAbandoned(stored);
    return {
      id: entry.id,
      begunAt: Date.parse(entry.begunAt),
      size,
      state: stateOf(facts),
      run: entry.run,
    };
  }

  /** The entry, recorded as lost if its process has ended without an outcome. */
  async #withoutAbandoned(stored: StoredEntry): Promise<StoredEntry> {
    const { files, now } = this.#dependencies;
    const { entry } = stored;
    if (stateOf(stored.facts).kind !== 'in-flight' || !(await this.#isAbandoned(entry))) return stored;
    // Read it again now that its process is known to have ended: it may have recorded the outcome before that.
    const again = await files.readById(entry.id);
    if (!again.ok) return stored;
    if (refusalOf(again.value.facts, 'lose')) return again.value;
    const at = new Date(now).toISOString();
    await files.folder.writeWhole(factName(entry.id, 'lost'), formatTime(at));
    this.#lost.push(entry.id);
    return { ...stored, facts: { lost: { at } } };
  }

  async #isAbandoned({ owner, begunAt }: JournalEntry): Promise<boolean> {
    const life = await this.#dependencies.processes.lifeOf(owner);
    return (
      life === 'gone' || (life === 'not-known' && this.#dependencies.now - Date.parse(begunAt) > maxSilence)
    );
  }

  async #sweepTemporaries(names: readonly string[]): Promise<void> {
    const { files, processes, now } = this.#dependencies;
    const self = await processes.self();
    for (const name of names) {
      const owner = ownerOfTemporary(name, self);
      if (owner === undefined) continue;
      await this.#attempt(async () => {
        const abandoned =
          owner === 'elsewhere'
            ? now - ((await files.folder.status(name))?.modifiedAt ?? now) > maxSilence
            : (await processes.lifeOf(owner)) === 'gone';
        if (abandoned) await files.folder.remove(name);
      });
    }
  }

  /** Removes what an interrupted deletion left. */
  async #removeOrphan(name: string): Promise<void> {
    const { files } = this.#dependencies;
    // A listing is not a snapshot: the entry may exist, and would lose its outcome without this fact.
    const id = name.slice(0, name.indexOf('.'));
    if ((await files.folder.status(entryName(id))) === undefined) await files.folder.remove(name);
  }

  async #applyRetention(
    recovered: readonly RecoveredEntry[],
    openBatches: ReadonlySet<string>,
  ): Promise<void> {
    const { files, retention, now } = this.#dependencies;
    const candidates = recovered.map((entry) => ({
      ...entry,
      inOpenBatch: entry.run !== undefined && openBatches.has(entry.run) && now - entry.begunAt < maxBatchAge,
    }));
    for (const id of findEntriesToDrop(candidates, retention, now))
      await this.#attempt(async () => {
        await files.removeEntry(id);
        this.#dropped.push(id);
      });
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    const done = await withFileFailures(this.#dependencies.files.folder.path, step);
    if (!done.ok) this.#failure ??= done.failure;
  }
}
