import type { Problem } from './problem.ts';

/** The problem of a file that can't be read. `message`: what happened and what to do, in sentences. */
export function unreadableProblem(message: string): Problem {
  const start = { line: 0, character: 0 };
  return { code: 'syntax', severity: 'error', range: { start, end: start }, message };
}
