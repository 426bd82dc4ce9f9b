import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { decodeUtf8 } from '../../dataset/decode.ts';
import { formatOf } from '../../dataset/document.ts';
import type { Problem } from '../../dataset/problem.ts';
import { toProblems } from '../../dataset/rules/problems.ts';
import { localize } from '../localize.ts';
import type { Checking } from './checking.ts';
import { datasetGlob, findDatasetFiles } from './dataset-files.ts';

/** What *Validate All Datasets* comes to; the command resolves to it. */
export interface WorkspaceValidationResult {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly cancelled: boolean;
}

/** Files read at once: enough to keep a disk or a remote provider busy, and few enough to stay in memory. */
const filesAtOnce = 8;

/** A pause in which further changes on disk are awaited, in milliseconds: a checkout changes thousands of files. */
const changesPause = 300;

/**
 * Shows the problems of all dataset files, open or not, and keeps those of closed files up to date from then on.
 * An open document is left to `Diagnostics`, which knows its unsaved text.
 */
export class WorkspaceValidation implements vscode.Disposable {
  readonly #parts: Checking;
  readonly #registrations: vscode.Disposable[];
  /** All dataset files that were found, by URI. */
  #files = new Map<string, vscode.Uri>();
  readonly #changed = new Map<string, vscode.Uri>();
  #mustSearch = false;
  #timer: NodeJS.Timeout | undefined;
  #run: vscode.CancellationTokenSource | undefined;

  constructor(parts: Checking) {
    this.#parts = parts;
    const files = vscode.workspace.createFileSystemWatcher(datasetGlob);
    // Where a folder goes or comes, nothing need be said of the files in it.
    const folders = vscode.workspace.createFileSystemWatcher('**/*', false, true);
    this.#registrations = [
      files,
      folders,
      files.onDidCreate(() => this.#later({ search: true })),
      files.onDidChange((uri) => this.#later({ changed: uri })),
      folders.onDidDelete((uri) => this.#remove(uri)),
      folders.onDidCreate((uri) => this.#lookInto(uri)),
      // A renamed folder brings files along, of which nothing is said either.
      vscode.workspace.onDidRenameFiles(() => this.#later({ search: true })),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#later({ search: true })),
      vscode.workspace.onDidChangeConfiguration((change) => this.#configurationChanged(change)),
      parts.diagnostics.onDidForget((uri) => this.#later({ changed: uri })),
    ];
  }

  /** Checks everything, with progress that can be cancelled. A run under way gives way to the new one. */
  async run(): Promise<WorkspaceValidationResult> {
    this.#run?.cancel();
    const run = new vscode.CancellationTokenSource();
    this.#run = run;
    const cancelled = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Validating datasets'),
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
            message: localize('{done} of {files} files', { done, files: files.length }),
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
    clearTimeout(this.#timer);
    this.#run?.cancel();
    for (const registration of this.#registrations) registration.dispose();
  }

  /** Finds the files anew; of those that are no longer among them, problems go. */
  async #search(token: vscode.CancellationToken): Promise<void> {
    const found = await findDatasetFiles(token);
    if (token.isCancellationRequested) return;
    const files = new Map(found.map((uri) => [uri.toString(), uri]));
    for (const [key, uri] of this.#files) {
      if (!files.has(key) && !isOpen(uri)) this.#parts.problems.delete(uri);
    }
    this.#files = files;
  }

  async #checkAll(
    files: readonly vscode.Uri[],
    token: vscode.CancellationToken,
    onDone: () => void,
  ): Promise<void> {
    const rest = files.values();
    const worker = async () => {
      for (const uri of rest) {
        if (token.isCancellationRequested) return;
        await this.#check(uri);
        onDone();
      }
    };
    await Promise.all(Array.from({ length: filesAtOnce }, worker));
  }

  async #check(uri: vscode.Uri): Promise<void> {
    if (isOpen(uri)) return;
    const found = await this.#problemsOf(uri);
    // Opened meanwhile: what is in the editor counts.
    if (!isOpen(uri)) this.#parts.problems.set(uri, found);
  }

  async #problemsOf(uri: vscode.Uri): Promise<readonly Problem[]> {
    const { settings, checks } = this.#parts;
    const format = formatOf(uri.path);
    if (format === undefined || !settings.validates(uri)) return [];
    const options = settings.validation(uri);
    let content: Uint8Array;
    try {
      content = await read(uri);
    } catch (error) {
      return isNotFound(error) ? [] : [unreadable()];
    }
    const decoded = decodeUtf8(content, options.localize);
    return 'finding' in decoded
      ? toProblems([decoded.finding], decoded.before, options)
      : checks.problems(decoded.text, format, options);
  }

  #count(): { errors: number; warnings: number } {
    let errors = 0;
    let warnings = 0;
    for (const uri of this.#files.values()) {
      for (const { severity } of this.#parts.problems.get(uri)) {
        if (severity === vscode.DiagnosticSeverity.Error) errors++;
        else if (severity === vscode.DiagnosticSeverity.Warning) warnings++;
      }
    }
    return { errors, warnings };
  }

  #configurationChanged(change: vscode.ConfigurationChangeEvent): void {
    if (change.affectsConfiguration('files.exclude') || change.affectsConfiguration('search.exclude'))
      this.#later({ search: true });
    if (!change.affectsConfiguration('dataset')) return;
    for (const uri of this.#files.values()) this.#later({ changed: uri });
  }

  /** Notes what has changed on disk, and looks after it when it has calmed down. */
  #later(what: { readonly search: true } | { readonly changed: vscode.Uri }): void {
    if ('search' in what) this.#mustSearch = true;
    else if (this.#files.has(what.changed.toString()))
      this.#changed.set(what.changed.toString(), what.changed);
    else return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#follow(), changesPause);
  }

  async #follow(): Promise<void> {
    const known = this.#files;
    const { token } = new vscode.CancellationTokenSource();
    if (this.#mustSearch) {
      this.#mustSearch = false;
      await this.#search(token);
      for (const [key, uri] of this.#files) if (!known.has(key)) this.#changed.set(key, uri);
    }
    const changed = [...this.#changed].flatMap(([key, uri]) => (this.#files.has(key) ? [uri] : []));
    this.#changed.clear();
    await this.#checkAll(changed, token, () => {});
  }

  /** A folder that has come may have brought dataset files along. */
  async #lookInto(created: vscode.Uri): Promise<void> {
    const status = await vscode.workspace.fs.stat(created).then(undefined, () => undefined);
    if (status && (status.type & vscode.FileType.Directory) !== 0) this.#later({ search: true });
  }

  #remove(deleted: vscode.Uri): void {
    const key = deleted.toString();
    for (const [file, uri] of this.#files) {
      if (file !== key && !file.startsWith(`${key}/`)) continue;
      this.#files.delete(file);
      if (!isOpen(uri)) this.#parts.problems.delete(uri);
      // It may be there again: what was deleted is told late.
      this.#later({ search: true });
    }
  }
}

/** Files of this machine are read without VS Code, which sends a message to the window and back for each. */
function read(uri: vscode.Uri): Thenable<Uint8Array> {
  return uri.scheme === 'file' ? readFile(uri.fsPath) : vscode.workspace.fs.readFile(uri);
}

function isNotFound(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'FileNotFound' || code === 'ENOENT';
}

/** Whether VS Code holds the text of a file, in whatever language. */
function isOpen(uri: vscode.Uri): boolean {
  const key = uri.toString();
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === key);
}

function unreadable(): Problem {
  const start = { line: 0, character: 0 };
  return {
    code: 'syntax',
    severity: 'error',
    range: { start, end: start },
    message: localize('The file could not be read. Check that it is there and that you may read it.'),
  };
}
