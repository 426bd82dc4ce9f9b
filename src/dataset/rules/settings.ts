import { type RuleCode, ruleTable, type Severity } from '../problem.ts';
import type { Conventions } from './conventions.ts';

/** A rule's severity, or `off`. */
export type RuleSetting = Severity | 'off';

/** What a document is judged by, as its project file says. */
export interface RuleSettings extends Conventions {
  readonly rules: Partial<Readonly<Record<RuleCode, RuleSetting>>>;
  /** Known data types in addition to the built-in ones. */
  readonly dataTypes: readonly string[];
}

/** What the setting of a rule can be, from the mildest on. */
export const severities: readonly unknown[] = ['off', 'hint', 'info', 'warning', 'error'];

/** For a document that nothing else is known of. */
export const noRuleSettings: RuleSettings = { rules: {}, dataTypes: [] };

/** Always errors, since it is unclear what such a document would create. */
const fixedRules: ReadonlySet<RuleCode> = new Set(['syntax', 'duplicate-key']);

/** The more severe one of two rules. */
export function moreSevere(one: RuleCode, other: RuleCode, settings: RuleSettings): RuleCode {
  const rank = (code: RuleCode) => severities.indexOf(severityOf(code, settings));
  return rank(other) > rank(one) ? other : one;
}

export function severityOf(code: RuleCode, settings: RuleSettings): RuleSetting {
  if (fixedRules.has(code)) return 'error';
  return settings.rules[code] ?? ruleTable[code].severity;
}
