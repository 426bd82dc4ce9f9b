import type { ProcessTable } from '../../../storage/processes/process-identity.ts';
import { ownerOfTemporary } from '../../../storage/temporary-files.ts';
import type { JournalEntry } from '../entry.ts';
import { stateOf, transition } from '../entry-state.ts';
import { type JournalFault, withFaults } from '../fault.ts';
import type { Recovery } from '../journal.ts';
import { beyondBounds, type JournalBounds } from './bounds.ts';
import type { EntryFiles, StoredEntry } from './entry-files.ts';
import { type EntryNames, entryName, factName, sortNames } from './entry-names.ts';
import { formatLost } from './format.ts';
import { openRunIds } from './run-file.ts';

export interface RecoveryParts {
  readonly files: EntryFiles;
  readonly processes: ProcessTable;
  readonly bounds: JournalBounds;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * A process that can't be watched (another machine or container) is given up after this long, in milliseconds: far beyond
 * the longest submission. Its own word still counts, should it come.
 */
const longestSilence = 24 * 60 * 60 * 1000;

/** A run that nobody resumed for so long, in milliseconds, no longer keeps its entries from being dropped. */
const longestRest = 30 * longestSilence;

/** Mends what crashed processes left behind. Whatever can't be done is told, and doesn't keep the rest from being done. */
export class JournalRecovery {
  readonly #parts: RecoveryParts;
  readonly #lost: string[] = [];
  readonly #setAside: { file: string; reason: string }[] = [];
  readonly #newer: string[] = [];
  readonly #dropped: string[] = [];
  #fault: JournalFault | undefined;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  async run(): Promise<Omit<Recovery, 'concludedLate'>> {
    await this.#attempt(async () => {
      const names = await this.#parts.files.folder.names();
      await this.#sweepTemporaries(names);
      const { entries, orphans } = sortNames(names);
      for (const orphan of orphans) await this.#attempt(() => this.#removeOrphan(orphan));
      const stored: StoredEntry[] = [];
      for (const entry of entries) await this.#attempt(() => this.#mend(entry, stored));
      await this.#dropBeyondBounds(stored, openRunIds(names));
    });
    return {
      lost: this.#lost,
      setAside: this.#setAside,
      newer: this.#newer,
      dropped: this.#dropped,
      ...(this.#fault ? { fault: this.#fault } : {}),
    };
  }

  async #mend(names: EntryNames, stored: StoredEntry[]): Promise<void> {
    const { files } = this.#parts;
    const reading = await files.read(names);
    switch (reading.kind) {
      case 'missing':
        return;
      case 'newer':
        this.#newer.push(names.id);
        return;
      case 'damaged':
        await files.folder.setAside(reading.file);
        this.#setAside.push({ file: reading.file, reason: reading.reason });
        // What is known of an entry goes with it. An entry without one of its facts stays: its outcome is unknown, not lost.
        if (reading.file === entryName(names.id))
          for (const kind of names.facts) await files.folder.setAside(factName(names.id, kind));
        else await this.#mendById(names.id, stored);
        return;
      case 'ok':
        stored.push(await this.#judge(reading.value));
    }
  }

  async #mendById(id: string, stored: StoredEntry[]): Promise<void> {
    const reading = await this.#parts.files.readById(id);
    if (reading.kind === 'ok') stored.push(await this.#judge(reading.value));
  }

  async #judge(stored: StoredEntry): Promise<StoredEntry> {
    const { files, now } = this.#parts;
    const { entry } = stored;
    if (stateOf(stored.facts).outcome !== 'in-flight' || !(await this.#isGivenUp(entry))) return stored;
    // Read once more, now that its process is known to be gone: its last word may have come in between.
    const again = await files.readById(entry.id);
    if (again.kind !== 'ok') return stored;
    const at = new Date(now).toISOString();
    if (!transition(again.value.facts, { event: 'lose', at }).ok) return again.value;
    await files.folder.writeWhole(factName(entry.id, 'lost'), formatLost(at));
    this.#lost.push(entry.id);
    return { ...stored, facts: { lost: { at } } };
  }

  async #isGivenUp({ owner, begunAt }: JournalEntry): Promise<boolean> {
    const life = await this.#parts.processes.lifeOf(owner);
    return (
      life === 'gone' || (life === 'not-known' && this.#parts.now - Date.parse(begunAt) > longestSilence)
    );
  }

  async #sweepTemporaries(names: readonly string[]): Promise<void> {
    const { files, processes, now } = this.#parts;
    const self = await processes.self();
    for (const name of names) {
      const owner = ownerOfTemporary(name, self);
      if (owner === undefined) continue;
      await this.#attempt(async () => {
        const abandoned =
          owner === 'elsewhere'
            ? now - ((await files.folder.status(name))?.modifiedAt ?? now) > longestSilence
            : (await processes.lifeOf(owner)) === 'gone';
        if (abandoned) await files.folder.remove(name);
      });
    }
  }

  /** What a deletion left that was interrupted. */
  async #removeOrphan(name: string): Promise<void> {
    const { files } = this.#parts;
    // A listing is no snapshot: the entry may be there all the same, and without this fact it would be forgotten how it ended.
    const id = name.slice(0, name.indexOf('.'));
    if ((await files.folder.status(entryName(id))) === undefined) await files.folder.remove(name);
  }

  async #dropBeyondBounds(stored: readonly StoredEntry[], openRuns: ReadonlySet<string>): Promise<void> {
    const { files, bounds, now } = this.#parts;
    const weighed = stored.map(({ entry, facts, size }) => ({
      id: entry.id,
      begunAt: Date.parse(entry.begunAt),
      size,
      state: stateOf(facts),
      inOpenRun:
        entry.run !== undefined && openRuns.has(entry.run) && now - Date.parse(entry.begunAt) < longestRest,
    }));
    for (const id of beyondBounds(weighed, bounds, now))
      await this.#attempt(async () => {
        await files.removeEntry(id);
        this.#dropped.push(id);
      });
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    const done = await withFaults(this.#parts.files.folder.path, step);
    if (!done.ok) this.#fault ??= done.fault;
  }
}
