import * as paths from 'node:path';
import { Locator } from '../../dataset/document-tree.ts';
import { type Path, type Range, type RuleCode, ruleTable } from '../../dataset/problem.ts';
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
    const path = withSlashes(paths.join(this.#root, file), paths);
    if (now.kind === 'excluded') {
      if (before.kind === 'excluded') return undefined;
      const by = now.project?.excludedBy(path);
      const message = `"${by?.list}" leaves out dataset files that were checked before this change, such as ${printable(file)}. They are checked as before.`;
      if (by) this.#report(by.file, by.range, by.list, message);
    }
    const rules: Partial<Record<RuleCode, RuleSetting>> = { ...now.settings.rules };
    for (const code of Object.keys(ruleTable) as RuleCode[]) {
      const [earlier, later] = [severityOf(code, before.settings), severityOf(code, now.settings)];
      if (!isActive(code, before.settings) || severities.indexOf(earlier) <= severities.indexOf(later))
        continue;
      rules[code] = earlier;
      // If the severity was removed, the file that could have it, even if it is gone.
      const home = now.project?.homeOf(path, ['rules', code]);
      const place = home?.file ?? before.project?.paths.at(-1) ?? '';
      const message = `The rule ${code} was "${earlier}" before this change, and is "${later}" now. It is checked as before.`;
      this.#report(place, home && rangeIn(home.file, home.path), code, message);
    }
    return { ...now.settings, rules };
  }

  #report(path: string, range: Range | undefined, what: string, message: string): void {
    const file = withSlashes(paths.relative(this.#root, path), paths);
    const key = JSON.stringify([file, range?.start, what]);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const problem = { code: weakenedCode, severity: 'warning', message } as const;
    this.#onProblem({ file, problem: { ...problem, ...(range && { range }) } });
  }
}

/** Whether a rule can find anything: some need a convention. */
function isActive(code: RuleCode, { names, require, limits }: RuleSettings): boolean {
  if (code.startsWith('name-')) return names !== undefined;
  if (code === 'required-column') return require !== undefined;
  return code !== 'limit' || limits !== undefined;
}

/** The range of the last key of a path in a project file; its beginning if the path isn't there. */
function rangeIn(file: string, path: Path): Range | undefined {
  try {
    const text = String(readRegularFileSync(file));
    const { root, rangeOf } = parseCommented(text);
    return rangeOf(new Locator(root, text).spanOf({ path, target: 'key' }));
  } catch {
    return undefined;
  }
}
