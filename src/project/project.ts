import type { RuleSettings } from '../dataset/rules/settings.ts';
import { isRecord } from '../text/is-record.ts';
import { PathGlobs } from './path-globs.ts';
import { parentFolder } from './paths.ts';
import type { ProjectFile, ProjectProblem } from './project-file.ts';
import type { Override, ProjectContent, ProjectSettings } from './project-shape.ts';

/** A project file together with those that it extends. */
export class Project {
  /** The path of the project file. */
  readonly path: string;
  readonly problems: readonly ProjectProblem[];
  readonly #include: PathGlobs | undefined;
  readonly #exclude: PathGlobs | undefined;
  readonly #settings: ProjectSettings;
  readonly #overrides: readonly { readonly files: PathGlobs; readonly settings: ProjectSettings }[];
  /** By the settings above them and the overrides that apply: many files have the same. */
  readonly #merged = new WeakMap<RuleSettings, Map<string, RuleSettings>>();

  /** `layers`: what it extends in the order of precedence, and the file itself as the last. */
  constructor(path: string, layers: readonly ProjectFile[], problems: readonly ProjectProblem[]) {
    this.path = path;
    this.problems = problems;
    this.#include = lastGlobs(layers, 'include');
    this.#exclude = lastGlobs(layers, 'exclude');
    this.#settings = layers.reduce<ProjectSettings>(
      (settings, { content }) => merged(settings, settingsIn(content)),
      {},
    );
    this.#overrides = layers.flatMap(({ path: file, content }) =>
      (content.overrides ?? []).map((override) => ({
        files: new PathGlobs(parentFolder(file), override.files),
        settings: settingsIn(override),
      })),
    );
  }

  /** Whether it has errors: then the files that it applies to can't be judged. */
  get isBroken(): boolean {
    return this.problems.some(({ severity }) => severity === 'error');
  }

  /** Whether a document is a dataset file. */
  includes(path: string): boolean {
    return (this.#include?.matches(path) ?? true) && !this.#exclude?.matches(path);
  }

  /** `above`: the settings of a workspace, which override rules by their codes, and add data types. */
  settingsFor(path: string, above: RuleSettings): RuleSettings {
    const applies = this.#overrides.map(({ files }) => files.matches(path));
    const key = applies.join();
    const known = this.#merged.get(above) ?? new Map<string, RuleSettings>();
    this.#merged.set(above, known);
    let settings = known.get(key);
    if (settings === undefined) {
      const own = this.#overrides
        .filter((_, index) => applies[index])
        .reduce((before, override) => merged(before, override.settings), this.#settings);
      settings = {
        ...own,
        rules: { ...own.rules, ...above.rules },
        dataTypes: [...new Set([...(own.dataTypes ?? []), ...above.dataTypes])],
      };
      known.set(key, settings);
    }
    return settings;
  }
}

/** Of several lists, the last one counts, and is relative to the file that has it. */
function lastGlobs(layers: readonly ProjectFile[], key: 'include' | 'exclude'): PathGlobs | undefined {
  const last = layers.findLast(({ content }) => content[key] !== undefined);
  const patterns = last?.content[key] ?? undefined;
  return last && patterns && new PathGlobs(parentFolder(last.path), patterns);
}

/** What applies to documents. */
function settingsIn({ rules, dataTypes, properties, names, require, limits }: ProjectContent | Override) {
  return { rules, dataTypes, properties, names, require, limits };
}

/** Objects are merged by key at every depth, `null` removes a key, and everything else is replaced. */
function merged<Settings extends object>(before: Settings, after: Settings): Settings {
  return mergedValue(before, after) as Settings;
}

function mergedValue(before: unknown, after: unknown): unknown {
  if (!isRecord(after)) return after;
  const result = new Map(isRecord(before) ? Object.entries(before) : []);
  for (const [key, value] of Object.entries(after))
    if (value === null) result.delete(key);
    else if (value !== undefined) result.set(key, mergedValue(result.get(key), value));
  return Object.fromEntries(result);
}
