import type { DocumentFormat } from '../dataset/dataset.ts';
import type { Fix } from '../dataset/fixes/fix-edit.ts';
import { isSameProblem, type Problem, type Severity } from '../dataset/problem.ts';
import { printable } from '../text/printable.ts';
import { cutText, maxProblems, withLists } from './limits.ts';
import type { AgentDocument, TextCheckPort } from './ports.ts';

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
  /** How many of `reports` have the titles of their fixes. */
  readonly titled: number;
}

/**
 * Finding fixes checks the text once more for each of them, so there are limits for long documents: the longest text, and
 * characters that are checked in all. YAML takes a hundred times as long as JSON.
 */
const searchLimits: Readonly<Record<DocumentFormat, { readonly text: number; readonly all: number }>> = {
  json: { text: 1024 * 1024, all: 32 * 1024 * 1024 },
  yaml: { text: 128 * 1024, all: 1024 * 1024 },
};
const maxTitles = 5;

/** The first problems with the titles of their fixes. */
export async function reportProblems(
  problems: readonly Problem[],
  text: string | undefined,
  { format, settings }: Pick<AgentDocument, 'format' | 'settings'>,
  checks: TextCheckPort,
): Promise<ProblemList> {
  const shown = problems.slice(0, maxProblems);
  const length = text?.length ?? 0;
  const limit = searchLimits[format];
  const titled = length > limit.text ? 0 : Math.min(shown.length, Math.floor(limit.all / (length + 1)));
  const found =
    text === undefined || titled === 0
      ? []
      : await checks.quickFixes(text, format, settings, shown.slice(0, titled));
  const reports = shown.map((problem) => ({
    ...describeProblem(problem),
    fixes: found
      .filter((quickFix) => quickFix.problems.some((fixed) => isSameProblem(fixed, problem)))
      .map(({ fix }) => cutText(titleOf(fix), 200))
      .slice(0, maxTitles),
  }));
  return { reports, total: problems.length, titled: text === undefined ? shown.length : titled };
}

function describeProblem({
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

function titleOf(fix: Fix): string {
  return fix.kind === 'edit'
    ? fix.title
    : `Add "${printable(fix.dataType)}" to the setting dataset.dataTypes`;
}

/** The problems and, if something is missing, `truncated`, within `bytes` together with `rest`. */
export function withProblems<Rest extends object>(
  rest: Rest,
  name: 'problems' | 'remaining',
  list: ProblemList,
  bytes: number,
): Rest & Readonly<Record<string, unknown>> {
  const truncated = (shown: number) => notShown(list, shown);
  return withLists(rest, { [name]: list.reports }, truncated, { bytes, isWhole: isWhole(list) });
}

/** Whether all problems are there, with the titles of their fixes. */
export function isWhole({ reports, total, titled }: ProblemList): boolean {
  return reports.length === total && titled === total;
}

function notShown({ reports, total, titled }: ProblemList, shown: number): string {
  const titles =
    titled < reports.length
      ? ` The document is too long to find the fixes of more than ${titled} problems.`
      : '';
  return `Truncated: ${shown} of ${total} problems are shown.${titles} Fix these first, then call dataset_validate again for the rest.`;
}
