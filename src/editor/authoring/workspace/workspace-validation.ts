import { DiagnosticSeverity, type Disposable, l10n, type Uri } from 'vscode';
import { type ReadFailure, reasonOf } from '../../../app/read-file.ts';
import { type DocumentToValidate, validateDatasets } from '../../../app/validate-datasets.ts';
import { formatOf } from '../../../dataset/dataset.ts';
import { syntaxProblem } from '../../../dataset/problem.ts';
import { failure, success } from '../../../result.ts';
import { describeUnreadableFile } from '../../../text/read-failure.ts';
import { findDatasetFiles } from '../../documents/dataset-files.ts';
import { type Unjudged, unjudged } from '../../documents/unjudged.ts';
import { openDocument } from '../../studio/uris.ts';
import { withProgress } from '../../ui/progress.ts';
import type { Checking } from '../checking/checking.ts';
import type { SkippedFiles } from './skipped-files.ts';
import { type Changes, watchDatasetFiles } from './workspace-changes.ts';

/** The result of the command *Validate All Datasets*. */
export interface WorkspaceValidationResult {
  /** How many files were checked. */
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  /** Whether a project file has errors, so that its files were not checked. */
  readonly isProjectBroken: boolean;
  /** The dataset files that were not checked, by the reason. */
  readonly skipped: SkippedFiles;
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
  readonly #watcher: Disposable;
  /** The dataset files that are checked, by URI. */
  #files = new Map<string, Uri>();
  #broken: Unjudged | undefined;
  #skipped: Required<Omit<SkippedFiles, 'others'>> = { excluded: [], broken: [], off: [] };
  /** Runs and updates follow one another, so that the latest result of a file is shown. */
  #last: Promise<void> = Promise.resolve();
  #run: AbortController | undefined;

  constructor(checking: Checking) {
    this.#checking = checking;
    this.#watcher = watchDatasetFiles(
      () => this.#files,
      checking,
      (changes) => void this.#inTurn(() => this.#update(changes)),
    );
  }

  /** The first error of a project file, because of which files were not checked. */
  get broken(): Unjudged | undefined {
    return this.#broken;
  }

  /** Checks all files and shows cancellable progress. Cancels a run that is still in progress. */
  async run(): Promise<WorkspaceValidationResult> {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    await withProgress(l10n.t('Validating datasets'), async (cancelled, progress) => {
      cancelled.addEventListener('abort', () => run.abort());
      await this.#inTurn(async () => {
        await this.#search();
        const files = [...this.#files.values()];
        let done = 0;
        let reported = 0;
        await this.#check(files, run.signal, () => {
          done++;
          // Each report is a message to the window, so there are at most about a hundred.
          if (done % Math.ceil(files.length / 100) !== 0 && done < files.length) return;
          progress.report({
            message: l10n.t('{done} of {files} files', { done, files: files.length }),
            increment: (100 * (done - reported)) / files.length,
          });
          reported = done;
        });
        // `Diagnostics` checks open files, and may wait for the end of typing.
        for (const uri of files) {
          const document = openDocument(uri);
          if (document) await this.#checking.diagnostics.checked(document);
        }
      });
    });
    const found = [...this.#files.values()].flatMap((uri) => this.#checking.problems.get(uri));
    const count = (wanted: DiagnosticSeverity) => found.filter(({ severity }) => severity === wanted).length;
    return {
      files: this.#files.size,
      errors: count(DiagnosticSeverity.Error),
      warnings: count(DiagnosticSeverity.Warning),
      isProjectBroken: this.#broken !== undefined,
      skipped: this.#skipped,
      cancelled: run.signal.aborted,
    };
  }

  dispose(): void {
    this.#run?.abort();
    this.#watcher.dispose();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Finds all dataset files, and removes the problems of files that no longer exist. */
  async #search(): Promise<void> {
    const { settings } = this.#checking;
    const found = await findDatasetFiles(settings);
    const files = new Map<string, Uri>();
    const broken: Uri[] = [];
    const off: Uri[] = [];
    let first: Unjudged | undefined;
    for (const uri of found.files) {
      const left = unjudged(uri, await settings.judge(uri));
      first ??= left;
      if (left) broken.push(uri);
      else if (!settings.isValidationEnabled(uri)) off.push(uri);
      else files.set(uri.toString(), uri);
    }
    for (const [key, uri] of this.#files)
      if (!files.has(key) && !openDocument(uri)) this.#checking.problems.delete(uri);
    this.#files = files;
    this.#broken = first;
    this.#skipped = { excluded: found.excluded, broken, off };
  }

  async #check(files: readonly Uri[], signal?: AbortSignal, onDone?: () => void): Promise<void> {
    const { checks, problems, settings, files: stored } = this.#checking;
    await validateDatasets<Uri, DocumentToValidate, ReadFailure | { readonly kind: 'skipped' }>(files, {
      concurrency: maxConcurrentFiles,
      checks,
      signal,
      read: async (uri) => {
        const [format, judgement] = [formatOf(uri.path), await settings.judge(uri)];
        const isChecked = judgement.kind === 'judged' && settings.isValidationEnabled(uri);
        if (openDocument(uri) || !format || !isChecked) return failure({ kind: 'skipped' });
        const content = await stored.read(uri);
        return content.ok
          ? success({ content: content.value, format, settings: judgement.settings })
          : content;
      },
      onResult: (uri, result) => {
        onDone?.();
        // `Diagnostics` checks open files.
        if (openDocument(uri)) return;
        if (result.ok) problems.set(uri, result.value.problems);
        else if (result.failure.kind === 'skipped') problems.set(uri, []);
        else problems.set(uri, [syntaxProblem(describeUnreadableFile(reasonOf(result.failure)))]);
      },
    });
    problems.flush();
  }

  async #update({ needsSearch, changed }: Changes): Promise<void> {
    const known = this.#files;
    if (needsSearch) await this.#search();
    const stale = [...this.#files].filter(([key]) => changed.has(key) || !known.has(key));
    await this.#check(stale.map(([, uri]) => uri));
  }
}
