import { registerHooks } from 'node:module';
import type * as vscode from 'vscode';
import type { keepDiagnostics as keep } from '../../../src/editor/authoring/checking/diagnostics.ts';
import type { ProjectFiles } from '../../../src/project/projects.ts';

/** The part of VS Code that `EditorProjects`, `keepDiagnostics`, and what they import use, with one folder, `/r`, in a file system without disk. */
export class Uri {
  readonly scheme = 'memory';
  readonly authority = '';
  readonly path: string;

  constructor(path: string) {
    this.path = path;
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

export class TabInputCustom {}

export const window = {};

export class Range {}

export class Diagnostic {
  readonly message: string;

  constructor(_range: Range, message: string) {
    this.message = message;
  }
}

export class DiagnosticRelatedInformation {}

export const DiagnosticSeverity = {};

export const commands = { executeCommand: async () => undefined };

export const l10n = { t: (message: string) => message };

/** The messages of the problems of project files, by their paths. */
export const shownProblems = new Map<string, readonly string[]>();

export const languages = {
  createDiagnosticCollection: () => ({
    set: ({ path }: Uri, problems: readonly Diagnostic[]) =>
      shownProblems.set(
        path,
        problems.map(({ message }) => message),
      ),
    clear: () => shownProblems.clear(),
    dispose: () => shownProblems.clear(),
  }),
};

const [deleted, changed, others] = [
  new EventEmitter<Uri>(),
  new EventEmitter<Uri>(),
  new EventEmitter<unknown>(),
];

/** Reports that a file has changed, or that a file or folder was deleted. */
export const reportChange = (path: string) => changed.fire(new Uri(path));
export const reportDeletion = (path: string) => deleted.fire(new Uri(path));

export const workspace = {
  workspaceFolders: [{ uri: new Uri('/r') }],
  textDocuments: [],
  createFileSystemWatcher: () => ({
    onDidCreate: others.event,
    onDidChange: changed.event,
    onDidDelete: deleted.event,
    dispose: () => undefined,
  }),
  onDidSaveTextDocument: others.event,
  onDidRenameFiles: others.event,
  onDidChangeWorkspaceFolders: others.event,
  onDidOpenTextDocument: others.event,
  onDidChangeTextDocument: others.event,
  onDidChangeConfiguration: others.event,
  onDidCloseTextDocument: others.event,
};

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

/** The project files of a window of VS Code. `judge` takes the path of a document. */
export async function editorProjects(files: ProjectFiles) {
  const { EditorProjects } = await import('../../../src/editor/studio/editor-projects.ts');
  const projects = new EditorProjects(() => files);
  const none = { rules: {}, dataTypes: [] };
  return {
    judge: (path: string) => projects.judge(new Uri(path) as unknown as vscode.Uri, none, none),
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
