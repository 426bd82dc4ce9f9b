import * as l10n from '@vscode/l10n';
import type { Problem } from '../../../dataset/problem.ts';

/** The maximum number of problems of one document. The editor stays responsive while it receives and shows them. */
export const maxProblems = 5000;

const severityOrder = { error: 0, warning: 1, info: 2, hint: 3 } as const;

/**
 * Limits problems to `maxProblems`, keeping the most severe ones in document order. A message in place of the first
 * omitted problem says how many are not shown.
 */
export function capProblems(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maxProblems) return problems;
  const bySeverity = problems.toSorted((a, b) => severityOrder[a.severity] - severityOrder[b.severity]);
  const kept = new Set(bySeverity.slice(0, maxProblems - 1));
  const [firstOmitted] = bySeverity.slice(maxProblems - 1);
  return problems.flatMap((problem) => {
    if (kept.has(problem)) return [problem];
    if (problem !== firstOmitted) return [];
    const { code, severity, range } = problem;
    const message = l10n.t('{count} more problems are not shown. Fix the others first.', {
      count: problems.length - kept.size,
    });
    return [{ code, severity, range, message }];
  });
}
