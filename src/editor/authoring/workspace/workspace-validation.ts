import {
  type CancellationToken,
  CancellationTokenSource,
  DiagnosticSeverity,
  type Disposable,
  l10n,
  type Uri,
} from 'vscode';
import type { ReadFailure } from '../../../app/read-file.ts';
import { type DocumentToValidate, validateDatasets } from '../../../app/validate-datasets.ts';
import { formatOf } from '../../../dataset/dataset.ts';
import { type Problem, syntaxProblem } from '../../../dataset/problem.ts';
import { failure, success } from '../../../result.ts';
import { describeUnreadableFile } from '../../../text/read-failure.ts';
import { abortSignalOf, withProgress } from '../../progress.ts';
import { openDocument } from '../../uris.ts';
import type { Checking } from '../checking/checking.ts';
import { findDatasetFiles, judgeByFolder } from './stored-files.ts';
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
  #runCount = 0;
  /** The number of the latest run whose result is shown, by URI. Results of earlier runs are ignored. */
  readonly #latestRuns = new Map<string, number>();
  #run: CancellationTokenSource | undefined;

  constructor(checking: Checking) {
    this.#checking = checking;
    const changes = new WorkspaceChanges(
      () => this.#files,
      checking.files,
      checking.settings.projects.onDidChange,
      (batch) => void this.#applyChanges(batch),
    );
    this.#registrations = [changes, checking.diagnostics.onDidClear((uri) => changes.add(uri))];
  }

  /** Checks all files and shows cancellable progress. Cancels a run that is still in progress. */
  async run(): Promise<WorkspaceValidationResult> {
    this.#run?.cancel();
    const run = new CancellationTokenSource();
    this.#run = run;
    await withProgress(l10n.t('Validating datasets'), async (cancelled, progress) => {
      cancelled.addEventListener('abort', () => run.cancel());
      await this.#search(run.token);
      const files = [...this.#files.values()];
      let done = 0;
      let reported = 0;
      await this.#checkAll(files, run.token, () => {
        done++;
        // Each report is a message to the window, so there are at most about a hundred.
        if (done % Math.ceil(files.length / 100) !== 0 && done < files.length) return;
        progress.report({
          message: l10n.t('{done} of {files} files', { done, files: files.length }),
          increment: (100 * (done - reported)) / files.length,
        });
        reported = done;
      });
    });
    const cancelled = run.token.isCancellationRequested;
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
    const judge = judgeByFolder(this.#checking.settings);
    const files = new Map<string, Uri>();
    for (const uri of await findDatasetFiles(token))
      if ((await judge(uri))?.kind !== 'excluded') files.set(uri.toString(), uri);
    if (token.isCancellationRequested) return;
    for (const [key, uri] of this.#files) {
      if (!files.has(key) && !openDocument(uri)) this.#checking.problems.delete(uri);
    }
    this.#files = files;
  }

  async #checkAll(files: readonly Uri[], token: CancellationToken, onDone: () => void): Promise<void> {
    const run = ++this.#runCount;
    const judge = judgeByFolder(this.#checking.settings);
    const missing: Uri[] = [];
    await validateDatasets<Uri, DocumentToValidate, ReadFailure | { readonly kind: 'skipped' }>(files, {
      concurrency: maxConcurrentFiles,
      checks: this.#checking.checks,
      signal: abortSignalOf(token),
      read: async (uri) => {
        const [format, judgement] = [formatOf(uri.path), await judge(uri)];
        if (openDocument(uri) || !format || judgement?.kind !== 'judged') return failure({ kind: 'skipped' });
        const content = await this.#checking.files.read(uri);
        return content.ok
          ? success({ content: content.value, format, settings: judgement.settings })
          : content;
      },
      onResult: (uri, result) => {
        onDone();
        const key = uri.toString();
        // `Diagnostics` checks open files.
        if (openDocument(uri) || run < (this.#latestRuns.get(key) ?? 0)) return;
        this.#latestRuns.set(key, run);
        this.#unreadable.delete(key);
        if (result.ok) this.#show(uri, result.value.problems);
        else if (result.failure.kind === 'skipped') this.#show(uri, []);
        else if (result.failure.kind === 'unreadable') this.#showUnreadable(uri, result.failure.details);
        else {
          this.#checking.problems.delete(uri);
          missing.push(uri);
        }
      },
    });
    if (missing.length > 0) await this.#handleMissing(missing, token);
    this.#checking.problems.flush();
  }

  /** If the file was deleted in the meantime, its problems would remain. */
  #show(uri: Uri, problems: readonly Problem[]): void {
    if (this.#files.has(uri.toString())) this.#checking.problems.queue(uri, problems);
  }

  #showUnreadable(uri: Uri, reason: string): void {
    this.#unreadable.add(uri.toString());
    this.#show(uri, [syntaxProblem(describeUnreadableFile(reason))]);
  }

  /** Forgets missing files that were deleted, and reports those that VS Code still lists. */
  async #handleMissing(missing: readonly Uri[], token: CancellationToken): Promise<void> {
    const listed = new Set((await findDatasetFiles(token)).map(String));
    if (token.isCancellationRequested) return;
    for (const uri of missing) {
      if (!listed.has(uri.toString())) this.#files.delete(uri.toString());
      else {
        const reason = l10n.t(
          "VS Code can't find it under the name that it lists. Rename the file: its name may contain characters that VS Code can't represent.",
        );
        this.#showUnreadable(uri, reason);
      }
    }
  }

  #count(): Pick<WorkspaceValidationResult, 'errors' | 'warnings' | 'unreadable'> {
    let errors = 0;
    let warnings = 0;
    let unreadable = 0;
    for (const [key, uri] of this.#files) {
      if (this.#unreadable.has(key) && !openDocument(uri)) unreadable++;
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
    // May have been created again in the meantime. If not, the search removes its problems.
    const gone = [...previousFiles].filter(([file]) => isWithin(file, deleted));
    if (gone.length > 0 || needsSearch) {
      await this.#search(token);
      for (const [key, uri] of gone) stale.set(key, uri);
      for (const [key, uri] of this.#files) if (!previousFiles.has(key)) stale.set(key, uri);
    }
    const files = [...stale].flatMap(([key, uri]) => (this.#files.has(key) ? [uri] : []));
    await this.#checkAll(files, token, () => {});
  }
}

/** Whether a path equals one of `places`, or is inside one of them. */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (places.has(path.slice(0, end))) return true;
  return false;
}
