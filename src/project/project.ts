import type { Path, Range } from '../dataset/problem.ts';
import { noRuleSettings, type RuleSettings } from '../dataset/rules/settings.ts';
import { isRecord } from '../is-record.ts';
import type { DataEntry } from './data-entry.ts';
import { Glob, PathGlobs } from './glob.ts';
import { parentFolder } from './paths.ts';
import type { FileList, ProjectFile, ProjectProblem, ProjectSettings } from './project-file.ts';

/** A project file together with those that it extends. */
export class Project {
  readonly problems: readonly ProjectProblem[];
  /** Of its files, in the order of precedence: the last is the project file itself. */
  readonly paths: readonly string[];
  readonly #include: FilePatterns | undefined;
  readonly #exclude: FilePatterns | undefined;
  readonly #layers: readonly ProjectFile[];
  readonly #settings: ProjectSettings;
  readonly #overrides: readonly Override[];
  readonly #dataFiles: readonly DataFiles[];

  /** `layers`: what it extends in the order of precedence, and the file itself as the last. */
  constructor(layers: readonly ProjectFile[], problems: readonly ProjectProblem[]) {
    this.problems = problems;
    this.#layers = layers;
    this.paths = layers.map(({ path }) => path);
    this.#include = lastGlobs(layers, 'include');
    this.#exclude = lastGlobs(layers, 'exclude');
    this.#settings = layers.reduce<ProjectSettings>(
      (settings, { content: { include, exclude, data, overrides, ...own } }) => merged(settings, own),
      {},
    );
    this.#dataFiles = layers
      .slice(layers.findLastIndex(({ content }) => content.data === null) + 1)
      .toReversed()
      .flatMap(({ data = [] }) => data)
      .map((entry) => ({
        entry,
        // A name in any folder, or a path.
        names: entry.files.filter((pattern) => !pattern.includes('/')).map((pattern) => new Glob(pattern)),
        paths: new PathGlobs(
          parentFolder(entry.home.file),
          entry.files.filter((pattern) => pattern.includes('/')),
        ),
      }));
    this.#overrides = layers.flatMap(({ path, content }) =>
      (content.overrides ?? []).map(({ files, ...settings }, index) => ({
        file: path,
        path: ['overrides', index],
        files: new PathGlobs(parentFolder(path), files),
        settings,
      })),
    );
  }

  /** What it says of data files, in the order of precedence: first its own, then those of the files that it extends. */
  get dataEntries(): readonly DataEntry[] {
    return this.#dataFiles.map(({ entry }) => entry);
  }

  /** The first entry that names a data file. */
  dataEntry(path: string): DataEntry | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return this.#dataFiles.find(
      ({ names, paths }) => names.some((glob) => glob.matches(name)) || paths.matches(path),
    )?.entry;
  }

  /** Whether it has errors: then the files that it applies to can't be judged. */
  get isBroken(): boolean {
    return this.problems.some(({ severity }) => severity === 'error');
  }

  /** What says that a document is not a dataset file. */
  excludedBy(path: string): Exclusion | undefined {
    if (this.#include?.globs.matches(path) === false) return this.#include;
    return this.#exclude?.globs.matches(path) ? this.#exclude : undefined;
  }

  /**
   * Where a value that is in force for a document is written: the last file, or override of a file, that has something to say of
   * it; otherwise the project file itself. `keys`: those of a value in the file.
   */
  homeOf(path: string, keys: readonly string[]): { readonly file: string; readonly path: Path } {
    const own = this.#layers.map((layer) => ({
      file: layer.path,
      path: [] as Path,
      settings: layer.content,
    }));
    const overrides = this.#overrides.filter(({ files }) => files.matches(path));
    const home = [...own, ...overrides].findLast(({ settings }) => hasSay(settings, keys));
    return { file: home?.file ?? this.paths.at(-1) ?? '', path: [...(home?.path ?? []), ...keys] };
  }

  settingsFor(path: string): RuleSettings {
    const own = this.#overrides
      .filter(({ files }) => files.matches(path))
      .reduce((settings, override) => merged(settings, override.settings), this.#settings);
    return { ...noRuleSettings, ...own };
  }
}

/** An entry for data, and the files that it names. */
interface DataFiles {
  readonly entry: DataEntry;
  readonly names: readonly Glob[];
  readonly paths: PathGlobs;
}

/** An entry of the overrides of a file, and its path in the file. */
interface Override {
  readonly file: string;
  readonly path: Path;
  readonly files: PathGlobs;
  readonly settings: ProjectSettings;
}

/** Whether settings set a value, or take it away by a `null` at any depth. */
function hasSay(settings: ProjectSettings, keys: readonly string[]): boolean {
  let value: unknown = settings;
  for (const key of keys) {
    if (value === null) return true;
    if (!isRecord(value) || !Object.hasOwn(value, key)) return false;
    value = value[key];
  }
  return true;
}

/** A list of files, and where it is. */
export interface Exclusion {
  readonly list: FileList;
  readonly file: string;
  readonly range: Range | undefined;
}

interface FilePatterns extends Exclusion {
  readonly globs: PathGlobs;
}

/** Of several lists, the last one counts, and is relative to the file that has it. */
function lastGlobs(layers: readonly ProjectFile[], list: FileList): FilePatterns | undefined {
  const last = layers.findLast(({ content }) => content[list] !== undefined);
  const patterns = last?.content[list] ?? undefined;
  if (!last || !patterns) return undefined;
  const globs = new PathGlobs(parentFolder(last.path), patterns);
  return { list, file: last.path, range: last.lists?.[list], globs };
}

/** Objects are merged by key at every depth, `null` removes a key, and everything else is replaced. */
function merged<Value>(before: Value, after: Value): Value {
  if (!isRecord(after)) return after;
  const result = new Map(isRecord(before) ? Object.entries(before) : []);
  for (const [key, value] of Object.entries(after))
    if (value === null) result.delete(key);
    else result.set(key, merged(result.get(key), value));
  return Object.fromEntries(result) as Value;
}
