import { type Disposable, EventEmitter, Uri, workspace } from 'vscode';
import { nodeFileOperations } from '../../storage/file-operations.ts';
import { SharedRun } from '../../storage/shared-run.ts';
import { DatasetHistory, type SubmittedDocument } from '../../submission/dataset-history.ts';
import { type Batch, DirectoryBatches } from '../../submission/journal/directory/directory-batches.ts';
import { DirectoryJournal } from '../../submission/journal/directory/directory-journal.ts';
import type { Journal, JournalFailure, JournalRecord, Recovery } from '../../submission/journal/journal.ts';
import { existsHere, pathInRepository } from '../../system/repository-root.ts';

/** The content of the journal when it was last read. */
export interface StoredSubmissions {
  /** Newest first. */
  readonly records: readonly JournalRecord[];
  /** Of the records. */
  readonly history: DatasetHistory;
  /** Unfinished batches whose process has ended. */
  readonly interrupted: readonly Batch[];
  /** Why the journal can't be read. */
  readonly failure?: JournalFailure;
}

/** How often to check whether the process of a submission in flight has ended, in milliseconds. */
const recoveryInterval = 15_000;
/** In milliseconds. */
const minRest = 300;
const maxRest = 5000;
/** As a multiple of the time that reading takes, so that a batch doesn't spend its time on reading thousands of names. */
const restAfterReading = 10;

/** This window's view of the journal that all windows share: opened when needed, repaired, and read again when it changes. */
export class SubmissionStore implements Disposable {
  readonly journal: Journal;
  readonly batches: DirectoryBatches;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** The journal's folder. The command line shares it through `--journal`. */
  readonly folder: string;
  readonly #onRecovery: (recovery: Recovery) => void;
  /** Batches that the user stopped in this window: they can be resumed at once. */
  readonly #stopped = new Map<string, Batch>();
  #disposables: { dispose(): void }[] = [];
  #current: StoredSubmissions = { records: [], history: new DatasetHistory([]), interrupted: [] };
  /** A reading results in its duration in milliseconds. */
  readonly #reading = new SharedRun(
    () => this.#read(),
    (duration) => Math.min(Math.max(minRest, duration * restAfterReading), maxRest),
  );

  constructor(globalStorage: Uri, onRecovery: (recovery: Recovery) => void) {
    this.folder = Uri.joinPath(globalStorage, 'submissions').fsPath;
    this.#onRecovery = onRecovery;
    this.journal = new DirectoryJournal(this.folder);
    this.batches = new DirectoryBatches(this.folder);
  }

  get current(): StoredSubmissions {
    return this.#current;
  }

  async open(): Promise<void> {
    // Only a folder that exists can be watched. If it can't be created, the first submission reports why.
    await nodeFileOperations.makeFolder(this.folder).catch(() => undefined);
    await this.recover();
    const timer = setInterval(() => {
      const awaited = this.#current.records.some(({ state }) => state.kind === 'in-flight');
      if (awaited) void this.recover();
    }, recoveryInterval);
    this.#disposables = [
      this.journal.watch(() => void this.refresh()),
      { dispose: () => clearInterval(timer) },
      this.#changed,
    ];
    await this.refresh();
  }

  async recover(): Promise<void> {
    this.#onRecovery(await this.journal.recover());
  }

  /** Reads the journal. Calls during a reading share the next one. */
  async refresh(): Promise<void> {
    await this.#reading.run();
  }

  /** Call it when a batch was stopped: the view offers to resume it. */
  async putAside(batch: Batch): Promise<void> {
    this.#stopped.set(batch.id, batch);
    await this.refresh();
  }

  /** Makes this window the owner of an interrupted batch. */
  async takeUp(batch: Batch): ReturnType<DirectoryBatches['resume']> {
    this.#stopped.delete(batch.id);
    return this.batches.resume(batch);
  }

  async endBatch(id: string): Promise<void> {
    this.#stopped.delete(id);
    await this.batches.end(id);
    await this.refresh();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #read(): Promise<number> {
    const began = performance.now();
    const [listing, left] = await Promise.all([this.journal.list(), this.batches.interrupted()]);
    const interrupted = [...this.#stopped.values(), ...left];
    this.#current = listing.ok
      ? { ...listing.value, history: new DatasetHistory(listing.value.records), interrupted }
      : { ...this.#current, interrupted, failure: listing.failure };
    this.#changed.fire();
    return performance.now() - began;
  }
}

/** What identifies a document in the journal: also what was submitted before it was first saved, and its path in its workspace folder. */
export function submittedDocument(uri: Uri): SubmittedDocument {
  return {
    uris: [uri, uri.with({ scheme: 'untitled' })].map(String),
    path: pathInRepository(uri.toString(true), workspace.getWorkspaceFolder(uri)?.uri.fsPath),
    exists: existsHere,
  };
}
