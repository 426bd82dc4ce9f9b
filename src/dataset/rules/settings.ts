import type { RuleCode, Severity } from '../problem.ts';

/** A rule's severity, or `off` to leave it out. */
export type RuleSetting = Severity | 'off';

/** What the settings `dataset.rules` and `dataset.dataTypes` say for one document. */
export interface RuleSettings {
  readonly rules: Partial<Readonly<Record<RuleCode, RuleSetting>>>;
  /** Data types known beside the built-in ones. */
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

/** What would be sent is unclear or no document at all: these stay errors whatever the settings say. */
const fixedRules: ReadonlySet<RuleCode> = new Set(['syntax', 'duplicate-key']);

export function severityOf(code: RuleCode, settings: RuleSettings): RuleSetting {
  if (fixedRules.has(code)) return 'error';
  return settings.rules[code] ?? defaultSeverities[code];
}
