import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { Finding, LocatedFinding, Place, Problem, Range, Span } from '../problem.ts';
import { positionsIn } from '../text-positions.ts';
import { datasetFindings } from './dataset-rules.ts';
import { type RuleSettings, severityOf } from './settings.ts';
import { structureFindings } from './structure-rules.ts';

/** The findings about a value, by the rules that are on. */
export function valueFindings(value: unknown, settings: RuleSettings): Finding[] {
  return structureFindings(value)
    .concat(datasetFindings(value, settings))
    .filter((finding) => severityOf(finding.code, settings) !== 'off');
}

/** A finding with its places looked up in the text. */
export function located(finding: Finding, locate: (place: Place) => Span): LocatedFinding {
  const { code, message, suggestion, related } = finding;
  const { start, end } = locate(finding);
  const found: Mutable<LocatedFinding> = { code, message, start, end };
  if (suggestion !== undefined) found.suggestion = suggestion;
  if (related !== undefined) {
    const place = locate(related);
    found.related = { start: place.start, end: place.end, message: related.message };
  }
  return found;
}

/** Findings as problems with severities and positions, in the order of the text. */
export function toProblems(
  findings: readonly LocatedFinding[],
  text: string,
  settings: RuleSettings,
): Problem[] {
  const position = positionsIn(text);
  const rangeOf = (span: Span): Range => ({ start: position(span.start), end: position(span.end) });
  const problems: Problem[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const { code, message, suggestion, related } = finding;
    const severity = severityOf(code, settings);
    if (severity === 'off') continue;
    const problem: Mutable<Problem> = { code, severity, range: rangeOf(finding), message };
    if (related !== undefined) problem.related = { range: rangeOf(related), message: related.message };
    if (suggestion !== undefined) problem.suggestion = suggestion;
    problems.push(problem);
  }
  return problems;
}

/** To build items step by step: spreading optional properties takes longer than everything else here. */
type Mutable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

/** A place where a text breaks the grammar of JSON or YAML. */
export interface ParseError extends Span {
  /** What is wrong and what to do, in the user's language. */
  readonly message: string;
  /**
   * What it makes uncertain: `nothing` (the text means the same without it, such as a comment), the `token` or the
   * object around it, or all the `rest` of the text.
   */
  readonly affects: 'nothing' | 'token' | 'rest';
}

/** The finding of rule `syntax` for a parse error. */
export function syntaxFinding({ start, end, message }: ParseError): LocatedFinding {
  return { code: 'syntax', start, end, message };
}

/** A property name that occurs again in an object. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: Span;
  readonly second: Span;
}

/** The finding for a property name that occurs again, in JSON or YAML. */
export function duplicateKeyFinding({ key, first, second }: DuplicateKey): LocatedFinding {
  return {
    code: 'duplicate-key',
    ...second,
    message: l10n.t('The property "{property}" occurs twice. Remove or rename one of them.', {
      property: printable(key),
    }),
    related: { ...first, message: l10n.t('First "{property}"', { property: printable(key) }) },
  };
}
