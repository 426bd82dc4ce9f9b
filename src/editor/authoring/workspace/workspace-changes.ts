import { type ConfigurationChangeEvent, type Disposable, type Uri, workspace } from 'vscode';
import { datasetGlob } from './dataset-files.ts';
import type { StoredFiles } from './file-content.ts';

/** What has happened to the workspace's files, by URI. */
export interface Changes {
  /** Dataset files may have come or gone. */
  readonly search: boolean;
  /** Known files to be checked anew. */
  readonly changed: ReadonlyMap<string, Uri>;
  /** Files and folders. */
  readonly deleted: ReadonlySet<string>;
}

/** A pause in which further changes are awaited, in milliseconds: a checkout changes thousands of files. */
const pause = 300;

/** Gathers what happens to dataset files, on disk and by settings, and tells it when it has calmed down. */
export class WorkspaceChanges implements Disposable {
  readonly #known: () => ReadonlyMap<string, Uri>;
  readonly #files: StoredFiles;
  readonly #settled: (changes: Changes) => void;
  readonly #registrations: Disposable[];
  #search = false;
  #changed = new Map<string, Uri>();
  #deleted = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `known` gives the files of which changes are told. */
  constructor(
    known: () => ReadonlyMap<string, Uri>,
    files: StoredFiles,
    settled: (changes: Changes) => void,
  ) {
    this.#known = known;
    this.#files = files;
    this.#settled = settled;
    const datasetFiles = workspace.createFileSystemWatcher(datasetGlob);
    // Where a folder goes or comes, nothing need be said of the files in it.
    const folders = workspace.createFileSystemWatcher('**/*', false, true);
    this.#registrations = [
      datasetFiles,
      folders,
      datasetFiles.onDidCreate((uri) => {
        this.#searchLater();
        // Where another file takes its place, a known one comes anew.
        this.add(uri);
      }),
      datasetFiles.onDidChange((uri) => this.add(uri)),
      folders.onDidDelete((uri) => this.#addDeleted(uri)),
      folders.onDidCreate((uri) => this.#lookInto(uri)),
      // A renamed folder brings files along, of which nothing is said either.
      workspace.onDidRenameFiles(() => this.#searchLater()),
      workspace.onDidChangeWorkspaceFolders(() => this.#searchLater()),
      workspace.onDidChangeConfiguration((change) => this.#configurationChanged(change)),
    ];
  }

  /** Has a known file checked anew. */
  add(uri: Uri): void {
    const key = uri.toString();
    if (!this.#known().has(key)) return;
    this.#changed.set(key, uri);
    this.#putOff();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const registration of this.#registrations) registration.dispose();
  }

  #searchLater(): void {
    this.#search = true;
    this.#putOff();
  }

  #addDeleted(uri: Uri): void {
    this.#deleted.add(uri.toString());
    // Files of no matter may be deleted again and again, such as a compiler's: they put nothing off.
    if (this.#timer === undefined) this.#putOff();
  }

  /** A folder that has come may have brought dataset files along. */
  async #lookInto(created: Uri): Promise<void> {
    if (!this.#search && (await this.#files.isFolder(created))) this.#searchLater();
  }

  #configurationChanged(change: ConfigurationChangeEvent): void {
    if (change.affectsConfiguration('files.exclude') || change.affectsConfiguration('search.exclude'))
      this.#searchLater();
    if (!change.affectsConfiguration('dataset')) return;
    for (const uri of this.#known().values()) this.add(uri);
  }

  #putOff(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), pause);
  }

  #tell(): void {
    const changes = { search: this.#search, changed: this.#changed, deleted: this.#deleted };
    this.#timer = undefined;
    this.#search = false;
    this.#changed = new Map();
    this.#deleted = new Set();
    this.#settled(changes);
  }
}
