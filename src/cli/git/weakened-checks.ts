import { existsSync } from 'node:fs';
import * as paths from 'node:path';
import { propertyOf } from '../../dataset/document-tree.ts';
import { type Range, type RuleCode, ruleTable } from '../../dataset/problem.ts';
import { type RuleSetting, type RuleSettings, severityOf } from '../../dataset/rules/settings.ts';
import type { Judgement } from '../../project/projects.ts';
import { parseCommented } from '../../project/read-project-file.ts';
import { readRegularFileSync } from '../../system/regular-file.ts';
import { printable } from '../../text/printable.ts';
import { withSlashes } from '../file-paths.ts';
import type { FileProblem } from '../output/file-problem.ts';
import { weakenedCode } from '../output/file-problem.ts';

const ranks: readonly RuleSetting[] = ['off', 'hint', 'info', 'warning', 'error'];

/**
 * Finds out where a change weakens what is checked: the version that checks more counts, and each weakening is a problem of the
 * change. `root`: that of the repository.
 */
export class WeakenedChecks {
  readonly #root: string;
  readonly #onProblem: (problem: FileProblem) => void;
  readonly #reported = new Set<string>();

  constructor(root: string, onProblem: (problem: FileProblem) => void) {
    this.#root = root;
    this.#onProblem = onProblem;
  }

  /** The rules for a file, whose path is from the root; undefined if neither version judges it. */
  stricter(file: string, before: Judgement, now: Judgement): RuleSettings | undefined {
    // Errors in an earlier project file say nothing about what was checked.
    if (before.kind === 'broken' || now.kind === 'broken')
      return now.kind === 'judged' ? now.settings : undefined;
    if (now.kind === 'excluded') {
      if (before.kind === 'excluded') return undefined;
      const key = now.project?.excludedBy(this.#absolute(file))?.list ?? 'exclude';
      this.#report(
        this.#placeOf([key], undefined, file, before, now),
        key,
        () =>
          `"${key}" leaves out dataset files that were checked before this change, such as ${printable(file)}. They are checked as before.`,
      );
    }
    const rules: Partial<Record<RuleCode, RuleSetting>> = { ...now.settings.rules };
    for (const code of Object.keys(ruleTable) as RuleCode[]) {
      const [earlier, later] = [severityOf(code, before.settings), severityOf(code, now.settings)];
      if (!isActive(code, before.settings) || ranks.indexOf(earlier) <= ranks.indexOf(later)) continue;
      rules[code] = earlier;
      this.#report(
        this.#placeOf(['rules', code], later, file, before, now),
        code,
        () =>
          `The rule ${code} was "${earlier}" before this change, and is "${later}" now. It is checked as before.`,
      );
    }
    return { ...now.settings, rules };
  }

  #report({ path, range }: Place, what: string, describe: () => string): void {
    const file = withSlashes(paths.relative(this.#root, path), paths);
    const key = JSON.stringify([file, range?.start, what]);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const problem = { code: weakenedCode, severity: 'warning', message: describe() } as const;
    this.#onProblem({ file, problem: { ...problem, ...(range && { range }) } });
  }

  /** Where the files say it; if none does, because it was removed, the file that had the last word, even if it is gone. */
  #placeOf(
    key: readonly [string, RuleCode?],
    value: RuleSetting | undefined,
    file: string,
    before: Judgement,
    now: Judgement,
  ): Place {
    const settings = this.#settingsFiles(file);
    const projectFiles = (now.project?.paths ?? []).toReversed();
    const candidates = [...settings.filter(existsSync).slice(0, 1), ...projectFiles];
    for (const path of candidates) {
      const range = rangeIn(path, key, value);
      if (range) return { path, range };
    }
    const [first = before.project?.paths.at(-1) ?? settings.at(-1) ?? ''] = candidates.toReversed();
    return { path: first };
  }

  /** The nearest one first. */
  #settingsFiles(file: string): string[] {
    const names = file.split('/').slice(0, -1);
    const folders = [...names, ''].map((_, index) => names.slice(0, names.length - index));
    return folders.map((folder) => paths.join(this.#root, ...folder, '.vscode', 'settings.json'));
  }

  #absolute(file: string): string {
    return withSlashes(paths.join(this.#root, file), paths);
  }
}

interface Place {
  readonly path: string;
  readonly range?: Range;
}

/** Whether a rule can find anything: some need a convention. */
function isActive(code: RuleCode, { names, require, limits }: RuleSettings): boolean {
  if (code.startsWith('name-')) return names !== undefined;
  if (code === 'required-column') return require !== undefined;
  return code !== 'limit' || limits !== undefined;
}

/** The range of a key in a project file or a settings file; the last one counts. */
function rangeIn(path: string, [key, code]: readonly [string, RuleCode?], value: string | undefined) {
  let parsed: ReturnType<typeof parseCommented>;
  try {
    parsed = parseCommented(String(readRegularFileSync(path)));
  } catch {
    return undefined;
  }
  const { root, rangeOf } = parsed;
  if (root?.type !== 'object') return undefined;
  const overrides = propertyOf(root, 'overrides')?.value;
  const objects = [root, ...(overrides?.type === 'array' ? overrides.items : [])];
  for (const object of objects.toReversed()) {
    if (object.type !== 'object') continue;
    const found = propertyOf(object, key) ?? propertyOf(object, `dataset.${key}`);
    if (code === undefined && found) return rangeOf(found.keySpan);
    const rule = found?.value?.type === 'object' ? propertyOf(found.value, code ?? '') : undefined;
    if (rule?.value?.type === 'scalar' && rule.value.value === value) return rangeOf(rule.keySpan);
  }
  return undefined;
}
