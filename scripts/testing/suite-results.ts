import type { FinishedJob } from './queue.ts';
import { noResults, type Results } from './report-file.ts';
import { type Suite, sharedBudget } from './suites.ts';

export interface SuiteResults extends Results {
  readonly name: string;
  readonly seconds: number;
  /** Undefined on a system that doesn't say it. */
  readonly processorSeconds: number | undefined;
  /** In processor seconds on this machine. */
  readonly budget: number | undefined;
}

/**
 * A suite fails at so many times its budget: beside other work, the same tests took 1.8 times the processor time. Less growth is seen
 * where the seconds are printed.
 */
const tolerance = 2.5;

/** What remains of each suite's jobs. `hasBudget`: whether the suite ran as its budget says. `factor`: of this machine. */
export function suiteResults(
  jobs: readonly FinishedJob[],
  suites: readonly Suite[],
  hasBudget: (suite: Suite) => boolean,
  factor: number,
): readonly SuiteResults[] {
  return suites.flatMap((suite) => {
    const own = jobs.filter((job) => job.suite === suite.name);
    if (own.length === 0) return [];
    const budget = hasBudget(suite) && suite.budget !== undefined ? suite.budget * factor : undefined;
    const sum = (of: (job: FinishedJob) => number) => own.reduce((total, job) => total + of(job), 0);
    return {
      name: suite.name,
      passed: sum(({ passed }) => passed),
      failed: sum(({ failed }) => failed),
      skipped: sum(({ skipped }) => skipped),
      failures: own.flatMap(({ failures }) => failures),
      times: own.flatMap(({ times }) => times),
      repairs: own.flatMap(({ repairs }) => repairs),
      seconds: Math.max(...own.map(({ seconds }) => seconds)),
      processorSeconds: sum(({ processorSeconds }) => processorSeconds ?? Number.NaN) || undefined,
      budget,
    };
  });
}

/** The processor time of the suites that share a budget, when all of them ran. */
export function sharedResults(results: readonly SuiteResults[], factor: number): SuiteResults {
  const sharing = results.filter(({ budget }) => budget === undefined);
  const processorSeconds = sharing.reduce((sum, each) => sum + (each.processorSeconds ?? Number.NaN), 0);
  return {
    ...noResults,
    name: sharing.map(({ name }) => name).join(', '),
    seconds: sharing.reduce((sum, { seconds }) => sum + seconds, 0),
    processorSeconds: processorSeconds || undefined,
    budget: sharedBudget * factor,
  };
}

export function isOverBudget({ processorSeconds, budget }: SuiteResults): boolean {
  return processorSeconds !== undefined && budget !== undefined && processorSeconds > tolerance * budget;
}
