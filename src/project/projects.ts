import * as l10n from '@vscode/l10n';
import type { RuleSettings } from '../dataset/rules/settings.ts';
import type { Result } from '../result.ts';
import { printable } from '../text/printable.ts';
import { parentFolder, pathBelow, resolvePath } from './paths.ts';
import { Project } from './project.ts';
import {
  maxProjectFileSize,
  type ProjectFile,
  type ProjectProblem,
  projectFileName,
  unreadableProjectFile,
} from './project-file.ts';

/** Where project files are read from. All paths are absolute, with slashes. */
export interface ProjectFiles {
  /** Whether there is a file, a folder, or a link of this name, even one that leads nowhere. */
  exists(path: string): Promise<boolean>;
  /** The path with links resolved; undefined if there is nothing. */
  realPath(path: string): Promise<string | undefined>;
  /** Reads a regular file, of one that is longer at least `limit` bytes. The failure says why not and what to do, in sentences. */
  read(path: string, limit: number): Promise<Result<Uint8Array, string>>;
}

export interface ProjectsOptions {
  readonly files: ProjectFiles;
  /** The roots of documents in no repository: the workspace folders, or the current folder. */
  readonly folders: readonly string[];
  /** Whether nothing above these folders counts, not even the root of a repository. */
  readonly isBounded?: boolean;
}

/** How a document is judged: not at all if its project says that it is not a dataset file, or has errors. */
export interface Judgement {
  readonly kind: 'judged' | 'excluded' | 'broken';
  /** Also for what is done with a document that isn't judged. Those of a project with errors don't count. */
  readonly settings: RuleSettings;
  readonly project?: Project;
}

/** How many files one can extend in all. */
const maxLayers = 16;

/** The project files of documents. Each is read once; to see changes, make a new object. */
export class Projects {
  readonly #options: ProjectsOptions;
  readonly #places = new Map<string, Promise<Place>>();
  readonly #files = new Map<string, Promise<ProjectFile>>();
  readonly #projects = new Map<string, Promise<Project>>();
  readonly #byFolder = new Map<string, Promise<Project | undefined>>();

  constructor(options: ProjectsOptions) {
    this.#options = options;
  }

  /**
   * `path`: of a document, which may not exist. `settings`: what it is judged by without a project. `above`: those of them that
   * stand above a project.
   */
  async judge(path: string, settings: RuleSettings, above = settings): Promise<Judgement> {
    const project = await this.#projectOf(parentFolder(path));
    if (project === undefined) return { kind: 'judged', settings };
    if (project.isBroken) return { kind: 'broken', project, settings };
    const kind = project.includes(path) ? 'judged' : 'excluded';
    return { kind, project, settings: project.settingsFor(path, above) };
  }

  /** Whether a judgement can depend on what is at a path: a project file, a folder of documents, or a folder with one of them. */
  dependsOn(path: string): boolean {
    if (this.#files.has(path) || this.#places.has(path)) return true;
    return [...this.#files.keys()].some((file) => pathBelow(path, file) !== undefined);
  }

  /** The project of documents in a folder: the nearest one, up to the root. */
  #projectOf(folder: string): Promise<Project | undefined> {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    const project = this.#findProject(folder);
    this.#byFolder.set(folder, project);
    return project;
  }

  async #findProject(folder: string): Promise<Project | undefined> {
    const { folders, isBounded } = this.#options;
    const around = folders.filter((each) => isIn(each, folder)).sort((a, b) => b.length - a.length)[0];
    if (isBounded && around === undefined) return undefined;
    const { repository, nearest } = await this.#place(folder);
    if (nearest === undefined) return undefined;
    const root = repository ?? around ?? folder;
    if (!isIn(root, parentFolder(nearest))) return undefined;
    const key = `${root}\n${nearest}`;
    const known = this.#projects.get(key);
    if (known !== undefined) return known;
    const project = this.#resolve(nearest, root);
    this.#projects.set(key, project);
    return project;
  }

  #place(folder: string): Promise<Place> {
    const known = this.#places.get(folder);
    if (known !== undefined) return known;
    const place = this.#findPlace(folder);
    this.#places.set(folder, place);
    return place;
  }

  async #findPlace(folder: string): Promise<Place> {
    const { files, folders, isBounded = false } = this.#options;
    const path = `${folder}/${projectFileName}`;
    const nearest = (await files.exists(path)) ? path : undefined;
    if (await files.exists(`${folder}/.git`)) return { repository: folder, nearest };
    const parent = parentFolder(folder);
    if (parent === folder || (isBounded && folders.includes(folder))) return { nearest };
    const above = await this.#place(parent);
    return { ...above, nearest: nearest ?? above.nearest };
  }

  async #resolve(path: string, root: string): Promise<Project> {
    const file = await this.#file(path, root);
    const problems = [...file.problems];
    const layers: ProjectFile[] = [];
    for (const { target, range } of file.bases) {
      const cause = await this.#addBase({ file, target, range }, root, [path], layers);
      if (cause === undefined) continue;
      const { line, character } = cause.range.start;
      const place = `${shown(root, cause.file)}:${line + 1}:${character + 1}`;
      const message = cause.file === path ? cause.message : `${place}: ${cause.message}`;
      problems.push({ file: path, severity: 'error', range, message });
    }
    for (const warning of layers.flatMap((layer) => layer.problems))
      if (!problems.includes(warning)) problems.push(warning);
    return new Project(path, [...layers, file], problems);
  }

  /** Adds a file that another one extends, after those that it extends itself. Returns the first error. */
  async #addBase(
    { file, target, range }: Reference,
    root: string,
    chain: readonly string[],
    layers: ProjectFile[],
  ): Promise<ProjectProblem | undefined> {
    const path = resolvePath(parentFolder(file.path), target);
    const refuse = (message: string): ProjectProblem => ({
      file: file.path,
      severity: 'error',
      range,
      message,
    });
    const args = { target: printable(target) };
    if (/^\/|[:\\]/.test(target) || pathBelow(root, path) === undefined)
      return refuse(l10n.t('"{target}" is not the relative path of a file in the repository.', args));
    if (chain.includes(path)) {
      const files = [...chain, path].map((each) => shown(root, each)).join(' → ');
      return refuse(l10n.t('The files extend each other in a circle: {files}.', { files }));
    }
    if (chain.length + layers.length > maxLayers)
      return refuse(l10n.t('More than {count} files are extended. Extend fewer.', { count: maxLayers }));
    const base = await this.#file(path, root);
    const error = base.problems.find(({ severity }) => severity === 'error');
    if (error !== undefined) return error;
    for (const { target: next, range: place } of base.bases) {
      const cause = await this.#addBase(
        { file: base, target: next, range: place },
        root,
        [...chain, path],
        layers,
      );
      if (cause !== undefined) return cause;
    }
    layers.push(base);
    return undefined;
  }

  #file(path: string, root: string): Promise<ProjectFile> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = this.#read(path, root);
    this.#files.set(path, file);
    return file;
  }

  async #read(path: string, root: string): Promise<ProjectFile> {
    const { files } = this.#options;
    const [real, realRoot] = [await files.realPath(path), await files.realPath(root)];
    if (real !== undefined && realRoot !== undefined && pathBelow(realRoot, real) === undefined)
      return unreadableProjectFile(
        path,
        l10n.t('The file is a link that leads out of the repository. Replace it by a file.'),
      );
    const bytes = await files.read(real ?? path, maxProjectFileSize + 1);
    if (!bytes.ok) return unreadableProjectFile(path, l10n.t("The file can't be read. {0}", bytes.failure));
    // The command line has no other use for a parser with positions.
    const { readProjectFile } = await import('./read-project-file.ts');
    return readProjectFile(path, bytes.value);
  }
}

/** What is above a folder, and in it. */
interface Place {
  /** The nearest folder with `.git`. */
  readonly repository?: string;
  /** The nearest project file. */
  readonly nearest: string | undefined;
}

/** An entry of `extends`. */
interface Reference {
  readonly file: ProjectFile;
  readonly target: string;
  readonly range: ProjectProblem['range'];
}

function isIn(folder: string, path: string): boolean {
  return folder === path || pathBelow(folder, path) !== undefined;
}

/** A path in a message. */
function shown(root: string, path: string): string {
  return printable(pathBelow(root, path) ?? path, 200);
}
