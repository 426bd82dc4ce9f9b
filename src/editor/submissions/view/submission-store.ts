import { type Disposable, EventEmitter, Uri } from 'vscode';
import { nodeFileOperations } from '../../../storage/file-operations.ts';
import { DirectoryJournal } from '../../../submission/journal/directory/directory-journal.ts';
import { DirectoryRuns } from '../../../submission/journal/directory/directory-runs.ts';
import type { Run } from '../../../submission/journal/directory/run-file.ts';
import type { JournalFault } from '../../../submission/journal/fault.ts';
import type { Journal, JournalRecord, Recovery, Unreadable } from '../../../submission/journal/journal.ts';

/** What the journal held when it was last read. */
export interface StoredSubmissions {
  /** Newest first. */
  readonly records: readonly JournalRecord[];
  readonly unreadable: readonly Unreadable[];
  /** Runs that nobody works on and that aren't over. */
  readonly interrupted: readonly Run[];
  /** Why the journal can't be read. */
  readonly fault?: JournalFault;
}

/** In milliseconds: how often is looked whether the process of a submission in flight is gone. */
const lookAfterOthers = 15_000;
/** In milliseconds: the shortest time between two readings. */
const breath = 300;

/** The journal that all windows share, as this window sees it: opened on first need, mended, and read again when it changes. */
export class SubmissionStore implements Disposable {
  readonly journal: Journal;
  readonly runs: DirectoryRuns;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #folder: string;
  readonly #onRecovery: (recovery: Recovery) => void;
  /** Runs of this window that the user stopped: they can be resumed at once. */
  readonly #stopped = new Map<string, Run>();
  #disposables: { dispose(): void }[] = [];
  #current: StoredSubmissions = { records: [], unreadable: [], interrupted: [] };
  #reading: Promise<void> | undefined;
  #stale = false;

  constructor(globalStorage: Uri, onRecovery: (recovery: Recovery) => void) {
    this.#folder = Uri.joinPath(globalStorage, 'submissions').fsPath;
    this.#onRecovery = onRecovery;
    this.journal = new DirectoryJournal(this.#folder);
    this.runs = new DirectoryRuns(this.#folder);
  }

  /** Where the journal lies: the command line shares it through `--journal`. */
  get folder(): string {
    return this.#folder;
  }

  get current(): StoredSubmissions {
    return this.#current;
  }

  async open(): Promise<void> {
    // A folder that is there can be watched. Where it can't be made, the first submission tells why.
    await nodeFileOperations.makeFolder(this.#folder).catch(() => undefined);
    await this.recover();
    const timer = setInterval(() => {
      const awaited = this.#current.records.some(({ state }) => state.outcome === 'in-flight');
      if (awaited) void this.recover();
    }, lookAfterOthers);
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

  /** Reads what there is now. Calls that come while it reads share one more reading. */
  async refresh(): Promise<void> {
    this.#stale = true;
    this.#reading ??= this.#readUntilFresh().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  /** The run was stopped, not finished: it is offered to be resumed. */
  async putAside(run: Run): Promise<void> {
    this.#stopped.set(run.id, run);
    await this.refresh();
  }

  async takeUp(run: Run): ReturnType<DirectoryRuns['resume']> {
    this.#stopped.delete(run.id);
    return this.runs.resume(run);
  }

  async endRun(id: string): Promise<void> {
    this.#stopped.delete(id);
    await this.runs.end(id);
    await this.refresh();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #readUntilFresh(): Promise<void> {
    for (;;) {
      this.#stale = false;
      const [listing, left] = await Promise.all([this.journal.list(), this.runs.interrupted()]);
      const interrupted = [...this.#stopped.values(), ...left];
      this.#current = listing.ok
        ? { records: listing.records, unreadable: listing.unreadable, interrupted }
        : { ...this.#current, interrupted, fault: listing.fault };
      this.#changed.fire();
      if (!this.#stale) return;
      await new Promise((resolve) => setTimeout(resolve, breath));
    }
  }
}
