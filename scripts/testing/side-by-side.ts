import type { Results } from './counting-reporter.ts';
import type { Suite } from './suites.ts';

export interface FinishedSuite extends Results {
  readonly name: string;
  readonly seconds: number;
}

/**
 * Runs suites in their order, `atOnce` at the same time. Runs all even if one fails, to show all failures. `parts`: what to
 * run of each, by its name.
 */
export async function runSideBySide(
  suites: readonly Suite[],
  atOnce: number,
  parts: ReadonlyMap<string, readonly string[]>,
): Promise<FinishedSuite[]> {
  const waiting = [...suites];
  const finished: FinishedSuite[] = [];
  const runOneByOne = async () => {
    for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift())
      finished.push(await runSuite(suite, parts.get(suite.name) ?? [], atOnce > 1));
  };
  await Promise.all(Array.from({ length: atOnce }, runOneByOne));
  return finished;
}

/** Counts a suite that can't be run as one failure. Shows the output of one that runs beside others when it has ended. */
async function runSuite(
  suite: Suite,
  parts: readonly string[],
  isBesideOthers: boolean,
): Promise<FinishedSuite> {
  const { name } = suite;
  console.log(isBesideOthers ? `Started ${name}` : `\n── ${name} ──`);
  const chunks: (string | Uint8Array)[] = [];
  const output = isBesideOthers ? (chunk: string | Uint8Array) => void chunks.push(chunk) : 'show';
  const start = performance.now();
  const results = await suite.run({ parts, output }).catch((error: unknown) => error);
  const seconds = (performance.now() - start) / 1000;
  if (isBesideOthers) console.log(`\n── ${name} ──`);
  for (const chunk of chunks) process.stdout.write(chunk);
  if (isResults(results)) return { ...results, name, seconds };
  console.error(results);
  return { name, seconds, passed: 0, failed: 1, skipped: 0, failures: [], times: [] };
}

function isResults(value: unknown): value is Results {
  return typeof value === 'object' && value !== null && 'passed' in value;
}
