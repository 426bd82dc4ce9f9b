import { Disposable, EventEmitter, languages, type TextDocument, Uri, workspace } from 'vscode';
import { noRuleSettings, type RuleSettings } from '../../dataset/rules/settings.ts';
import type { Project } from '../../project/project.ts';
import { type ProjectProblem, projectFileName } from '../../project/project-file.ts';
import { type Judgement, type ProjectFiles, Projects } from '../../project/projects.ts';
import { diagnosticOf } from '../authoring/checking/problem-collection.ts';
import { isFile, neighbour } from '../uris.ts';

/** In milliseconds, after the last change: a Git checkout changes many files. */
const debounceDelay = 100;

/** The project files of the documents in a window, and the problems of these files. */
export class EditorProjects implements Disposable {
  readonly #filesOf: (document: Uri) => ProjectFiles;
  /** By the scheme and the authority of the documents. */
  readonly #projects = new Map<string, Projects>();
  /** The problems of the projects that apply to a document, by the URI of the file. */
  readonly #problems = new Map<string, Map<string, ProjectProblem>>();
  readonly #reported = new WeakSet<Project>();
  readonly #diagnostics = languages.createDiagnosticCollection('dataset-project');
  readonly #changed = new EventEmitter<void>();
  readonly #registrations: Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Fires after project files have changed. */
  readonly onDidChange = this.#changed.event;

  /** `filesOf`: where the project files of a document are read from. */
  constructor(filesOf: (document: Uri) => ProjectFiles) {
    this.#filesOf = filesOf;
    const projectFiles = workspace.createFileSystemWatcher('**/*.{json,jsonc}');
    // VS Code may report only a folder that is created or deleted, not the files in it.
    const folders = workspace.createFileSystemWatcher('**/*', false, true);
    const changed = (uri: Uri) => this.#fileChanged(uri);
    const shown = ({ uri }: TextDocument) => this.#show(uri);
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
      workspace.onDidRenameFiles(() => this.#forget()),
      workspace.onDidChangeWorkspaceFolders(() => this.#forget()),
      workspace.onDidOpenTextDocument(shown),
      workspace.onDidCloseTextDocument(shown),
    );
  }

  /** How a document is judged: what is no file has no project. `settings` and `above`: see `Projects`. */
  async judge(document: Uri, settings: RuleSettings, above: RuleSettings): Promise<Judgement> {
    if (!isFile(document)) return { kind: 'judged', settings };
    const [folder] = workspace.workspaceFolders ?? [];
    if (document.scheme === 'untitled') {
      if (folder === undefined) return { kind: 'judged', settings };
      // It will probably be saved there, under a name that is not excluded.
      const found = await this.judge(Uri.joinPath(folder.uri, 'untitled.dataset.json'), settings, above);
      return found.kind === 'excluded' ? { ...found, kind: 'judged' } : found;
    }
    const projects = this.#projectsOf(document);
    const judgement = await projects.judge(pathOf(document), settings, above);
    // A file that has changed since is read again.
    const isCurrent = this.#projectsOf(document) === projects;
    if (judgement.project !== undefined && isCurrent) this.#report(judgement.project, document);
    return judgement;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#registrations.dispose();
  }

  #projectsOf(document: Uri): Projects {
    const { scheme, authority } = document;
    const isBeside = (uri: Uri) => uri.scheme === scheme && uri.authority === authority;
    const key = `${scheme}://${authority}`;
    const known = this.#projects.get(key);
    if (known !== undefined) return known;
    const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(isBeside);
    const projects = new Projects({ files: this.#filesOf(document), folders: folders.map(pathOf) });
    this.#projects.set(key, projects);
    return projects;
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

  /** Shows the problems of a project file. If it is open, VS Code reports what its schema says. */
  #show(uri: Uri): void {
    const problems = this.#problems.get(uri.toString());
    if (problems === undefined) return;
    const isOpen = workspace.textDocuments.some(
      (document) => document.uri.toString() === uri.toString() && /^jsonc?$/.test(document.languageId),
    );
    const shown = [...problems.values()].filter(({ foundBySchema }) => !(isOpen && foundBySchema));
    this.#diagnostics.set(
      uri,
      shown.map((problem) => Object.assign(diagnosticOf(problem), { code: 'project-file' })),
    );
  }

  #fileChanged(uri: Uri): void {
    const projects = this.#projects.get(`${uri.scheme}://${uri.authority}`);
    if (!projects?.dependsOn(pathOf(uri)) && !uri.path.endsWith(`/${projectFileName}`)) return;
    this.#forget();
    // Its problems are shown even if it applies to no document that is open.
    if (uri.path.endsWith(`/${projectFileName}`)) void this.judge(uri, noRuleSettings, noRuleSettings);
  }

  #forget(): void {
    this.#projects.clear();
    this.#problems.clear();
    this.#diagnostics.clear();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), debounceDelay);
  }
}

/** The path of a file as Node.js has it, otherwise that of its URI; with slashes, and none at the end. */
function pathOf(uri: Uri): string {
  const path = uri.scheme === 'file' ? uri.fsPath.replaceAll('\\', '/') : uri.path;
  return path.replace(/\/$/, '');
}
