import type { RuleCode } from '../problem.ts';
import { mendDuplicateName, mendEmptyName, mendUntidyName } from './mend-names.ts';
import { mendDuplicateKey, mendMissingProperty, mendUnknownProperty } from './mend-properties.ts';
import { mendSyntax } from './mend-syntax.ts';
import { mendEmptyArray, mendUnknownDataType, mendWrongType } from './mend-values.ts';
import type { Mender } from './site.ts';

/** Who mends what. */
export const menders: Readonly<Record<RuleCode, Mender>> = {
  syntax: mendSyntax,
  'duplicate-key': mendDuplicateKey,
  'missing-property': mendMissingProperty,
  'wrong-type': mendWrongType,
  'empty-name': mendEmptyName,
  'duplicate-table': mendDuplicateName,
  'duplicate-column': mendDuplicateName,
  'unknown-data-type': mendUnknownDataType,
  'unknown-property': mendUnknownProperty,
  'untidy-name': mendUntidyName,
  'no-tables': mendEmptyArray,
  'no-columns': mendEmptyArray,
};
