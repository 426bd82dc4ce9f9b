import { registerHooks } from 'node:module';
import type * as vscode from 'vscode';
import type { keepDiagnostics as keep } from '../../../src/editor/authoring/checking/diagnostics.ts';
import type { ProjectFiles } from '../../../src/project/projects.ts';

/** The part of VS Code that `EditorProjects`, `keepDiagnostics`, other parts of the editor that are tested here, and what they import use, with one folder, `/r`, in a file system without disk. */
export class Uri {
  readonly scheme = 'memory';
  readonly authority = '';
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get fsPath(): string {
    return this.path;
  }

  static parse(text: string): Uri {
    return new Uri(new URL(text).pathname);
  }

  static joinPath({ path }: Uri, ...names: readonly string[]): Uri {
    return new Uri([path, ...names].join('/'));
  }

  with({ path }: { readonly path: string }): Uri {
    return new Uri(path);
  }

  toString(): string {
    return `${this.scheme}:${this.path}`;
  }
}

export class EventEmitter<Value> {
  readonly #listeners = new Set<(value: Value) => unknown>();

  readonly event = (listener: (value: Value) => unknown) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: Value): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export const Disposable = {
  from: (...all: readonly { dispose(): void }[]) => ({
    dispose: () => {
      for (const each of all) each.dispose();
    },
  }),
};

export class Location {}

export class RelativePattern {}

export class TabInputCustom {}

export class TabInputTextDiff {
  readonly original: Uri;

  constructor(original: Uri) {
    this.original = original;
  }
}

export class TextEdit {}

export class CodeLens {}

export const ConfigurationTarget = {};

export class Hover {}

export class TabInputText {}

export class MarkdownString {}

/** The API of VS Code's Git extension, if there is one. */
export const extensions = {
  git: undefined as unknown,
  getExtension: () => extensions.git && { activate: async () => ({ getAPI: () => extensions.git }) },
};

export class ThemeColor {}

export class ThemeIcon {}

export const TreeItemCollapsibleState = {};

export class TreeItem {
  contextValue: string | undefined;
  readonly label: string;

  constructor(label: string) {
    this.label = label;
  }
}

export const authentication = {};

export const FileType = { File: 1, Directory: 2 };

export const env = { language: 'en' };

/** The user's answer to an input box; undefined if it is closed. */
export const typed: { text: string | undefined } = { text: undefined };

/** Sends a message as the page of the last webview. */
export const sent = new EventEmitter<unknown>();

const tabsChanged = new EventEmitter<void>();

/** The open diff editors, and the number of views with their changes. */
export const comparisons = {
  tabs: [] as { readonly input: TabInputTextDiff }[],
  views: 0,
  closeAll: () => {
    comparisons.tabs.length = 0;
    tabsChanged.fire();
  },
};

/** The questions of dialogs, and the button that is pressed in each. */
export const questions: string[] = [];
export const pressed: { button: string | undefined } = { button: undefined };

export const window = {
  showWarningMessage: async (question: string) => {
    questions.push(question);
    return pressed.button;
  },
  showInputBox: async () => typed.text,
  createTreeView: () => {
    comparisons.views++;
    return { reveal: async () => undefined, dispose: () => comparisons.views-- };
  },
  createWebviewPanel: () => ({
    webview: {
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: sent.event,
      postMessage: async () => true,
    },
    onDidDispose: () => undefined,
    reveal: () => undefined,
    dispose: () => undefined,
  }),
  tabGroups: { all: [comparisons], onDidChangeTabs: tabsChanged.event },
};

export class Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };

  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = { line: startLine, character: startCharacter };
    this.end = { line: endLine, character: endCharacter };
  }

  intersection({ start }: Range): Range | undefined {
    return start.line === this.start.line && start.character <= this.end.character ? this : undefined;
  }
}

export class Diagnostic {
  readonly message: string;

  constructor(_range: Range, message: string) {
    this.message = message;
  }
}

export class DiagnosticRelatedInformation {}

export const DiagnosticSeverity = {};

export class CodeAction {
  edit: WorkspaceEdit | undefined;
  diagnostics: readonly Diagnostic[] = [];
  readonly title: string;

  constructor(title: string) {
    this.title = title;
  }
}

export const CodeActionKind = {};

export class WorkspaceEdit {
  readonly edits: (readonly [Range, string])[] = [];

  replace(_uri: Uri, range: Range, text: string): void {
    this.edits.push([range, text]);
  }
}

/** What `when` clauses can ask for. */
export const contexts = new Map<string, unknown>();

export const commands = {
  executeCommand: async (command: string, first: string | Uri, value?: unknown) => {
    if (command === 'setContext') contexts.set(String(first), value);
    if (command === 'vscode.diff' && first instanceof Uri)
      comparisons.tabs.push({ input: new TabInputTextDiff(first) });
  },
};

export const l10n = {
  t: (message: string, ...values: readonly unknown[]) =>
    message.replace(/\{(\d+)\}/g, (_, index) => String(values[Number(index)])),
};

/** A document of the window, which its tests change. */
export interface OpenDocument {
  readonly uri: Uri;
  readonly languageId: string;
  text: string;
  version: number;
  isDirty: boolean;
  isClosed: boolean;
  getText(): string;
}

/** Opens a document, as JSON with comments. */
export function open(path: string, text: string): OpenDocument {
  const document = {
    uri: new Uri(path),
    languageId: 'jsonc',
    text,
    version: 1,
    isDirty: false,
    isClosed: false,
    getText: () => document.text,
  };
  workspace.textDocuments.push(document);
  opened.fire(document);
  return document;
}

/** Types another text. */
export function type(document: OpenDocument, text: string): void {
  Object.assign(document, { text, version: document.version + 1, isDirty: true });
  textChanged.fire({ document });
}

/** Closes all documents. */
export function closeAll(): void {
  for (const document of workspace.textDocuments.splice(0)) closed.fire(document);
}

/** The messages of the problems of project files, by their paths. */
export const shownProblems = new Map<string, readonly string[]>();

/** What offers fixes for them. */
export const fixProviders: vscode.CodeActionProvider[] = [];

export const languages = {
  registerCodeActionsProvider: (_selector: unknown, provider: vscode.CodeActionProvider) => {
    fixProviders.push(provider);
    return { dispose: () => fixProviders.splice(fixProviders.indexOf(provider), 1) };
  },
  createDiagnosticCollection: () => ({
    has: ({ path }: Uri) => shownProblems.has(path),
    set: ({ path }: Uri, problems: readonly Diagnostic[]) =>
      shownProblems.set(
        path,
        problems.map(({ message }) => message),
      ),
    delete: ({ path }: Uri) => shownProblems.delete(path),
    clear: () => shownProblems.clear(),
    dispose: () => shownProblems.clear(),
  }),
};

const [deleted, changed, others] = [
  new EventEmitter<Uri>(),
  new EventEmitter<Uri>(),
  new EventEmitter<unknown>(),
];
const [opened, textChanged, closed] = [
  new EventEmitter<OpenDocument>(),
  new EventEmitter<{ readonly document: OpenDocument }>(),
  new EventEmitter<OpenDocument>(),
];

/** Reports that a file has changed, or that a file or folder was deleted. */
export const reportChange = (path: string) => changed.fire(new Uri(path));
export const reportDeletion = (path: string) => deleted.fire(new Uri(path));

/** The paths of the files that VS Code's search finds. */
export const searchable: string[] = [];

export const workspace = {
  isTrusted: true,
  fs: {
    isWritableFileSystem: () => true,
    stat: () => Promise.reject(new Error('There are no files.')),
    readFile: () => Promise.reject(new Error('There are no files.')),
  },
  openTextDocument: async ({ path }: Uri) => ({
    uri: new Uri(path),
    lineCount: 1,
    getText: () => '',
    lineAt: () => ({ range: new Range(0, 0, 0, 0) }),
    offsetAt: () => 0,
    positionAt: () => ({ line: 0, character: 0 }),
  }),
  findFiles: async () => searchable.map((path) => new Uri(path)),
  getConfiguration: () => ({ get: () => undefined }),
  workspaceFolders: [{ uri: new Uri('/r') }],
  getWorkspaceFolder: () => workspace.workspaceFolders[0],
  textDocuments: [] as OpenDocument[],
  createFileSystemWatcher: () => ({
    onDidCreate: others.event,
    onDidChange: changed.event,
    onDidDelete: deleted.event,
    dispose: () => undefined,
  }),
  onDidSaveTextDocument: others.event,
  onDidRenameFiles: others.event,
  onDidCreateFiles: others.event,
  onDidChangeWorkspaceFolders: others.event,
  onDidOpenTextDocument: opened.event,
  onDidChangeTextDocument: textChanged.event,
  onDidChangeConfiguration: others.event,
  onDidCloseTextDocument: closed.event,
  asRelativePath: ({ path }: Uri) => path.replace(/^\/r\//, ''),
};

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

/** The fixes at a place of a document. */
export async function fixesAt(path: string, line: number, character: number) {
  const at = new Range(line, character, line, character);
  const found = await Promise.all(
    fixProviders.map((provider) =>
      provider.provideCodeActions(
        { uri: new Uri(path) } as unknown as vscode.TextDocument,
        at as unknown as vscode.Range,
        { diagnostics: [] } as unknown as vscode.CodeActionContext,
        {} as vscode.CancellationToken,
      ),
    ),
  );
  return (found.flat() as unknown as CodeAction[]).flatMap(({ title, edit }) =>
    (edit?.edits ?? []).map(([{ start, end }, text]) => ({
      title,
      line: start.line,
      from: start.character,
      to: end.character,
      text,
    })),
  );
}

/** The project files of a window of VS Code. `judge` takes the path of a document, `dataEntry` that of a data file. */
export async function editorProjects(files: ProjectFiles) {
  const { EditorProjects } = await import('../../../src/editor/studio/editor-projects.ts');
  const projects = new EditorProjects(() => files);
  return {
    judge: (path: string) => projects.judge(new Uri(path) as unknown as vscode.Uri),
    dataEntry: (path: string) => projects.dataEntry(new Uri(path) as unknown as vscode.Uri),
    onDidChange: projects.onDidChange,
    dispose: () => projects.dispose(),
  };
}

/** `keepDiagnostics` with its dependencies, of which only these are used. */
export async function keepDiagnostics(
  studio: Parameters<typeof keep>[0],
  problems: Parameters<typeof keep>[1],
): Promise<ReturnType<typeof keep>> {
  const { keepDiagnostics } = await import('../../../src/editor/authoring/checking/diagnostics.ts');
  return keepDiagnostics(studio, problems);
}
