import {
  type CancellationToken,
  CancellationTokenSource,
  DiagnosticSeverity,
  type Disposable,
  l10n,
  ProgressLocation,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { type Problem, syntaxProblem } from '../../../dataset/problem.ts';
import type { RuleSettings } from '../../../dataset/rules/settings.ts';
import { success } from '../../../result.ts';
import type { Checking } from '../checking/checking.ts';
import { checkClosedFile, findDatasetFiles, validationOptionsByFolder } from './dataset-files.ts';
import { type Changes, WorkspaceChanges } from './workspace-changes.ts';

/** The result of the command *Validate All Datasets*. */
export interface WorkspaceValidationResult {
  readonly files: number;
  /** The number of files that can't be read, included in `files`. Each has a problem that says why. */
  readonly unreadable: number;
  readonly errors: number;
  readonly warnings: number;
  readonly cancelled: boolean;
}

/** Enough to keep a disk or a remote file system busy, and few enough to limit memory use. */
const maxConcurrentFiles = 16;

/**
 * Shows the problems of all dataset files and, from then on, updates those of closed files. `Diagnostics` checks open
 * documents, because they can have unsaved changes.
 */
export class WorkspaceValidation implements Disposable {
  readonly #checking: Checking;
  readonly #registrations: Disposable[];
  /** All dataset files, by URI. */
  #files = new Map<string, Uri>();
  /** URIs of files that can't be read. */
  readonly #unreadable = new Set<string>();
  /** The last search. Searches run one after another, so that the latest result wins. */
  #lastSearch: Promise<void> = Promise.resolve();
  #checkCount = 0;
  /** The number of the latest check whose result is shown, by URI. Results of earlier checks are ignored. */
  readonly #latestChecks = new Map<string, number>();
  #run: CancellationTokenSource | undefined;

  constructor(checking: Checking) {
    this.#checking = checking;
    const changes = new WorkspaceChanges(
      () => this.#files,
      checking.files,
      (batch) => void this.#applyChanges(batch),
    );
    this.#registrations = [changes, checking.diagnostics.onDidClear((uri) => changes.add(uri))];
  }

  /** Checks all files and shows cancellable progress. Cancels a run that is still in progress. */
  async run(): Promise<WorkspaceValidationResult> {
    this.#run?.cancel();
    const run = new CancellationTokenSource();
    this.#run = run;
    const cancelled = await window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: l10n.t('Validating datasets'),
        cancellable: true,
      },
      async (progress, token) => {
        token.onCancellationRequested(() => run.cancel());
        await this.#search(run.token);
        const files = [...this.#files.values()];
        let done = 0;
        await this.#checkAll(files, run.token, () => {
          done++;
          // Each report is a message to the window, so there are at most about a hundred.
          if (done % Math.ceil(files.length / 100) !== 0) return;
          progress.report({
            message: l10n.t('{done} of {files} files', { done, files: files.length }),
            increment: 100 / Math.min(files.length, 100),
          });
        });
        return run.token.isCancellationRequested;
      },
    );
    if (this.#run === run) this.#run = undefined;
    run.dispose();
    return { files: this.#files.size, ...this.#count(), cancelled };
  }

  dispose(): void {
    this.#run?.cancel();
    for (const registration of this.#registrations) registration.dispose();
  }

  /** Finds all dataset files, and removes the problems of files that no longer exist. */
  #search(token: CancellationToken): Promise<void> {
    const search = () => this.#searchNow(token);
    this.#lastSearch = this.#lastSearch.then(search, search);
    return this.#lastSearch;
  }

  async #searchNow(token: CancellationToken): Promise<void> {
    const found = await findDatasetFiles(token);
    if (token.isCancellationRequested) return;
    const files = new Map(found.map((uri) => [uri.toString(), uri]));
    for (const [key, uri] of this.#files) {
      if (!files.has(key) && !isOpen(uri)) this.#checking.problems.delete(uri);
    }
    this.#files = files;
  }

  async #checkAll(files: readonly Uri[], token: CancellationToken, onDone: () => void): Promise<void> {
    const remaining = files.values();
    const optionsOf = validationOptionsByFolder(this.#checking.settings);
    const missing: Uri[] = [];
    const worker = async () => {
      for (const uri of remaining) {
        if (token.isCancellationRequested) return;
        if ((await this.#check(uri, optionsOf(uri))) === 'not-found') missing.push(uri);
        onDone();
      }
    };
    await Promise.all(Array.from({ length: maxConcurrentFiles }, worker));
    if (missing.length > 0) await this.#handleMissing(missing, token);
    this.#checking.problems.flush();
  }

  /** Forgets missing files that were deleted, and reports those that VS Code still lists. */
  async #handleMissing(missing: readonly Uri[], token: CancellationToken): Promise<void> {
    const listed = new Set((await findDatasetFiles(token)).map(String));
    if (token.isCancellationRequested) return;
    for (const uri of missing) {
      const key = uri.toString();
      if (!listed.has(key)) this.#files.delete(key);
      else if (this.#files.has(key)) {
        this.#unreadable.add(key);
        const message = l10n.t(
          "The file can't be read because VS Code can't find it under the name that it lists. Rename the file: its name may contain characters that VS Code can't represent.",
        );
        this.#checking.problems.queue(uri, [syntaxProblem(message)]);
      }
    }
  }

  async #check(uri: Uri, options: RuleSettings | undefined): Promise<'not-found' | undefined> {
    if (isOpen(uri)) return undefined;
    const { problems } = this.#checking;
    const key = uri.toString();
    this.#checkCount++;
    const checkNumber = this.#checkCount;
    const check = options === undefined ? success([]) : await checkClosedFile(uri, options, this.#checking);
    if (checkNumber < (this.#latestChecks.get(key) ?? 0)) return undefined;
    this.#latestChecks.set(key, checkNumber);
    this.#unreadable.delete(key);
    let found: readonly Problem[];
    if (check.ok) found = check.value;
    else if (check.failure.kind === 'unreadable') {
      this.#unreadable.add(key);
      found = [syntaxProblem(check.failure.message)];
    } else {
      if (!isOpen(uri)) problems.delete(uri);
      return 'not-found';
    }
    // If the file was opened in the meantime, `Diagnostics` checks it. If it was deleted, its problems would remain.
    if (!isOpen(uri) && this.#files.has(key)) problems.queue(uri, found);
    return undefined;
  }

  #count(): Pick<WorkspaceValidationResult, 'errors' | 'warnings' | 'unreadable'> {
    let errors = 0;
    let warnings = 0;
    let unreadable = 0;
    for (const [key, uri] of this.#files) {
      if (this.#unreadable.has(key) && !isOpen(uri)) unreadable++;
      for (const { severity } of this.#checking.problems.get(uri)) {
        if (severity === DiagnosticSeverity.Error) errors++;
        else if (severity === DiagnosticSeverity.Warning) warnings++;
      }
    }
    return { errors, warnings, unreadable };
  }

  async #applyChanges({ needsSearch, changed, deleted }: Changes): Promise<void> {
    const previousFiles = this.#files;
    const { token } = new CancellationTokenSource();
    const stale = new Map(changed);
    // A deleted file may have been created again.
    if (this.#removeDeleted(deleted) || needsSearch) {
      await this.#search(token);
      for (const [key, uri] of this.#files) if (!previousFiles.has(key)) stale.set(key, uri);
    }
    const files = [...stale].flatMap(([key, uri]) => (this.#files.has(key) ? [uri] : []));
    await this.#checkAll(files, token, () => {});
  }

  /** Removes deleted files, and the files in deleted folders. Returns whether any were known. */
  #removeDeleted(deleted: ReadonlySet<string>): boolean {
    const previousSize = this.#files.size;
    for (const [file, uri] of this.#files) {
      if (!isWithin(file, deleted)) continue;
      this.#files.delete(file);
      if (!isOpen(uri)) this.#checking.problems.delete(uri);
    }
    return this.#files.size < previousSize;
  }
}

/** Whether a path equals one of `places`, or is inside one of them. */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (places.has(path.slice(0, end))) return true;
  return false;
}

/** Whether VS Code has the file open as a text document, in any language. */
function isOpen(uri: Uri): boolean {
  const key = uri.toString();
  return workspace.textDocuments.some((document) => document.uri.toString() === key);
}
