import type { TextChecking } from '../app/direct-checks.ts';
import type { DocumentFormat } from '../dataset/dataset.ts';
import type { Fix } from '../dataset/fixes/fix-edit.ts';
import { isSameProblem, type Problem, type Severity } from '../dataset/problem.ts';
import { printable } from '../text/printable.ts';
import { cutText, itemsWithin, maxListedProblems, resultLimits, withLists } from './limits.ts';
import type { AgentDocument } from './ports.ts';

/** A problem as agents see it. */
export interface ProblemReport {
  readonly rule: string;
  readonly severity: Severity;
  /** From 1, like the column, which counts UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  /** May quote the document. */
  readonly message: string;
  /** Titles of the fixes. */
  readonly fixes: readonly string[];
}

export type ProblemCounts = Readonly<Record<Severity, number>>;

export function countProblems(problems: readonly Problem[]): ProblemCounts {
  const counts = { error: 0, warning: 0, info: 0, hint: 0 };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}

/** What agents see of a document's problems. */
export interface ProblemList {
  /** The first ones. */
  readonly reports: readonly ProblemReport[];
  /** How many there are. */
  readonly total: number;
  /** Whether `reports` have the titles of their fixes. */
  readonly hasTitles: boolean;
}

/** In UTF-16 code units. Finding fixes checks the text once more for each of them, and YAML takes a hundred times as long as JSON. */
const maxSearched: Readonly<Record<DocumentFormat, number>> = { json: 1024 * 1024, yaml: 32 * 1024 };
const maxTitles = 5;
/** Problems that fixes are searched for at a time. */
const groupSize = 10;

/** The first problems with the titles of their fixes. */
export async function reportProblems(
  problems: readonly Problem[],
  text: string | undefined,
  { format, settings }: Pick<AgentDocument, 'format' | 'settings'>,
  checks: TextChecking,
): Promise<ProblemList> {
  const shown = problems.slice(0, maxListedProblems);
  const hasTitles = (text?.length ?? 0) <= maxSearched[format];
  const reports: ProblemReport[] = [];
  while (reports.length < shown.length) {
    const some = shown.slice(reports.length, reports.length + groupSize);
    // Nobody sees the fixes of what doesn't fit, and each takes as long as a validation.
    const isFull = itemsWithin(reports, resultLimits.default).length < reports.length;
    const found =
      text === undefined || !hasTitles || isFull ? [] : await checks.quickFixes(text, format, settings, some);
    const titlesOf = (problem: Problem) =>
      found
        .filter((quickFix) => quickFix.problems.some((fixed) => isSameProblem(fixed, problem)))
        .map(({ fix }) => cutText(titleOf(fix), 200))
        .slice(0, maxTitles);
    reports.push(...some.map((problem) => ({ ...describeProblem(problem), fixes: titlesOf(problem) })));
  }
  return { reports, total: problems.length, hasTitles };
}

export function describeProblem({
  code,
  severity,
  range: { start },
  message,
}: Problem): Omit<ProblemReport, 'fixes'> {
  return {
    rule: code,
    severity,
    line: start.line + 1,
    column: start.character + 1,
    message: cutText(message, 600),
  };
}

const dataTypesHome = '"dataTypes" in dataset-studio.json';

function titleOf(fix: Fix): string {
  if (fix.kind === 'edit')
    return fix.declares === undefined ? fix.title : `${fix.title}, and add it to ${dataTypesHome}`;
  const { declaration } = fix;
  switch (declaration.kind) {
    case 'data-type':
      return `Add "${printable(declaration.dataType)}" to ${dataTypesHome}`;
    case 'property':
      return `Add "${printable(declaration.property)}" to the properties of a ${declaration.of} in dataset-studio.json`;
    case 'rule-off':
      return `Turn off the rule ${declaration.code} in dataset-studio.json`;
  }
}

/** The problems and, if something is missing, `truncated`, within `bytes` together with `rest`. */
export function withinBytes<Rest extends object>(
  rest: Rest,
  name: 'problems' | 'remaining',
  list: ProblemList,
  bytes: number,
): Rest & Readonly<Record<string, unknown>> {
  const truncated = (shown: number) => notShown(list, shown);
  return withLists(rest, { [name]: list.reports }, truncated, { bytes, isWhole: isWhole(list) });
}

/** Whether all problems are there, with the titles of their fixes. */
export function isWhole({ reports, total, hasTitles }: ProblemList): boolean {
  return reports.length === total && hasTitles;
}

function notShown({ total, hasTitles }: ProblemList, shown: number): string {
  const titles = hasTitles ? '' : ' The document is too long to find fixes.';
  return `Truncated: ${shown} of ${total} problems are shown.${titles} Fix these first, then call dataset_validate again for the rest.`;
}
