import { type Disposable, EventEmitter, type TextDocument, type Uri, workspace } from 'vscode';
import { isDataset, languages } from '../../languages.ts';
import type { Settings } from '../../studio/settings.ts';
import type { StoredFiles } from '../workspace/file-content.ts';
import { encodingProblems } from './file-encoding.ts';
import type { ProblemCollection } from './problem-collection.ts';
import type { TextChecks } from './text-checks.ts';

/** A pause in typing after which a document is checked, in milliseconds. */
const typingPause = 150;

/** No pause gets longer than this, whatever the document. */
const longestPause = 2000;

export interface DiagnosticsParts {
  readonly settings: Settings;
  readonly problems: ProblemCollection;
  readonly checks: TextChecks;
  readonly files: StoredFiles;
}

/** Keeps the problems of open dataset documents up to date: while typing, and when a setting changes. */
export class Diagnostics implements Disposable {
  readonly #parts: DiagnosticsParts;
  readonly #pending = new Map<string, ReturnType<typeof setTimeout>>();
  /** How long the last check took, in milliseconds. */
  readonly #durations = new WeakMap<TextDocument, number>();
  readonly #closed = new EventEmitter<Uri>();
  readonly #registrations: Disposable[];

  /** A document was closed, and its problems went with it. */
  readonly onDidForget = this.#closed.event;

  constructor(parts: DiagnosticsParts) {
    this.#parts = parts;
    this.#registrations = [
      this.#closed,
      workspace.onDidOpenTextDocument((document) => this.#check(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#schedule(document)),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
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
    // What takes long to check is checked less often, so that checks never pile up.
    const pause = Math.max(typingPause, Math.min(longestPause, 2 * (this.#durations.get(document) ?? 0)));
    this.#pending.set(
      key,
      setTimeout(() => {
        this.#pending.delete(key);
        void this.#check(document);
      }, pause),
    );
  }

  async #check(document: TextDocument): Promise<void> {
    const { settings, problems, checks, files } = this.#parts;
    const format = languages.get(document.languageId);
    if (!format || document.isClosed) return;
    if (!settings.validates(document.uri)) {
      problems.delete(document.uri);
      return;
    }
    const { version } = document;
    const started = performance.now();
    const options = settings.validation(document.uri);
    const found = await checks.problems(document.getText(), format, options);
    this.#durations.set(document, performance.now() - started);
    const hidden = await encodingProblems(document, options, files);
    // A newer text, or none, makes these problems stale.
    if (document.isClosed || document.version !== version) return;
    problems.set(document.uri, [...hidden, ...found]);
  }

  #forget(document: TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#pending.get(key));
    this.#pending.delete(key);
    if (!isDataset(document)) return;
    this.#parts.problems.delete(document.uri);
    this.#closed.fire(document.uri);
  }
}
