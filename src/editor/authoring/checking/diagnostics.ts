import { type Disposable, EventEmitter, l10n, type TextDocument, type Uri, workspace } from 'vscode';
import { decodeUtf8 } from '../../../dataset/decode.ts';
import { type Problem, syntaxProblem } from '../../../dataset/problem.ts';
import { isDataset, languages } from '../../languages.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import type { StoredFiles } from '../workspace/file-content.ts';
import type { ProblemCollection } from './problem-collection.ts';
import type { TextChecks } from './text-checks.ts';

/** In milliseconds, after the last keystroke. */
const minDelay = 150;

/** In milliseconds. */
const maxDelay = 2000;

/** Updates the problems of open dataset documents while you type and when settings change. */
export class Diagnostics implements Disposable {
  readonly #settings: Settings;
  readonly #problems: ProblemCollection;
  readonly #checks: TextChecks;
  readonly #files: StoredFiles;
  readonly #pending = new Map<string, ReturnType<typeof setTimeout>>();
  /** The duration of the last check, in milliseconds. */
  readonly #durations = new WeakMap<TextDocument, number>();
  /** The latest check of each document, which may have ended. */
  readonly #latest = new WeakMap<TextDocument, Promise<void>>();
  readonly #closed = new EventEmitter<Uri>();
  readonly #registrations: Disposable[];

  /** Fires after a dataset document was closed and its problems were removed. */
  readonly onDidClear = this.#closed.event;

  constructor(settings: Settings, problems: ProblemCollection, checks: TextChecks, files: StoredFiles) {
    this.#settings = settings;
    this.#problems = problems;
    this.#checks = checks;
    this.#files = files;
    this.#registrations = [
      this.#closed,
      workspace.onDidOpenTextDocument((document) => this.#start(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#schedule(document)),
      workspace.onDidCloseTextDocument((document) => this.#clear(document)),
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('dataset')) this.#checkAll();
      }),
    ];
    this.#checkAll();
  }

  /** Resolves when the problems of a document are those of its text. */
  async checked(document: TextDocument): Promise<void> {
    const key = document.uri.toString();
    do {
      const isPending = this.#pending.has(key);
      clearTimeout(this.#pending.get(key));
      this.#pending.delete(key);
      await ((isPending ? undefined : this.#latest.get(document)) ?? this.#start(document));
    } while (this.#pending.has(key));
  }

  dispose(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
    for (const registration of this.#registrations) registration.dispose();
  }

  #checkAll(): void {
    for (const document of workspace.textDocuments) void this.#start(document);
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
        void this.#start(document);
      }, delay),
    );
  }

  #start(document: TextDocument): Promise<void> {
    const check = this.#check(document);
    this.#latest.set(document, check);
    return check;
  }

  async #check(document: TextDocument): Promise<void> {
    const format = languages.get(document.languageId);
    if (!format || document.isClosed) return;
    if (!this.#settings.isValidationEnabled(document.uri)) {
      this.#problems.delete(document.uri);
      return;
    }
    const { version } = document;
    const startTime = performance.now();
    const options = this.#settings.validation(document.uri);
    const text = await this.#checks.textOf(document);
    // The document was changed or closed in the meantime. A change schedules another check.
    if (!text) return;
    const isCurrent = () =>
      !document.isClosed && document.version === version && languages.get(document.languageId) === format;
    const found = await this.#checks.problems(text, format, options, isCurrent);
    this.#durations.set(document, performance.now() - startTime);
    if (!isCurrent()) return;
    const encoding = await encodingProblems(document, text, this.#files);
    if (!isCurrent()) return;
    this.#problems.set(document.uri, [...encoding, ...found]);
  }

  #clear(document: TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#pending.get(key));
    this.#pending.delete(key);
    if (!isDataset(document)) return;
    this.#problems.delete(document.uri);
    this.#closed.fire(document.uri);
  }
}

/**
 * Problems with the encoding of a document's file. The text in the editor doesn't show them, but the command line, *Validate
 * All Datasets*, and *Create Dataset* reject the saved file. `text`: the document's text in parts.
 */
async function encodingProblems(
  document: TextDocument,
  text: readonly string[],
  files: StoredFiles,
): Promise<readonly Problem[]> {
  const message = encodingMessage(document, text);
  return message === undefined ? invalidByteProblems(document, text, files) : [syntaxProblem(message)];
}

/**
 * Problems with bytes that are not UTF-8. VS Code shows them as U+FFFD. Because a file can also contain that character
 * itself, this reads the file. In a changed document, VS Code saves the character instead of the bytes.
 */
async function invalidByteProblems(
  document: TextDocument,
  text: readonly string[],
  files: StoredFiles,
): Promise<readonly Problem[]> {
  if (document.isDirty || document.isUntitled) return [];
  if (!text.some((part) => part.includes('\ufffd'))) return [];
  const result = await files.read(document.uri);
  if (!result.ok || document.isDirty) return [];
  const decoded = decodeUtf8(result.value);
  return decoded.ok ? [] : decoded.failure.problems;
}

function encodingMessage({ encoding }: TextDocument, text: readonly string[]): string | undefined {
  switch (encoding) {
    case 'utf8':
      return undefined;
    case 'utf8bom':
      return l10n.t('The file begins with a byte order mark (BOM). Save it as UTF-8 without BOM.');
    default:
      // Most other encodings are the same as UTF-8 for ASCII.
      return !encoding.startsWith('utf16') && text.every(isAscii)
        ? undefined
        : l10n.t('The file is encoded as {encoding}. Save it as UTF-8.', { encoding });
  }
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text);
}
