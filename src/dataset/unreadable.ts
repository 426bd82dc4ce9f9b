import type { Problem } from './problem.ts';

/** What stands for a file that can't be read among the problems of others. `message`: sentences for people, with what to do. */
export function unreadableProblem(message: string): Problem {
  const start = { line: 0, character: 0 };
  return { code: 'syntax', severity: 'error', range: { start, end: start }, message };
}
