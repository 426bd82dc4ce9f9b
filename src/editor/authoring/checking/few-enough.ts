import * as l10n from '@vscode/l10n';
import type { Problem } from '../../../dataset/problem.ts';

/** So many can be taken over from a thread and shown without holding up anybody who types. */
export const mostProblems = 5000;

const gravity = { error: 0, warning: 1, info: 2, hint: 3 } as const;

/** The gravest problems of a text, in its order; in the place of the first that is left out, how many are. */
export function fewEnough(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= mostProblems) return problems;
  const byGravity = problems.toSorted((a, b) => gravity[a.severity] - gravity[b.severity]);
  const kept = new Set(byGravity.slice(0, mostProblems - 1));
  const [firstLeftOut] = byGravity.slice(mostProblems - 1);
  return problems.flatMap((problem) => {
    if (kept.has(problem)) return [problem];
    if (problem !== firstLeftOut) return [];
    const { code, severity, range } = problem;
    const message = l10n.t(
      'Here and elsewhere are {count} problems more than can be shown. Mend the others first.',
      {
        count: problems.length - kept.size,
      },
    );
    return [{ code, severity, range, message }];
  });
}
