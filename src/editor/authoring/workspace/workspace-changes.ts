import { type ConfigurationChangeEvent, type Disposable, type Event, type Uri, workspace } from 'vscode';
import { datasetGlob, type StoredFiles } from './stored-files.ts';

/** Changes to dataset files. All keys are URIs. */
export interface Changes {
  /** Whether dataset files may have been added or removed, so that a new search is needed. */
  readonly needsSearch: boolean;
  /** Known files that must be checked again. */
  readonly changed: ReadonlyMap<string, Uri>;
  /** Deleted files and folders. */
  readonly deleted: ReadonlySet<string>;
}

/** In milliseconds, after the last change: a Git checkout changes thousands of files. */
const debounceDelay = 300;

/** Collects changes to dataset files and to the settings that affect them, and reports them together. */
export class WorkspaceChanges implements Disposable {
  readonly #knownFiles: () => ReadonlyMap<string, Uri>;
  readonly #files: StoredFiles;
  readonly #onChanges: (changes: Changes) => void;
  readonly #registrations: Disposable[];
  #needsSearch = false;
  #changed = new Map<string, Uri>();
  #deleted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `knownFiles`: the files whose changes are reported, by URI. */
  constructor(
    knownFiles: () => ReadonlyMap<string, Uri>,
    files: StoredFiles,
    onDidChangeProjects: Event<void>,
    onChanges: (changes: Changes) => void,
  ) {
    this.#knownFiles = knownFiles;
    this.#files = files;
    this.#onChanges = onChanges;
    const datasetFiles = workspace.createFileSystemWatcher(datasetGlob);
    // VS Code may report only a folder that is created or deleted, not the files in it.
    const folders = workspace.createFileSystemWatcher('**/*', false, true);
    this.#registrations = [
      datasetFiles,
      folders,
      datasetFiles.onDidCreate((uri) => {
        this.#scheduleSearch();
        // A known file was replaced by another one.
        this.add(uri);
      }),
      datasetFiles.onDidChange((uri) => this.add(uri)),
      folders.onDidDelete((uri) => this.#addDeleted(uri)),
      folders.onDidCreate((uri) => this.#searchIfFolder(uri)),
      // VS Code reports a renamed folder, not the files in it.
      workspace.onDidRenameFiles(() => this.#scheduleSearch()),
      workspace.onDidChangeWorkspaceFolders(() => this.#scheduleSearch()),
      workspace.onDidChangeConfiguration((change) => this.#configurationChanged(change)),
      onDidChangeProjects(() => {
        this.#scheduleSearch();
        for (const uri of this.#knownFiles().values()) this.add(uri);
      }),
    ];
  }

  /** Schedules a check of a file, if it is known. */
  add(uri: Uri): void {
    const key = uri.toString();
    if (!this.#knownFiles().has(key)) return;
    this.#changed.set(key, uri);
    this.#scheduleReport();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const registration of this.#registrations) registration.dispose();
  }

  #scheduleSearch(): void {
    this.#needsSearch = true;
    this.#scheduleReport();
  }

  #addDeleted(uri: Uri): void {
    this.#deleted.add(uri.toString());
    // Doesn't restart the timer: other programs, such as compilers, may delete files continuously.
    if (this.#timer === undefined) this.#scheduleReport();
  }

  /** A new folder can contain dataset files. */
  async #searchIfFolder(created: Uri): Promise<void> {
    if (!this.#needsSearch && (await this.#files.isFolder(created))) this.#scheduleSearch();
  }

  #configurationChanged(change: ConfigurationChangeEvent): void {
    if (change.affectsConfiguration('files.exclude') || change.affectsConfiguration('search.exclude'))
      this.#scheduleSearch();
    if (!change.affectsConfiguration('dataset')) return;
    for (const uri of this.#knownFiles().values()) this.add(uri);
  }

  #scheduleReport(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#report(), debounceDelay);
  }

  #report(): void {
    const changes = { needsSearch: this.#needsSearch, changed: this.#changed, deleted: this.#deleted };
    this.#timer = undefined;
    this.#needsSearch = false;
    this.#changed = new Map();
    this.#deleted = new Set();
    this.#onChanges(changes);
  }
}
