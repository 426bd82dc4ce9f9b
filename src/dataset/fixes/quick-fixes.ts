import { type DocumentFormat, type ValidationOptions, validateText } from '../document.ts';
import type { Problem } from '../problem.ts';
import { isFixed } from './comparison.ts';
import { applyEdit, type Fix } from './fix.ts';
import { fixContexts } from './fix-contexts.ts';
import { fixers } from './fixers.ts';

/** A fix, and the problems that it is for. */
export interface QuickFix {
  readonly fix: Fix;
  readonly problems: readonly Problem[];
}

/**
 * What can be done about those problems of a text that `isAsked` for. Each change was tried: after it the problem
 * is gone, and there is no new one of the kind that a change can bring about.
 */
export async function quickFixes(
  text: string,
  format: DocumentFormat,
  options: ValidationOptions,
  isAsked: (problem: Problem) => boolean,
): Promise<QuickFix[]> {
  const { problems, contextOf } = await fixContexts(text, format, options);
  const found = new Map<string, { fix: Fix; problems: Problem[] }>();
  for (const problem of problems.filter(isAsked)) {
    for (const fix of fixers[problem.code](contextOf(problem))) {
      const key = JSON.stringify(fix);
      const known = found.get(key);
      if (known !== undefined) known.problems.push(problem);
      else if (await isFixedBy(fix, problem)) found.set(key, { fix, problems: [problem] });
    }
  }
  return [...found.values()];

  async function isFixedBy(fix: Fix, problem: Problem): Promise<boolean> {
    if (fix.kind !== 'edit') return true;
    const after = await validateText(applyEdit(text, fix.edit), format, options);
    return isFixed(problem, problems, after);
  }
}
