import { randomBytes } from 'node:crypto';
import { DurableFolder } from '../../../storage/durable-folder.ts';
import { type FileOperations, nodeFileOperations } from '../../../storage/file-operations.ts';
import { FolderWatch } from '../../../storage/folder-watch.ts';
import { type ProcessTable, SystemProcesses } from '../../../storage/processes/process-identity.ts';
import {
  type EntryDraft,
  isEntryId,
  type JournalEntry,
  newEntryId,
  type RecordedOutcome,
  type Settlement,
} from '../entry.ts';
import { type EntryEvent, stateOf, transition } from '../entry-state.ts';
import { type Faulty, withFaults } from '../fault.ts';
import type {
  Begun,
  Intent,
  Journal,
  JournalRecord,
  Listing,
  Noted,
  RecordReading,
  Recovery,
  Related,
  Unreadable,
} from '../journal.ts';
import { sha256 } from '../sha256.ts';
import { defaultBounds, type JournalBounds } from './bounds.ts';
import { EntryFiles, type EntryReading } from './entry-files.ts';
import { EntryIndex } from './entry-index.ts';
import { type EntryNames, entryName, factName, sortNames } from './entry-names.ts';
import { formatEntry, formatOutcome, formatSettlement } from './format.ts';
import { JournalRecovery } from './recovery.ts';

export interface DirectoryJournalParts {
  readonly files: FileOperations;
  readonly processes: ProcessTable;
  readonly bounds: JournalBounds;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}

/**
 * A journal in a folder. No locks: the entry and each fact about it are files of their own, each written whole by one kind of
 * author, so that nothing is read, changed and written back. Where a person settles while the process concludes, both facts
 * stand, and `stateOf` tells which counts.
 */
export class DirectoryJournal implements Journal {
  readonly #files: EntryFiles;
  readonly #parts: DirectoryJournalParts;
  readonly #folder: DurableFolder;
  /** What this one began and has not concluded. */
  readonly #open = new Set<string>();
  /** Conclusions that could not be written. */
  readonly #unwritten = new Map<string, RecordedOutcome>();
  /** What was listed last, by the entry's names: what is told of an entry stands in a new file, so these don't change. */
  #listed: ReadonlyMap<string, JournalRecord> = new Map();
  readonly #index: EntryIndex;

  constructor(folder: string, parts: Partial<DirectoryJournalParts> = {}) {
    this.#parts = {
      files: nodeFileOperations,
      processes: new SystemProcesses(),
      bounds: defaultBounds,
      now: Date.now,
      random: randomBytes,
      ...parts,
    };
    const { files, processes, random } = this.#parts;
    this.#folder = new DurableFolder(folder, files, () => processes.self(), random);
    this.#files = new EntryFiles(this.#folder);
    this.#index = new EntryIndex(this.#files, processes);
  }

  async begin(draft: EntryDraft, body: Uint8Array): Promise<Begun> {
    const now = new Date(this.#parts.now());
    const entry: JournalEntry = {
      id: newEntryId(now, this.#parts.random(8)),
      begunAt: now.toISOString(),
      ...draft,
      body: { sha256: sha256(body), length: body.length },
      owner: await this.#parts.processes.self(),
    };
    const { id } = entry;
    this.#open.add(id);
    const written = await this.#faulty(() =>
      this.#folder.writeWhole(entryName(id), formatEntry(entry, body)),
    );
    if (!written.ok) {
      this.#open.delete(id);
      // It may be there all the same, where only the folder's fsync failed. Nothing is sent, so it must not look in flight.
      const removed = await this.#faulty(() => this.#folder.remove(entryName(id)));
      if (!removed.ok)
        this.#unwritten.set(id, {
          outcome: 'not-sent',
          cause: { kind: 'journal', code: written.fault.code },
        });
      return written;
    }
    this.#index.note(entry);
    return { ok: true, entry };
  }

  async answer(id: string, outcome: RecordedOutcome): Promise<Noted> {
    if (!this.#open.has(id)) return this.#whyNotToConclude(id, outcome);
    return this.#writeOutcome(id, outcome, 'answered');
  }

  async conclude(id: string, outcome: RecordedOutcome): Promise<Noted> {
    if (!this.#open.delete(id)) return this.#whyNotToConclude(id, outcome);
    const written = await this.#writeOutcome(id, outcome);
    if (!written.ok) this.#unwritten.set(id, outcome);
    return written;
  }

  async settle(id: string, settlement: Settlement): Promise<Noted> {
    const at = this.#at();
    return this.#change(id, { event: 'settle', settlement, at }, () =>
      this.#folder.writeWhole(factName(id, 'settled'), formatSettlement(at, settlement)),
    );
  }

  async delete(id: string): Promise<Noted> {
    return this.#change(id, { event: 'delete' }, () => this.#files.removeEntry(id));
  }

  async list(): Promise<Listing> {
    const records: JournalRecord[] = [];
    const unreadable: Unreadable[] = [];
    const listed = new Map<string, JournalRecord>();
    const known = this.#listed;
    const read = await this.#faulty(async () => {
      const entries = sortNames(await this.#folder.names()).entries.toReversed();
      const readings = await this.#files.readAll(entries.filter((names) => !known.has(keyOf(names))));
      for (const names of entries) {
        const reading = readings.get(names.id);
        const record = reading?.kind === 'ok' ? recordOf(reading) : known.get(keyOf(names));
        if (record) {
          records.push(record);
          // Only a settlement may be replaced, by one from another window at the same moment.
          if (!names.facts.includes('settled')) listed.set(keyOf(names), record);
        } else if (reading && reading.kind !== 'ok' && reading.kind !== 'missing')
          unreadable.push({ id: names.id, kind: reading.kind, reason: reading.reason });
      }
    });
    if (!read.ok) return read;
    this.#listed = listed;
    return { ok: true, records, unreadable };
  }

  async related(intent: Intent, except: readonly string[] = []): Promise<Related> {
    let records: readonly JournalRecord[] = [];
    const read = await this.#faulty(async () => {
      records = await this.#index.related(intent, except);
    });
    return read.ok ? { ok: true, records } : read;
  }

  async read(id: string): Promise<RecordReading> {
    const result = await this.#readById(id);
    if (!result.ok) return { kind: 'fault', fault: result.fault };
    const { reading } = result;
    if (reading.kind === 'ok') return { kind: 'ok', record: recordOf(reading) };
    if (reading.kind === 'missing') return reading;
    return { kind: 'unreadable', unreadable: { id, kind: reading.kind, reason: reading.reason } };
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    let body: Uint8Array | undefined;
    await this.#faulty(async () => {
      body = await this.#files.body(id);
    });
    return body;
  }

  async recover(): Promise<Recovery> {
    const concludedLate: string[] = [];
    for (const [id, outcome] of this.#unwritten) {
      if (!(await this.#writeOutcome(id, outcome)).ok) continue;
      this.#unwritten.delete(id);
      concludedLate.push(id);
    }
    const { processes, bounds } = this.#parts;
    const recovery = new JournalRecovery({
      files: this.#files,
      processes,
      bounds,
      now: this.#parts.now(),
    });
    return { concludedLate, ...(await recovery.run()) };
  }

  watch(onChange: () => void): { dispose(): void } {
    return new FolderWatch({
      folder: this.#folder.path,
      names: () => this.#folder.names(),
      onChange,
      debounce: 100,
      polling: 2000,
    });
  }

  #writeOutcome(
    id: string,
    outcome: RecordedOutcome,
    kind: 'answered' | 'outcome' = 'outcome',
  ): Promise<{ ok: true } | Faulty> {
    const bytes = formatOutcome(this.#at(), outcome);
    return this.#faulty(() => this.#folder.writeWhole(factName(id, kind), bytes));
  }

  async #whyNotToConclude(id: string, outcome: RecordedOutcome): Promise<Noted> {
    if (this.#unwritten.has(id)) return { ok: false, forbidden: 'concluded' };
    return this.#change(id, { event: 'conclude', outcome, at: this.#at() }, undefined);
  }

  /** Changes an entry where its state allows it; without `write` it only tells why not. */
  async #change(id: string, event: EntryEvent, write: (() => Promise<void>) | undefined): Promise<Noted> {
    const result = await this.#readById(id);
    if (!result.ok) return result;
    const { reading } = result;
    if (reading.kind === 'missing') return { ok: false, forbidden: 'missing' };
    if (reading.kind !== 'ok') return { ok: false, forbidden: 'unreadable' };
    const allowed = transition(reading.value.facts, event);
    if (!allowed.ok) return { ok: false, forbidden: allowed.forbidden };
    return write ? this.#faulty(write) : { ok: false, forbidden: 'not-owner' };
  }

  async #readById(id: string): Promise<{ ok: true; reading: EntryReading } | Faulty> {
    let reading: EntryReading = { kind: 'missing' };
    const read = await this.#faulty(async () => {
      if (isEntryId(id)) reading = await this.#files.readById(id);
    });
    return read.ok ? { ok: true, reading } : read;
  }

  #faulty(step: () => Promise<void>): Promise<{ ok: true } | Faulty> {
    return withFaults(this.#folder.path, step);
  }

  #at(): string {
    return new Date(this.#parts.now()).toISOString();
  }
}

function keyOf({ id, facts }: EntryNames): string {
  return [id, ...facts].join('.');
}

function recordOf({ value }: Extract<EntryReading, { kind: 'ok' }>): JournalRecord {
  return { entry: value.entry, state: stateOf(value.facts) };
}
