import { randomBytes } from 'node:crypto';
import { failure, type Result, success } from '../../../result.ts';
import { DurableFolder } from '../../../storage/durable-folder.ts';
import { nodeFileOperations } from '../../../storage/file-operations.ts';
import { FolderWatch } from '../../../storage/folder-watch.ts';
import { SystemProcesses } from '../../../system/process-identity.ts';
import {
  bodyContentHash,
  type EntryChange,
  type EntryDraft,
  type EntryFacts,
  type JournalEntry,
  newEntryId,
  type RecordedOutcome,
  refusalOf,
  type Settlement,
  settledFact,
  sha256,
} from '../entry.ts';
import {
  type BeginResult,
  type EntryReadFailure,
  type Intent,
  type Journal,
  type JournalFailure,
  type JournalRecord,
  type JournalWriteResult,
  type ListResult,
  type ReadResult,
  type Recovery,
  type RelatedResult,
  withFileFailures,
} from '../journal.ts';
import type { DirectoryBatchesOptions } from './directory-batches.ts';
import {
  EntryFiles,
  entriesAmong,
  entryName,
  entryStateKey,
  factName,
  recordOf,
  type StoredEntry,
} from './entry-files.ts';
import { formatEntry, formatOutcome, formatSettlement, isRecordable } from './entry-format.ts';
import { EntryIndex } from './entry-index.ts';
import { JournalRecovery, type RecoveredEntry } from './recovery.ts';
import { defaultRetention, type Retention } from './retention.ts';

export interface DirectoryJournalOptions extends DirectoryBatchesOptions {
  readonly retention: Retention;
  /** Whether what the gateway answered is kept. Others may read the journal. */
  readonly keepsResponses: boolean;
}

/**
 * A journal in a folder. It needs no locks: the entry and each fact about it are separate files, each written whole by one kind
 * of author, so nothing is read, changed and written back. If the user settles an entry while its process concludes it, both
 * facts are kept, and `stateOf` decides which one counts.
 */
export class DirectoryJournal implements Journal {
  readonly #files: EntryFiles;
  readonly #options: DirectoryJournalOptions;
  readonly #folder: DurableFolder;
  /** Entries that this process began and has not concluded. */
  readonly #open = new Set<string>();
  /** Outcomes that could not be written. */
  readonly #unwritten = new Map<string, RecordedOutcome>();
  /** The last listing, by the names of an entry's files. A new fact is a new file, so known names need not be read again. */
  #listed: ReadonlyMap<string, JournalRecord> = new Map();
  /** The same for the last recovery: a window recovers the journal every few seconds while a submission is in flight. */
  readonly #recovered = new Map<string, RecoveredEntry>();
  readonly #index: EntryIndex;

  constructor(folder: string, options: Partial<DirectoryJournalOptions> = {}) {
    this.#options = {
      files: nodeFileOperations,
      processes: new SystemProcesses(),
      retention: defaultRetention,
      keepsResponses: true,
      now: Date.now,
      random: randomBytes,
      ...options,
    };
    const { files, processes, now } = this.#options;
    this.#folder = new DurableFolder(folder, files);
    this.#files = new EntryFiles(this.#folder);
    this.#index = new EntryIndex(this.#files, processes, now);
  }

  async begin(
    draft: EntryDraft,
    body: Uint8Array,
    contentSha256 = bodyContentHash(body),
  ): Promise<BeginResult> {
    if (!isRecordable(body))
      return failure({ kind: 'file-system', code: 'EFBIG', folder: this.#folder.path });
    const now = new Date(this.#options.now());
    const entry: JournalEntry = {
      id: newEntryId(now, this.#options.random(8)),
      begunAt: now.toISOString(),
      ...draft,
      body: { sha256: sha256(body), contentSha256, length: body.length },
      owner: await this.#options.processes.self(),
    };
    const { id } = entry;
    this.#open.add(id);
    this.#index.add(entry);
    const written = await this.#attempt(() =>
      this.#folder.writeWhole(entryName(id), formatEntry(entry, body)),
    );
    if (!written.ok) {
      this.#open.delete(id);
      // The file may exist if only the folder's fsync failed. Nothing is sent, so it must not look as if it were in flight.
      const removed = await this.#attempt(() => this.#folder.remove(entryName(id)));
      if (!removed.ok)
        this.#unwritten.set(id, {
          kind: 'not-sent',
          cause: { kind: 'journal', code: written.failure.code },
        });
      return written;
    }
    return success(entry);
  }

  async conclude(id: string, outcome: RecordedOutcome): Promise<JournalWriteResult> {
    if (!this.#open.delete(id)) return this.#explainRefusal(id);
    const written = await this.#writeOutcome(id, outcome);
    if (!written.ok) this.#unwritten.set(id, outcome);
    return written;
  }

  async settle(id: string, settlement: Settlement): Promise<JournalWriteResult> {
    const name = factName(id, 'settled');
    return this.#change(id, 'settle', async (facts) => {
      const { damage } = facts;
      if (damage?.isEntry && settlement.kind === 'created') return failure({ kind: 'unreadable' });
      // One that can't be read, or doesn't count. A branch has no other file of that name after it.
      if (damage && (await this.#folder.status(name))) {
        await this.#folder.setAside(name);
        await this.#folder.sync();
      }
      await this.#folder.writeWhole(name, formatSettlement(settledFact(facts, settlement, this.#at())));
      return success(undefined);
    });
  }

  async delete(id: string): Promise<JournalWriteResult> {
    return this.#change(id, 'delete', async () => success(await this.#files.removeEntry(id)));
  }

  async list(asRecovered = false): Promise<ListResult> {
    const records: JournalRecord[] = [];
    const listed = new Map<string, JournalRecord>();
    const known = this.#listed;
    const read = await this.#attempt(async () => {
      const entries = entriesAmong(await this.#folder.names()).entries.toReversed();
      const stored = await this.#files.readAll(entries.filter((names) => !known.has(entryStateKey(names))));
      for (const names of entries) {
        const entry = stored.get(names.id);
        const record = entry ? recordOf(entry) : known.get(entryStateKey(names));
        if (!record) continue;
        records.push(record);
        // A settlement may be replaced, by one from another window at the same moment, and a damaged file by its backup.
        if (!entry?.facts.damage && !names.facts.includes('settled'))
          listed.set(entryStateKey(names), record);
      }
    });
    if (!read.ok) return read;
    this.#listed = listed;
    for (const { entry, isUnreadable } of records) if (!isUnreadable) this.#index.add(entry);
    if (!asRecovered) return success({ records });
    return this.#attempt(async () => ({
      records: await Promise.all(records.map((record) => this.#index.asRecovered(record))),
    }));
  }

  async related(intent: Intent, except: readonly string[] = [], maxAge = 0): Promise<RelatedResult> {
    return this.#attempt(() => this.#index.related(intent, except, maxAge));
  }

  async read(id: string): Promise<ReadResult> {
    const stored = await this.#readById(id);
    return stored.ok ? success(recordOf(stored.value)) : stored;
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    const body = await this.#attempt(() => this.#files.body(id));
    return body.ok ? body.value : undefined;
  }

  /** Whether there are outcomes of requests that could not be written. */
  get hasUnwritten(): boolean {
    return [...this.#unwritten.values()].some(({ kind }) => kind !== 'not-sent' && kind !== 'cancelled');
  }

  /** Tries again to write the outcomes that could not be written. The IDs of those that now are. */
  async concludeLate(): Promise<readonly string[]> {
    const concluded: string[] = [];
    for (const [id, outcome] of this.#unwritten) {
      if (!(await this.#writeOutcome(id, outcome)).ok) continue;
      this.#unwritten.delete(id);
      concluded.push(id);
    }
    return concluded;
  }

  async recover(): Promise<Recovery> {
    const concludedLate = await this.concludeLate();
    const known = this.#recovered;
    const recovery = new JournalRecovery(this.#files, { ...this.#options, now: this.#options.now(), known });
    return { concludedLate, ...(await recovery.run()) };
  }

  watch(onChange: () => void): { dispose(): void } {
    return new FolderWatch(this.#folder.path, () => this.#folder.names(), onChange);
  }

  #writeOutcome(id: string, outcome: RecordedOutcome): Promise<Result<void, JournalFailure>> {
    const kept = this.#options.keepsResponses ? outcome : withoutWords(outcome);
    const bytes = formatOutcome(this.#at(), kept);
    return this.#attempt(() => this.#folder.writeWhole(factName(id, 'outcome'), bytes));
  }

  async #explainRefusal(id: string): Promise<JournalWriteResult> {
    if (this.#unwritten.has(id)) return failure({ kind: 'concluded' });
    return this.#change(id, 'conclude', undefined);
  }

  /** Changes an entry if its state allows it. Without `write` it only explains why not. */
  async #change(
    id: string,
    change: EntryChange,
    write: ((facts: EntryFacts) => Promise<JournalWriteResult>) | undefined,
  ): Promise<JournalWriteResult> {
    const stored = await this.#readById(id);
    if (!stored.ok) return stored;
    const refusal = refusalOf(stored.value.facts, change);
    if (refusal) return failure(refusal);
    if (!write) return failure({ kind: 'not-owner' });
    const written = await this.#attempt(() => write(stored.value.facts));
    return written.ok ? written.value : written;
  }

  async #readById(id: string): Promise<Result<StoredEntry, EntryReadFailure>> {
    const read = await this.#attempt(() => this.#files.readById(id));
    if (!read.ok) return read;
    return read.value ? success(read.value) : failure({ kind: 'missing' });
  }

  #attempt<Value>(step: () => Promise<Value>): Promise<Result<Value, JournalFailure>> {
    return withFileFailures(this.#folder.path, step);
  }

  #at(): string {
    return new Date(this.#options.now()).toISOString();
  }
}

/** An outcome with `…` in place of what the gateway said: status, ID, and kind of the cause are left. */
function withoutWords<Outcome extends RecordedOutcome>(outcome: Outcome): Outcome {
  return {
    ...outcome,
    ...('response' in outcome && { response: '' }),
    ...('reason' in outcome && { reason: '…' }),
    ...('cause' in outcome && outcome.cause.detail && { cause: { ...outcome.cause, detail: '…' } }),
  };
}
