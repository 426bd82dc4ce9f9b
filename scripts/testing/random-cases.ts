/** Whether everything is tried, as `npm run test:full` does, and not some of each kind. */
export const isFull = process.env.TEST_DEPTH === 'full';

/**
 * Where random numbers begin. A full run uses new ones; otherwise a run repeats exactly, so that a test fails only
 * because of a change. `TEST_SEED` repeats a full run.
 */
export const seed = Number(process.env.TEST_SEED ?? (isFull ? Date.now() % 1_000_000 : 1));

/** How many random cases a property is tried with. */
export function caseCount(count: number): number {
  return isFull ? 10 * count : count;
}
