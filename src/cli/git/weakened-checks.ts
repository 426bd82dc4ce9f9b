import * as paths from 'node:path';
import { propertyOf } from '../../dataset/document-tree.ts';
import { type Range, type RuleCode, ruleTable } from '../../dataset/problem.ts';
import { type RuleSetting, type RuleSettings, severities, severityOf } from '../../dataset/rules/settings.ts';
import type { Judgement } from '../../project/projects.ts';
import { parseCommented } from '../../project/read-project-file.ts';
import { readRegularFileSync } from '../../system/regular-file.ts';
import { printable } from '../../text/printable.ts';
import { withSlashes } from '../file-paths.ts';
import { type FileProblem, weakenedCode } from '../output/file-problem.ts';

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
      const key =
        now.project?.excludedBy(withSlashes(paths.join(this.#root, file), paths))?.list ?? 'exclude';
      this.#report(
        placeOf([key], undefined, before, now),
        key,
        () =>
          `"${key}" leaves out dataset files that were checked before this change, such as ${printable(file)}. They are checked as before.`,
      );
    }
    const rules: Partial<Record<RuleCode, RuleSetting>> = { ...now.settings.rules };
    for (const code of Object.keys(ruleTable) as RuleCode[]) {
      const [earlier, later] = [severityOf(code, before.settings), severityOf(code, now.settings)];
      if (!isActive(code, before.settings) || severities.indexOf(earlier) <= severities.indexOf(later))
        continue;
      rules[code] = earlier;
      this.#report(
        placeOf(['rules', code], later, before, now),
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
}

interface Place {
  readonly path: string;
  readonly range?: Range;
}

/** Where the files say it; if none does, because it was removed, the file that had the last word, even if it is gone. */
function placeOf(
  key: readonly [string, RuleCode?],
  value: RuleSetting | undefined,
  before: Judgement,
  now: Judgement,
): Place {
  const files = now.project?.paths ?? [];
  for (const path of files.toReversed()) {
    const range = rangeIn(path, key, value);
    if (range) return { path, range };
  }
  return { path: files[0] ?? before.project?.paths.at(-1) ?? '' };
}

/** Whether a rule can find anything: some need a convention. */
function isActive(code: RuleCode, { names, require, limits }: RuleSettings): boolean {
  if (code.startsWith('name-')) return names !== undefined;
  if (code === 'required-column') return require !== undefined;
  return code !== 'limit' || limits !== undefined;
}

/** The range of a key in a project file; the last one counts. */
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
    const found = propertyOf(object, key);
    if (code === undefined && found) return rangeOf(found.keySpan);
    const rule = found?.value?.type === 'object' ? propertyOf(found.value, code ?? '') : undefined;
    if (rule?.value?.type === 'scalar' && rule.value.value === value) return rangeOf(rule.keySpan);
  }
  return undefined;
}
