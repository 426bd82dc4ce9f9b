import { type ValidationOptions, validateText } from '../document.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { Problem } from '../problem.ts';
import { isFixed } from './comparison.ts';
import { applyEdit, type Fix } from './fix.ts';
import { fixContexts } from './fix-contexts.ts';
import { fixers } from './fixers.ts';

/** A fix and the problems that it fixes. */
export interface QuickFix {
  readonly fix: Fix;
  readonly problems: readonly Problem[];
}

/**
 * The fixes for those problems of a document that `isRequested`. Each change is tried first: the problem must be gone, and
 * the change must not cause new ones.
 */
export async function quickFixes(
  document: ParsedDocument,
  options: ValidationOptions,
  isRequested: (problem: Problem) => boolean,
): Promise<QuickFix[]> {
  const { problems, contextOf } = await fixContexts(document, options);
  const found = new Map<string, { fix: Fix; problems: Problem[] }>();
  for (const problem of problems.filter(isRequested)) {
    for (const fix of fixers[problem.code](contextOf(problem))) {
      const key = JSON.stringify(fix);
      const known = found.get(key);
      if (known !== undefined) known.problems.push(problem);
      else if (await works(fix, problem)) found.set(key, { fix, problems: [problem] });
    }
  }
  return [...found.values()];

  async function works(fix: Fix, problem: Problem): Promise<boolean> {
    if (fix.kind !== 'edit') return true;
    const after = await validateText(applyEdit(document.text, fix.edit), document.format, options);
    return isFixed(problem, problems, after);
  }
}
