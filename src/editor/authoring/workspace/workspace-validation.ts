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
import type { ValidationOptions } from '../../../dataset/document.ts';
import type { Checking } from '../checking/checking.ts';
import { settingsByFolder } from '../checking/folder-settings.ts';
import { checkClosedFile, unreadableFileProblem } from './closed-file.ts';
import { findDatasetFiles } from './dataset-files.ts';
import { type Changes, WorkspaceChanges } from './workspace-changes.ts';

/** What *Validate All Datasets* comes to; the command resolves to it. */
export interface WorkspaceValidationResult {
  readonly files: number;
  /** Of these, files that could not be read; each has a problem that says why. */
  readonly unreadable: number;
  readonly errors: number;
  readonly warnings: number;
  readonly cancelled: boolean;
}

/** Files read at once: enough to keep a disk or a remote provider busy, and few enough to stay in memory. */
const filesAtOnce = 16;

/**
 * Shows the problems of all dataset files, open or not, and keeps those of closed files up to date from then on.
 * An open document is left to `Diagnostics`, which knows its unsaved text.
 */
export class WorkspaceValidation implements Disposable {
  readonly #parts: Checking;
  readonly #registrations: Disposable[];
  /** All dataset files that were found, by URI. */
  #files = new Map<string, Uri>();
  readonly #unreadable = new Set<string>();
  /** The search under way: the next one waits for it, or what was listed earlier could come later. */
  #searching: Promise<void> = Promise.resolve();
  #checksBegun = 0;
  /** By URI, which check told last what there is: an earlier one that takes longer has nothing to add. */
  readonly #lastCheck = new Map<string, number>();
  #run: CancellationTokenSource | undefined;

  constructor(parts: Checking) {
    this.#parts = parts;
    const changes = new WorkspaceChanges(
      () => this.#files,
      parts.files,
      (settled) => void this.#follow(settled),
    );
    this.#registrations = [changes, parts.diagnostics.onDidForget((uri) => changes.add(uri))];
  }

  /** Checks everything, with progress that can be cancelled. A run under way gives way to the new one. */
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
          // Each report is a message to the window: a hundred of them are enough.
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

  /** Finds the files anew; of those that are no longer among them, problems go. */
  #search(token: CancellationToken): Promise<void> {
    const search = () => this.#searchNow(token);
    this.#searching = this.#searching.then(search, search);
    return this.#searching;
  }

  async #searchNow(token: CancellationToken): Promise<void> {
    const found = await findDatasetFiles(token);
    if (token.isCancellationRequested) return;
    const files = new Map(found.map((uri) => [uri.toString(), uri]));
    for (const [key, uri] of this.#files) {
      if (!files.has(key) && !isOpen(uri)) this.#parts.problems.delete(uri);
    }
    this.#files = files;
  }

  async #checkAll(files: readonly Uri[], token: CancellationToken, onDone: () => void): Promise<void> {
    const rest = files.values();
    const optionsOf = settingsByFolder(this.#parts.settings);
    const missing: Uri[] = [];
    const worker = async () => {
      for (const uri of rest) {
        if (token.isCancellationRequested) return;
        if ((await this.#check(uri, optionsOf(uri))) === 'gone') missing.push(uri);
        onDone();
      }
    };
    await Promise.all(Array.from({ length: filesAtOnce }, worker));
    if (missing.length > 0) await this.#lookAgain(missing, token);
    this.#parts.problems.showGathered();
  }

  /** Of files that are not there: forgets those that have gone, and tells those that the search lists all the same. */
  async #lookAgain(missing: readonly Uri[], token: CancellationToken): Promise<void> {
    const listed = new Set((await findDatasetFiles(token)).map(String));
    if (token.isCancellationRequested) return;
    for (const uri of missing) {
      const key = uri.toString();
      if (!listed.has(key)) this.#files.delete(key);
      else if (this.#files.has(key)) {
        this.#unreadable.add(key);
        const reason = l10n.t(
          'It is listed, but not there, as when its name holds what VS Code has no character for: rename it.',
        );
        this.#parts.problems.setSoon(uri, [unreadableFileProblem(reason)]);
      }
    }
  }

  async #check(uri: Uri, options: ValidationOptions | undefined): Promise<'gone' | undefined> {
    if (isOpen(uri)) return undefined;
    const { problems } = this.#parts;
    const key = uri.toString();
    this.#checksBegun++;
    const order = this.#checksBegun;
    const check =
      options === undefined
        ? ({ outcome: 'checked', problems: [] } as const)
        : await checkClosedFile(uri, options, this.#parts);
    if (order < (this.#lastCheck.get(key) ?? 0)) return undefined;
    this.#lastCheck.set(key, order);
    if (check.outcome === 'unreadable') this.#unreadable.add(key);
    else this.#unreadable.delete(key);
    if (check.outcome === 'gone') {
      if (!isOpen(uri)) problems.delete(uri);
      return 'gone';
    }
    // Opened meanwhile, what is in the editor counts; and of a file that was deleted meanwhile, nobody would take it away.
    if (!isOpen(uri) && this.#files.has(key)) problems.setSoon(uri, check.problems);
    return undefined;
  }

  #count(): Pick<WorkspaceValidationResult, 'errors' | 'warnings' | 'unreadable'> {
    let errors = 0;
    let warnings = 0;
    let unreadable = 0;
    for (const [key, uri] of this.#files) {
      if (this.#unreadable.has(key) && !isOpen(uri)) unreadable++;
      for (const { severity } of this.#parts.problems.get(uri)) {
        if (severity === DiagnosticSeverity.Error) errors++;
        else if (severity === DiagnosticSeverity.Warning) warnings++;
      }
    }
    return { errors, warnings, unreadable };
  }

  async #follow({ search, changed, deleted }: Changes): Promise<void> {
    const known = this.#files;
    const { token } = new CancellationTokenSource();
    const stale = new Map(changed);
    // What was deleted may be there again.
    if (this.#forget(deleted) || search) {
      await this.#search(token);
      for (const [key, uri] of this.#files) if (!known.has(key)) stale.set(key, uri);
    }
    const files = [...stale].flatMap(([key, uri]) => (this.#files.has(key) ? [uri] : []));
    await this.#checkAll(files, token, () => {});
  }

  /** Forgets the files that were deleted, with their folders or alone; tells whether there are any. */
  #forget(deleted: ReadonlySet<string>): boolean {
    const before = this.#files.size;
    for (const [file, uri] of this.#files) {
      if (!isWithin(file, deleted)) continue;
      this.#files.delete(file);
      if (!isOpen(uri)) this.#parts.problems.delete(uri);
    }
    return this.#files.size < before;
  }
}

/** Whether a path is one of these, or in one of them. */
function isWithin(path: string, places: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (places.has(path.slice(0, end))) return true;
  return false;
}

/** Whether VS Code holds the text of a file, in whatever language. */
function isOpen(uri: Uri): boolean {
  const key = uri.toString();
  return workspace.textDocuments.some((document) => document.uri.toString() === key);
}
