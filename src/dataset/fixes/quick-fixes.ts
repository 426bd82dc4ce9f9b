import { validateText } from '../document.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { Problem, RuleCode } from '../problem.ts';
import type { RuleSettings } from '../rules/settings.ts';
import { type Fixer, fixContexts } from './fix-context.ts';
import { fixConventionalName, fixRequiredColumn, fixSchemaReference } from './fix-conventions.ts';
import { applyEdit, type Fix, isFixed, isMisnamed } from './fix-edit.ts';
import { fixDuplicateName, fixEmptyName, fixUntidyName } from './fix-names.ts';
import { fixDuplicateKey, fixMissingProperty, fixUnknownProperty } from './fix-properties.ts';
import { fixSyntax } from './fix-syntax.ts';
import { fixEmptyArray, fixUnknownDataType, fixWrongType } from './fix-values.ts';

/** A fix and the problems that it fixes. */
export interface QuickFix {
  readonly fix: Fix;
  readonly problems: readonly Problem[];
}

/**
 * The fixes for those problems of a document that `isRequested`. Each change is tried first: the problem must be gone, and
 * the change must not cause new ones.
 */
export async function quickFixesFor(
  document: ParsedDocument,
  options: RuleSettings,
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
    const { edit, declares = [] } = fix;
    const declared = { ...options, dataTypes: options.dataTypes.concat(declares) };
    const after = await validateText(applyEdit(document.text, edit), document.format, declared);
    return isFixed(problem, problems, after);
  }
}

/** Rules without safe fixes: some insert a placeholder, and take as long as the list that it needs a free name in. */
export const rulesWithoutSafeFixes: ReadonlySet<RuleCode> = new Set([
  'missing-property',
  'empty-name',
  'duplicate-table',
  'duplicate-column',
  // A comparison calls what their fixes change breaking.
  'name-style',
  'name-length',
  'name-characters',
  'name-affix',
  'required-column',
  'schema-reference',
]);

/** The fixer of each rule. */
export const fixers: Readonly<Record<RuleCode, Fixer>> = {
  syntax: fixSyntax,
  'duplicate-key': fixDuplicateKey,
  'missing-property': (context) =>
    isMisnamed(context.problem) ? fixUnknownProperty(context) : fixMissingProperty(context),
  'wrong-type': fixWrongType,
  'empty-name': fixEmptyName,
  'duplicate-table': fixDuplicateName,
  'duplicate-column': fixDuplicateName,
  'unknown-data-type': fixUnknownDataType,
  'unknown-property': fixUnknownProperty,
  'untidy-name': fixUntidyName,
  'no-tables': fixEmptyArray,
  'no-columns': fixEmptyArray,
  'name-style': fixConventionalName,
  'name-length': fixConventionalName,
  'name-characters': fixConventionalName,
  'name-affix': fixConventionalName,
  'required-column': fixRequiredColumn,
  limit: () => [],
  'schema-reference': fixSchemaReference,
};
