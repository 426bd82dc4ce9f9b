import type { RuleCode, Severity } from '../problem.ts';

/** A rule's severity, or `off`. */
export type RuleSetting = Severity | 'off';

/** The settings `dataset.rules` and `dataset.dataTypes` for one document. */
export interface RuleSettings {
  readonly rules: Partial<Readonly<Record<RuleCode, RuleSetting>>>;
  /** Known data types in addition to the built-in ones. */
  readonly dataTypes: readonly string[];
}

export const defaultSeverities: Readonly<Record<RuleCode, Severity>> = {
  syntax: 'error',
  'duplicate-key': 'error',
  'missing-property': 'error',
  'wrong-type': 'error',
  'empty-name': 'error',
  'duplicate-table': 'error',
  'duplicate-column': 'error',
  'unknown-data-type': 'warning',
  'unknown-property': 'warning',
  'untidy-name': 'warning',
  'no-tables': 'warning',
  'no-columns': 'warning',
};

/** Always errors, since it is unclear what such a document would create. */
const fixedRules: ReadonlySet<RuleCode> = new Set(['syntax', 'duplicate-key']);

export function severityOf(code: RuleCode, settings: RuleSettings): RuleSetting {
  if (fixedRules.has(code)) return 'error';
  return settings.rules[code] ?? defaultSeverities[code];
}
