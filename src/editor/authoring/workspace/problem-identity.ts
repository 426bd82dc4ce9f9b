import type { Problem } from '../../../dataset/problem.ts';

/** Whether two problems have the same rule code and range. */
export function isSameProblem(
  one: Pick<Problem, 'code' | 'range'>,
  other: Pick<Problem, 'code' | 'range'>,
): boolean {
  const [a, b] = [one.range, other.range];
  return (
    one.code === other.code &&
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character
  );
}
