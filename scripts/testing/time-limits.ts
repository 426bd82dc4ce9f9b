/** The environment variable with the time factor of a run. */
export const factorVariable = 'DATASET_STUDIO_TIME_FACTOR';

/** Absent in a browser, where the factor is one for a busy machine. */
const { process } = globalThis as { readonly process?: { readonly env: Readonly<Record<string, string>> } };
const timeFactor = process === undefined ? 10 : Number(process.env[factorVariable]) || 3;

/**
 * In milliseconds. Limits end what hangs, and don't measure speed, so they are longer on a slow or busy machine. Not for a limit that
 * a test that passes waits for, such as when to look elsewhere, or a time-out that it is about: that would take as much longer.
 */
export function timeLimit(milliseconds: number): number {
  return milliseconds * timeFactor;
}
