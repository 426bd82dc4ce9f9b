import { type DocumentFormat, type ValidationOptions, validateText } from '../document.ts';
import type { Problem } from '../problem.ts';
import { isMended } from './comparison.ts';
import { applied, type Fix } from './fix.ts';
import { menders } from './menders.ts';
import { sitesIn } from './sites.ts';

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
  const { problems, siteOf } = await sitesIn(text, format, options);
  const found = new Map<string, { fix: Fix; problems: Problem[] }>();
  for (const problem of problems.filter(isAsked)) {
    for (const fix of menders[problem.code](siteOf(problem))) {
      const key = JSON.stringify(fix);
      const known = found.get(key);
      if (known !== undefined) known.problems.push(problem);
      else if (await mends(fix, problem)) found.set(key, { fix, problems: [problem] });
    }
  }
  return [...found.values()];

  async function mends(fix: Fix, problem: Problem): Promise<boolean> {
    if (fix.kind !== 'edit') return true;
    const after = await validateText(applied(text, fix.edit), format, options);
    return isMended(problem, problems, after);
  }
}
