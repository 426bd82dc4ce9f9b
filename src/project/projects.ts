import * as l10n from '@vscode/l10n';
import { noRuleSettings, type RuleSettings } from '../dataset/rules/settings.ts';
import { printable } from '../text/printable.ts';
import { describeReadFailure, describeUnreadableFile, isMissing } from '../text/read-failure.ts';
import type { DataEntry } from './data-entry.ts';
import { describeOutside, isNoRelativePath, parentFolder, pathBelow, resolvePath } from './paths.ts';
import type { Project } from './project.ts';
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
  /** Reads a regular file, of one that is longer at least `limit` bytes. Throws an error that `describeReadFailure` knows. */
  read(path: string, limit: number): Promise<Uint8Array>;
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

/** How a document without a project is judged. */
export const withoutProject: Judgement = { kind: 'judged', settings: noRuleSettings };

/** How many files one can extend in all. */
const maxLayers = 16;

/** The project files of documents. Each is read once; to see changes, make a new object. */
export class Projects {
  readonly #options: ProjectsOptions;
  readonly #repositories = new Map<string, Promise<string | undefined>>();
  readonly #projects = new Map<string, Promise<Project | undefined>>();
  readonly #files = new Map<string, Promise<ProjectFile>>();

  constructor(options: ProjectsOptions) {
    this.#options = options;
  }

  /** `path`: of a document, which may not exist. */
  async judge(path: string): Promise<Judgement> {
    const project = await this.#projectIn(parentFolder(path));
    if (project === undefined) return withoutProject;
    if (project.isBroken) return { kind: 'broken', project, settings: noRuleSettings };
    const kind = project.excludedBy(path) ? 'excluded' : 'judged';
    return { kind, project, settings: project.settingsFor(path) };
  }

  /**
   * What is said of a data file: by its own project, and of a file outside of the repositories of the folders by the first of
   * their projects that names it. A project with errors says nothing.
   */
  async dataEntry(
    path: string,
  ): Promise<{ readonly projects: readonly Project[]; readonly entry?: DataEntry }> {
    const { folders } = this.#options;
    const roots = await Promise.all(folders.map(async (each) => (await this.#repositoryOf(each)) ?? each));
    const folder = parentFolder(path);
    const hasRoot = roots.some((root) => isIn(root, folder));
    const own = hasRoot || (await this.#repositoryOf(folder)) ? await this.#projectIn(folder) : undefined;
    const named = hasRoot || own ? [own] : await Promise.all(folders.map((each) => this.#projectIn(each)));
    const projects = named.filter((project) => project !== undefined);
    const entries = projects.map((project) => (project.isBroken ? undefined : project.dataEntry(path)));
    const entry = entries.find((each) => each !== undefined);
    return { projects, ...(entry && { entry }) };
  }

  /**
   * The path of a new project file for a document: in the folder that has it, without one at the root of its repository, otherwise
   * beside it. Above the root, it would not apply.
   */
  async newProjectFile(path: string): Promise<string> {
    const folder = parentFolder(path);
    const places = [this.#folderAround(folder), await this.#repositoryOf(folder)];
    return `${longest(places) ?? folder}/${projectFileName}`;
  }

  /** Whether a judgement can depend on what is at a path: a project file, a folder of documents, or a folder with one of them. */
  dependsOn(path: string): boolean {
    return this.#repositories.has(path) || [...this.#files.keys()].some((file) => isIn(path, file));
  }

  /** The project of documents in a folder: the nearest one, up to the root. */
  #projectIn(folder: string): Promise<Project | undefined> {
    return kept(this.#projects, folder, async () => {
      const { files, isBounded } = this.#options;
      const around = this.#folderAround(folder);
      if (isBounded && around === undefined) return undefined;
      const root = (await this.#repositoryOf(folder)) ?? around ?? folder;
      const path = `${folder}/${projectFileName}`;
      if (await files.exists(path)) return this.#resolve(path, root);
      return folder === root ? undefined : this.#projectIn(parentFolder(folder));
    });
  }

  #folderAround(folder: string): string | undefined {
    return longest(this.#options.folders.filter((each) => isIn(each, folder)));
  }

  /** The nearest folder with `.git`. */
  #repositoryOf(folder: string): Promise<string | undefined> {
    return kept(this.#repositories, folder, async () => {
      const { files, folders, isBounded } = this.#options;
      if (await files.exists(`${folder}/.git`)) return folder;
      const parent = parentFolder(folder);
      const isTop = parent === folder || (isBounded && folders.includes(folder));
      return isTop ? undefined : this.#repositoryOf(parent);
    });
  }

  async #resolve(path: string, root: string): Promise<Project> {
    const file = await this.#file(path, root);
    const problems = [...file.problems];
    const layers: ProjectFile[] = [];
    for (const base of file.bases) {
      const message = await this.#addBase(file, base, root, [path], layers);
      if (message !== undefined) problems.push({ file: path, severity: 'error', range: base.range, message });
    }
    const warnings = new Set(layers.flatMap((layer) => layer.problems));
    const { Project } = await import('./project.ts');
    return new Project([...layers, file], [...problems, ...warnings]);
  }

  /** Adds a file that another one extends, after those that it extends itself. Returns why that is not possible. */
  async #addBase(
    file: ProjectFile,
    { target }: Base,
    root: string,
    chain: readonly string[],
    layers: ProjectFile[],
  ): Promise<string | undefined> {
    const path = resolvePath(parentFolder(file.path), target);
    const shown = (each: string) => printable(pathBelow(root, each) ?? each, 200);
    if (isNoRelativePath(target) || pathBelow(root, path) === undefined) return describeOutside(target);
    if (chain.includes(path)) {
      const files = [...chain, path].map(shown).join(' → ');
      return l10n.t('The files extend each other in a circle: {files}.', { files });
    }
    if (chain.length + layers.length > maxLayers)
      return l10n.t('More than {count} files are extended. Extend fewer.', { count: maxLayers });
    const base = await this.#file(path, root);
    const at = ({ start }: Base['range'], message: string) =>
      `${shown(path)}:${start.line + 1}:${start.character + 1}: ${message}`;
    const error = base.problems.find(({ severity }) => severity === 'error');
    if (base.isMissing) return l10n.t('There is no file {file}. Check the path.', { file: shown(path) });
    if (error !== undefined) return at(error.range, withoutContent(error).message);
    for (const next of base.bases) {
      const message = await this.#addBase(base, next, root, [...chain, path], layers);
      if (message !== undefined) return at(next.range, message);
    }
    layers.push(base);
    return undefined;
  }

  #file(path: string, root: string): Promise<ProjectFile> {
    return kept(this.#files, path, async () => {
      const { files } = this.#options;
      const [real, realRoot] = [await files.realPath(path), await files.realPath(root)];
      if (real !== undefined && realRoot !== undefined && pathBelow(realRoot, real) === undefined)
        return unreadableProjectFile(
          path,
          l10n.t('The file is a link that leads out of the repository. Replace it by a file.'),
        );
      let bytes: Uint8Array;
      try {
        bytes = await files.read(real ?? path, maxProjectFileSize + 1);
      } catch (error) {
        const file = unreadableProjectFile(path, describeUnreadableFile(describeReadFailure(error)));
        return isMissing(error) ? { ...file, isMissing: true as const } : file;
      }
      // The command line has no other use for a parser with positions.
      const { readProjectFile } = await import('./read-project-file.ts');
      const read = readProjectFile(path, bytes);
      const outside = await Promise.all(
        (read.data ?? []).map(async (entry): Promise<ProjectProblem[]> => {
          const place = await files.realPath(entry.dataset);
          const isInside = pathBelow(root, entry.dataset) !== undefined;
          if (isInside && (!place || !realRoot || pathBelow(realRoot, place) !== undefined)) return [];
          const { range } = entry.home;
          const message = describeOutside(read.content.data?.[entry.home.index]?.dataset ?? '');
          return [{ file: path, severity: 'error', range, message, isOfText: true }];
        }),
      );
      const file = { ...read, problems: [...read.problems, ...outside.flat()] };
      const isLink = real && realRoot && pathBelow(realRoot, real) !== pathBelow(root, path);
      return isLink ? { ...file, problems: file.problems.map(withoutContent) } : file;
    });
  }
}

type Base = ProjectFile['bases'][number];

/**
 * An error with its place, but no text of the file. A file that another one names, also by a link, can be any file of the repository,
 * such as one with secrets that a pipeline has made, and messages go to logs and to agents.
 */
function withoutContent(problem: ProjectProblem): ProjectProblem {
  const { isOfText, suggestion, ...rest } = problem;
  if (!isOfText || problem.severity !== 'error') return problem;
  return { ...rest, message: l10n.t('The file is not a valid project file. Open it to see why.') };
}

/** What is kept for a key, or else made. */
function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/** The innermost of the folders around a file. */
function longest(folders: readonly (string | undefined)[]): string | undefined {
  return folders.filter((each) => each !== undefined).sort((a, b) => b.length - a.length)[0];
}

function isIn(folder: string, path: string): boolean {
  return folder === path || pathBelow(folder, path) !== undefined;
}
