import {
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  commands,
  type Diagnostic,
  Disposable,
  EventEmitter,
  l10n,
  languages,
  type Range,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  workspace,
} from 'vscode';
import type { DataEntry } from '../../project/data-entry.ts';
import type { Project } from '../../project/project.ts';
import type { ProjectProblem } from '../../project/project-file.ts';
import { type Judgement, type ProjectFiles, Projects, withoutProject } from '../../project/projects.ts';
import { isProjectFile } from './languages.ts';
import { diagnosticOf, toRange } from './problem-collection.ts';
import { isFile, neighbour, pathOf } from './uris.ts';

/** In milliseconds, after the last change: a Git checkout changes many files. */
const debounceDelay = 100;

/** The project files of the documents in a window, and the problems of these files. */
export class EditorProjects implements Disposable {
  readonly #filesOf: (document: Uri) => ProjectFiles;
  /** By the scheme and the authority of the documents. */
  readonly #projects = new Map<string, Projects>();
  /** The problems of the projects that apply to a document, by the URI of the file. */
  readonly #problems = new Map<string, Map<string, ProjectProblem>>();
  /** Those of the texts of project files that have unsaved changes, by their URIs. */
  readonly #drafts = new Map<string, readonly ProjectProblem[]>();
  readonly #reported = new WeakSet<Project>();
  /** The files that their projects exclude, by their URIs. */
  readonly #excluded = new Map<string, Uri>();
  readonly #diagnostics = languages.createDiagnosticCollection('dataset-project');
  readonly #changed = new EventEmitter<void>();
  readonly #registrations: Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #excludedTimer: ReturnType<typeof setTimeout> | undefined;

  /** Fires after project files have changed. */
  readonly onDidChange = this.#changed.event;

  /** `filesOf`: where the project files of a document are read from. */
  constructor(filesOf: (document: Uri) => ProjectFiles) {
    this.#filesOf = filesOf;
    const projectFiles = workspace.createFileSystemWatcher('**/*.{json,jsonc}');
    // VS Code may report only a folder that is created or deleted, not the files in it.
    const folders = workspace.createFileSystemWatcher('**/*', false, true);
    const changed = (uri: Uri) => this.#fileChanged(uri);
    const shown = (document: TextDocument) => {
      this.#show(document.uri);
      void this.#check(document);
    };
    for (const document of workspace.textDocuments) shown(document);
    const fixes = {
      provideCodeActions: ({ uri }: TextDocument, range: Range, { diagnostics }: CodeActionContext) =>
        this.#fixesAt(uri, range, diagnostics),
    };
    this.#registrations = Disposable.from(
      this.#diagnostics,
      this.#changed,
      projectFiles,
      projectFiles.onDidChange(changed),
      folders,
      folders.onDidCreate(changed),
      folders.onDidDelete(changed),
      // VS Code watches no files outside of the workspace.
      workspace.onDidSaveTextDocument(({ uri }) => changed(uri)),
      workspace.onDidCreateFiles(({ files }) => files.forEach(changed)),
      workspace.onDidRenameFiles(() => this.#forget()),
      workspace.onDidChangeWorkspaceFolders(() => this.#forget()),
      workspace.onDidOpenTextDocument(shown),
      workspace.onDidChangeTextDocument(({ document }) => void this.#check(document)),
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#drafts.delete(uri.toString());
        this.#show(uri);
      }),
      languages.registerCodeActionsProvider(['json', 'jsonc'], fixes, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
    );
  }

  /** How a document is judged: what is no file has no project. */
  async judge(document: Uri): Promise<Judgement> {
    const place = placeOf(document);
    if (place === undefined) return withoutProject;
    if (place !== document) {
      // It will be saved under a name that is not excluded.
      const found = await this.judge(place);
      return found.kind === 'excluded' ? { ...found, kind: 'judged' } : found;
    }
    const projects = this.#projectsOf(document);
    const judgement = await projects.judge(pathOf(document));
    // A file that has changed since is read again.
    const isCurrent = this.#projectsOf(document) === projects;
    if (judgement.project !== undefined && isCurrent) this.#report(judgement.project, document);
    if (isCurrent) this.#noteExcluded(document, judgement.kind === 'excluded');
    return judgement;
  }

  /** The URI of a new project file for a document that has none. */
  async newProjectFile(document: Uri): Promise<Uri | undefined> {
    const place = placeOf(document);
    return place && neighbour(place, await this.#projectsOf(place).newProjectFile(pathOf(place)));
  }

  /** What the project file says of a data file. `project`: where that is or could be written. `broken`: it has errors. */
  async dataEntry(file: Uri): Promise<{
    readonly entry?: DataEntry | undefined;
    readonly project?: Project | undefined;
    readonly broken?: Project | undefined;
  }> {
    if (!isFile(file) || file.scheme === 'untitled') return {};
    const current = this.#projectsOf(file);
    const { projects, entry } = await current.dataEntry(pathOf(file));
    // As above.
    if (this.#projectsOf(file) === current) for (const project of projects) this.#report(project, file);
    const broken = projects.find((project) => project.isBroken);
    return { entry, project: projects[0], broken };
  }

  /** Menus have no entries for a file that is not a dataset file, as far as it is known. */
  #noteExcluded(document: Uri, isExcluded: boolean): void {
    const key = document.toString();
    if (this.#excluded.has(key) === isExcluded) return;
    if (isExcluded) this.#excluded.set(key, document);
    else this.#excluded.delete(key);
    this.#showExcludedSoon();
  }

  #showExcludedSoon(): void {
    clearTimeout(this.#excludedTimer);
    this.#excludedTimer = setTimeout(() => {
      // What `resourcePath` is in a window on this machine and in a remote one, where the scheme of the same file is another one.
      const paths = [...this.#excluded.values()].flatMap(({ fsPath, path }) => [fsPath, path]);
      void commands.executeCommand('setContext', 'dataset.excludedFiles', [...new Set(paths)]);
    }, debounceDelay);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#excludedTimer);
    this.#registrations.dispose();
  }

  #projectsOf(document: Uri): Projects {
    const { scheme, authority } = document;
    const key = `${scheme}://${authority}`;
    const known = this.#projects.get(key);
    if (known !== undefined) return known;
    const projects = this.#projectsWith(document, this.#filesOf(document));
    this.#projects.set(key, projects);
    return projects;
  }

  #projectsWith({ scheme, authority }: Uri, files: ProjectFiles): Projects {
    const isBeside = (uri: Uri) => uri.scheme === scheme && uri.authority === authority;
    const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(isBeside);
    return new Projects({ files, folders: folders.map(pathOf) });
  }

  #report(project: Project, document: Uri): void {
    if (this.#reported.has(project)) return;
    this.#reported.add(project);
    for (const problem of project.problems) {
      const uri = neighbour(document, problem.file);
      const problems = this.#problems.get(uri.toString()) ?? new Map<string, ProjectProblem>();
      this.#problems.set(uri.toString(), problems.set(JSON.stringify(problem), problem));
      this.#show(uri);
    }
  }

  /** Shows the problems of a project file, also if it applies to no document that is open; with unsaved changes, those of its text. */
  async #check(document: TextDocument): Promise<void> {
    const { uri, version } = document;
    if (!isProjectFile(document) || !isFile(uri)) return;
    if (!document.isDirty) {
      this.#drafts.delete(uri.toString());
      await this.judge(uri);
      return this.#show(uri);
    }
    const [files, content] = [this.#filesOf(uri), new TextEncoder().encode(document.getText())];
    const draft = this.#projectsWith(uri, {
      exists: (path) => files.exists(path),
      realPath: async (path) => (path === pathOf(uri) ? path : files.realPath(path)),
      read: async (path, limit) => (path === pathOf(uri) ? content : files.read(path, limit)),
    });
    const { project } = await draft.judge(pathOf(uri));
    if (document.isClosed || document.version !== version || !document.isDirty) return;
    this.#drafts.set(uri.toString(), project?.problems.filter(({ file }) => file === pathOf(uri)) ?? []);
    this.#show(uri);
  }

  /** Shows the problems of a project file. While it is open as JSON, VS Code reports what breaks the syntax. */
  #show(uri: Uri): void {
    const key = uri.toString();
    const problems = this.#problemsOf(key);
    if (problems.length === 0 && !this.#diagnostics.has(uri)) return;
    const isOpen = workspace.textDocuments.some(
      (document) => document.uri.toString() === key && /^jsonc?$/.test(document.languageId),
    );
    const shown = problems.filter(({ isSyntax }) => !(isOpen && isSyntax));
    this.#diagnostics.set(
      uri,
      shown.map((problem) => Object.assign(diagnosticOf(problem), { code: 'project-file' })),
    );
  }

  #problemsOf(key: string): readonly ProjectProblem[] {
    return this.#drafts.get(key) ?? [...(this.#problems.get(key)?.values() ?? [])];
  }

  /** Puts what was probably meant in place of a mistake. */
  #fixesAt(uri: Uri, at: Range, diagnostics: readonly Diagnostic[]): CodeAction[] {
    return this.#problemsOf(uri.toString()).flatMap(({ range, message, suggestion }) => {
      if (suggestion === undefined || !toRange(range).intersection(at)) return [];
      const title = l10n.t('Change to "{property}"', { property: suggestion });
      const action = new CodeAction(title, CodeActionKind.QuickFix);
      action.diagnostics = diagnostics.filter((each) => each.message === message);
      action.isPreferred = true;
      action.edit = new WorkspaceEdit();
      action.edit.replace(uri, toRange(range), JSON.stringify(suggestion));
      return [action];
    });
  }

  #fileChanged(uri: Uri): void {
    const projects = this.#projects.get(`${uri.scheme}://${uri.authority}`);
    if (!projects?.dependsOn(pathOf(uri)) && !isProjectFile({ uri })) return;
    this.#forget();
    // Its problems are shown even if it applies to no document that is open.
    if (isProjectFile({ uri })) void this.judge(uri);
  }

  #forget(): void {
    this.#projects.clear();
    this.#problems.clear();
    this.#diagnostics.clear();
    for (const document of workspace.textDocuments)
      if (document.isDirty) this.#show(document.uri);
      else this.#drafts.delete(document.uri.toString());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#excluded.clear();
      this.#showExcludedSoon();
      this.#changed.fire();
    }, debounceDelay);
  }
}

/** Where a document is, or will probably be saved. Undefined for what is no file. */
function placeOf(document: Uri): Uri | undefined {
  const [folder] = workspace.workspaceFolders ?? [];
  if (document.scheme === 'untitled') return folder && Uri.joinPath(folder.uri, 'untitled.dataset.json');
  return isFile(document) ? document : undefined;
}
