/** The environment variable with the time factor of a run. */
export const factorVariable = 'DATASET_STUDIO_TIME_FACTOR';

/** Absent in a browser, where the factor is one for a busy machine. */
const { process } = globalThis as { readonly process?: { readonly env: Readonly<Record<string, string>> } };
const timeFactor = process === undefined ? 10 : Number(process.env[factorVariable]) || 3;

/** In milliseconds. Limits end what hangs, and don't measure speed, so they are longer on a slow or busy machine. */
export function timeLimit(milliseconds: number): number {
  return milliseconds * timeFactor;
}

/** What the measured work takes on a quiet machine with two cores, in milliseconds. */
const quietTime = 40;

/** How many times longer than written a limit has to be. `atOnce`: how many suites will run side by side. */
export function measureTimeFactor(atOnce: number): number {
  const start = performance.now();
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, name: `n${index}` })));
  for (let round = 0; round < 10; round++) JSON.parse(text);
  const slowness = (performance.now() - start) / quietTime;
  return Math.ceil(Math.min(Math.max(slowness, 1), 10) * (atOnce + 2));
}
