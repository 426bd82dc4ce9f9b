import type { RuleSettings } from '../dataset/rules/settings.ts';
import { isRecord } from '../text/is-record.ts';
import { PathGlobs } from './glob.ts';
import { parentFolder } from './paths.ts';
import type { ProjectFile, ProjectProblem, ProjectSettings } from './project-file.ts';

/** A project file together with those that it extends. */
export class Project {
  readonly problems: readonly ProjectProblem[];
  /** Of its files, in the order of precedence: the last is the project file itself. */
  readonly paths: readonly string[];
  readonly #include: PathGlobs | undefined;
  readonly #exclude: PathGlobs | undefined;
  readonly #settings: ProjectSettings;
  readonly #overrides: readonly { readonly files: PathGlobs; readonly settings: ProjectSettings }[];

  /** `layers`: what it extends in the order of precedence, and the file itself as the last. */
  constructor(layers: readonly ProjectFile[], problems: readonly ProjectProblem[]) {
    this.problems = problems;
    this.paths = layers.map(({ path }) => path);
    this.#include = lastGlobs(layers, 'include');
    this.#exclude = lastGlobs(layers, 'exclude');
    this.#settings = layers.reduce<ProjectSettings>(
      (settings, { content: { include, exclude, overrides, ...own } }) => merged(settings, own),
      {},
    );
    this.#overrides = layers.flatMap(({ path, content }) =>
      (content.overrides ?? []).map(({ files, ...settings }) => ({
        files: new PathGlobs(parentFolder(path), files),
        settings,
      })),
    );
  }

  /** Whether it has errors: then the files that it applies to can't be judged. */
  get isBroken(): boolean {
    return this.problems.some(({ severity }) => severity === 'error');
  }

  /** Whether a document is a dataset file. */
  includes(path: string): boolean {
    return this.excludedBy(path) === undefined;
  }

  /** Which list says that a document is not a dataset file. */
  excludedBy(path: string): 'include' | 'exclude' | undefined {
    if (this.#include?.matches(path) === false) return 'include';
    return this.#exclude?.matches(path) ? 'exclude' : undefined;
  }

  /** `above`: the settings of a workspace, which override rules by their codes, and add data types. */
  settingsFor(path: string, above: RuleSettings): RuleSettings {
    const own = this.#overrides
      .filter(({ files }) => files.matches(path))
      .reduce((settings, override) => merged(settings, override.settings), this.#settings);
    return {
      ...own,
      rules: { ...own.rules, ...above.rules },
      dataTypes: [...(own.dataTypes ?? []), ...above.dataTypes],
    };
  }
}

/** Of several lists, the last one counts, and is relative to the file that has it. */
function lastGlobs(layers: readonly ProjectFile[], key: 'include' | 'exclude'): PathGlobs | undefined {
  const last = layers.findLast(({ content }) => content[key] !== undefined);
  const patterns = last?.content[key] ?? undefined;
  return last && patterns && new PathGlobs(parentFolder(last.path), patterns);
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
