import { type Disposable, EventEmitter, type TextDocument, type Uri, workspace } from 'vscode';
import { isDataset, languages } from '../../languages.ts';
import type { Settings } from '../../studio/settings.ts';
import type { StoredFiles } from '../workspace/file-content.ts';
import { encodingProblems } from './file-encoding.ts';
import type { ProblemCollection } from './problem-collection.ts';
import type { TextChecks } from './text-checks.ts';

/** In milliseconds, after the last keystroke. */
const minDelay = 150;

/** In milliseconds. */
const maxDelay = 2000;

export interface DiagnosticsDependencies {
  readonly settings: Settings;
  readonly problems: ProblemCollection;
  readonly checks: TextChecks;
  readonly files: StoredFiles;
}

/** Updates the problems of open dataset documents while you type and when settings change. */
export class Diagnostics implements Disposable {
  readonly #dependencies: DiagnosticsDependencies;
  readonly #pending = new Map<string, ReturnType<typeof setTimeout>>();
  /** The duration of the last check, in milliseconds. */
  readonly #durations = new WeakMap<TextDocument, number>();
  readonly #closed = new EventEmitter<Uri>();
  readonly #registrations: Disposable[];

  /** Fires after a dataset document was closed and its problems were removed. */
  readonly onDidClear = this.#closed.event;

  constructor(dependencies: DiagnosticsDependencies) {
    this.#dependencies = dependencies;
    this.#registrations = [
      this.#closed,
      workspace.onDidOpenTextDocument((document) => this.#check(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#schedule(document)),
      workspace.onDidCloseTextDocument((document) => this.#clear(document)),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('dataset')) this.#checkAll();
      }),
    ];
    this.#checkAll();
  }

  dispose(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
    for (const registration of this.#registrations) registration.dispose();
  }

  #checkAll(): void {
    for (const document of workspace.textDocuments) void this.#check(document);
  }

  #schedule(document: TextDocument): void {
    if (!isDataset(document)) return;
    const key = document.uri.toString();
    clearTimeout(this.#pending.get(key));
    // Documents that take long to check are checked less often, so that checks do not queue up.
    const delay = Math.max(minDelay, Math.min(maxDelay, 2 * (this.#durations.get(document) ?? 0)));
    this.#pending.set(
      key,
      setTimeout(() => {
        this.#pending.delete(key);
        void this.#check(document);
      }, delay),
    );
  }

  async #check(document: TextDocument): Promise<void> {
    const { settings, problems, checks, files } = this.#dependencies;
    const format = languages.get(document.languageId);
    if (!format || document.isClosed) return;
    if (!settings.isValidationEnabled(document.uri)) {
      problems.delete(document.uri);
      return;
    }
    const { version } = document;
    const startTime = performance.now();
    const options = settings.validation(document.uri);
    const text = await checks.textOf(document);
    // The document was changed or closed in the meantime. A change schedules another check.
    if (!text) return;
    const isCurrent = () =>
      !document.isClosed && document.version === version && languages.get(document.languageId) === format;
    const found = await checks.problems(text, format, options, isCurrent);
    this.#durations.set(document, performance.now() - startTime);
    if (!isCurrent()) return;
    const encoding = await encodingProblems(document, text, files);
    if (!isCurrent()) return;
    problems.set(document.uri, [...encoding, ...found]);
  }

  #clear(document: TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#pending.get(key));
    this.#pending.delete(key);
    if (!isDataset(document)) return;
    this.#dependencies.problems.delete(document.uri);
    this.#closed.fire(document.uri);
  }
}
