/** Whether everything is tried, as `npm run test:full` does, and not some of each kind. */
export const isFull = process.env.TEST_DEPTH === 'full';

/**
 * Where random numbers begin. A full run uses new ones; otherwise a run repeats exactly, so that a test fails only
 * because of a change. `TEST_SEED` repeats a full run.
 */
export const seed = Number(process.env.TEST_SEED ?? (isFull ? Date.now() % 1_000_000 : 1));

/**
 * How many random cases a property is tried with: ten times `count` in a full run, otherwise a sixteenth, but 15 if there are
 * as many. More of them find little in a run that repeats the last one, and would take half of the time of all unit tests.
 */
export function caseCount(count: number): number {
  return isFull ? 10 * count : Math.max(Math.ceil(count / 16), Math.min(count, 15));
}

/** How large an example is: as said in a full run, otherwise half of it. */
export function sizeOf(full: number): number {
  return isFull ? full : Math.ceil(full / 2);
}

/** All of them in a full run, otherwise one of `step`, a number that no period of theirs is a multiple of. */
export function someOf<Item>(items: Iterable<Item>, step: number): readonly Item[] {
  return [...items].filter((_, index) => isFull || index % step === 0);
}
