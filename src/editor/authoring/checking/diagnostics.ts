import { Disposable, EventEmitter, l10n, type TextDocument, type Uri, workspace } from 'vscode';
import { decodeUtf8 } from '../../../dataset/decode.ts';
import { type Problem, syntaxProblem } from '../../../dataset/problem.ts';
import type { CommonStudio } from '../../studio/common-studio.ts';
import { datasetFormat, isDataset } from '../../studio/languages.ts';
import type { ProblemCollection } from '../../studio/problem-collection.ts';
import type { StoredFiles } from '../../studio/stored-files.ts';
import { isFile } from '../../studio/uris.ts';

/** In milliseconds, after the last keystroke. */
const delay = 150;

export type Diagnostics = ReturnType<typeof keepDiagnostics>;

/** Updates the problems of open dataset documents while you type and when settings change. */
export function keepDiagnostics({ settings, checks, files }: CommonStudio, problems: ProblemCollection) {
  const pending = new Map<string, ReturnType<typeof setTimeout>>();
  /** The latest check of each document, which may have ended. */
  const latest = new WeakMap<TextDocument, Promise<void>>();
  const closed = new EventEmitter<Uri>();
  const check = async (document: TextDocument, isLatest: () => boolean) => {
    const format = datasetFormat(document);
    // Nobody can fix the problems of a version in Git.
    if (!format || document.isClosed || !isFile(document.uri)) return;
    if (!settings.isValidationEnabled(document.uri)) {
      problems.delete(document.uri);
      return;
    }
    const { version } = document;
    const judgement = await settings.judge(document.uri);
    // A change schedules another check. Other settings start one, which may end before this one.
    const isCurrent = () =>
      isLatest() && !document.isClosed && document.version === version && datasetFormat(document) === format;
    if (!isCurrent()) return;
    if (judgement.kind !== 'judged') {
      problems.delete(document.uri);
      return;
    }
    const text = document.getText();
    const found = await checks.problems(text, format, judgement.settings, isCurrent);
    if (!isCurrent()) return;
    const encoding = await encodingProblems(document, text, files);
    if (isCurrent()) problems.set(document.uri, [...encoding, ...found]);
  };
  const start = (document: TextDocument) => {
    const running: Promise<void> = check(document, () => latest.get(document) === running);
    latest.set(document, running);
    return running;
  };
  const checkAll = () => {
    for (const document of workspace.textDocuments) void start(document);
  };
  /** Ends the wait for the end of typing. Returns whether there was one. */
  const stopWaiting = ({ uri }: TextDocument) => {
    clearTimeout(pending.get(uri.toString()));
    return pending.delete(uri.toString());
  };
  const registrations = Disposable.from(
    closed,
    workspace.onDidOpenTextDocument((document) => void start(document)),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!isDataset(document)) return;
      stopWaiting(document);
      const checkNow = () => {
        stopWaiting(document);
        void start(document);
      };
      pending.set(document.uri.toString(), setTimeout(checkNow, delay));
    }),
    workspace.onDidCloseTextDocument((document) => {
      stopWaiting(document);
      if (!isDataset(document)) return;
      problems.delete(document.uri);
      closed.fire(document.uri);
    }),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('dataset')) checkAll();
    }),
    settings.projects.onDidChange(checkAll),
  );
  checkAll();
  return {
    /** Fires after a dataset document was closed and its problems were removed. */
    onDidClear: closed.event,
    /** Resolves when the problems of a document are shown and those of its text. */
    checked: async (document: TextDocument) => {
      let running: Promise<void>;
      do {
        running = (stopWaiting(document) ? undefined : latest.get(document)) ?? start(document);
        await running;
      } while (pending.has(document.uri.toString()) || latest.get(document) !== running);
      problems.flush();
    },
    dispose: () => {
      for (const timer of pending.values()) clearTimeout(timer);
      registrations.dispose();
    },
  };
}

/**
 * Problems with the encoding of a document's file. The text in the editor doesn't show them, but the command line, *Validate
 * All Datasets*, and *Create Dataset* reject the saved file.
 */
async function encodingProblems(
  document: TextDocument,
  text: string,
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
  text: string,
  files: StoredFiles,
): Promise<readonly Problem[]> {
  if (document.isDirty || document.isUntitled) return [];
  if (!text.includes('\ufffd')) return [];
  const result = await files.read(document.uri);
  if (!result.ok) return [];
  const decoded = decodeUtf8(result.value);
  return decoded.ok ? [] : decoded.failure.problems;
}

function encodingMessage({ encoding }: TextDocument, text: string): string | undefined {
  switch (encoding) {
    case 'utf8':
      return undefined;
    case 'utf8bom':
      return l10n.t('The file begins with a byte order mark (BOM). Save it as UTF-8 without BOM.');
    default:
      // Most other encodings are the same as UTF-8 for ASCII.
      return !encoding.startsWith('utf16') && !/[^\p{ASCII}]/u.test(text)
        ? undefined
        : l10n.t('The file is encoded as {encoding}. Save it as UTF-8.', { encoding });
  }
}
