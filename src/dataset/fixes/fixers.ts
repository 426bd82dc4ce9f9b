import type { RuleCode } from '../problem.ts';
import type { Fixer } from './fix-context.ts';
import { fixDuplicateName, fixEmptyName, fixUntidyName } from './fix-names.ts';
import { fixDuplicateKey, fixMissingProperty, fixUnknownProperty } from './fix-properties.ts';
import { fixSyntax } from './fix-syntax.ts';
import { fixEmptyArray, fixUnknownDataType, fixWrongType } from './fix-values.ts';

/** Rules without safe fixes: theirs insert a placeholder, and take as long as the list that it needs a free name in. */
export const rulesWithoutSafeFixes: ReadonlySet<RuleCode> = new Set([
  'missing-property',
  'empty-name',
  'duplicate-table',
  'duplicate-column',
]);

/** The fixer of each rule. */
export const fixers: Readonly<Record<RuleCode, Fixer>> = {
  syntax: fixSyntax,
  'duplicate-key': fixDuplicateKey,
  'missing-property': fixMissingProperty,
  'wrong-type': fixWrongType,
  'empty-name': fixEmptyName,
  'duplicate-table': fixDuplicateName,
  'duplicate-column': fixDuplicateName,
  'unknown-data-type': fixUnknownDataType,
  'unknown-property': fixUnknownProperty,
  'untidy-name': fixUntidyName,
  'no-tables': fixEmptyArray,
  'no-columns': fixEmptyArray,
};
