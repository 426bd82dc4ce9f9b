import type { Finding, LocatedFinding, Place, Span } from '../finding.ts';
import type { Problem, Range } from '../problem.ts';
import { positionsIn } from '../text-positions.ts';
import { datasetFindings } from './dataset-rules.ts';
import { type RuleSettings, severityOf } from './settings.ts';
import { structureFindings } from './structure-rules.ts';

/** The findings about a value, by the rules that are on. */
export function valueFindings(value: unknown, settings: RuleSettings): Finding[] {
  return structureFindings(value)
    .concat(datasetFindings(value, { dataTypes: settings.dataTypes }))
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
