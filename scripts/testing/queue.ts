import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Output, ProgramFailure, runProgram } from '../../test/workbench/program.ts';
import { measureProcessorTime } from './processor-time.ts';
import { noResults, type Results, readReport, reportVariable } from './report-file.ts';

/** A suite, or some of its files, for a process of its own. */
export interface Job {
  readonly suite: string;
  /** All if none is named. */
  readonly files: readonly string[];
  /** Waits for timers most of the time, so it runs beside the others. */
  readonly sleeps: boolean;
  /** Resolves, and never rejects, when what the job needs is there. */
  readonly ready: Promise<unknown>;
}

export interface FinishedJob extends Results {
  readonly suite: string;
  readonly seconds: number;
  /** Undefined on a system that doesn't say it. */
  readonly processorSeconds: number | undefined;
}

/**
 * Runs jobs in their order, `atOnce` at the same time, and beside them one of those that sleep. A job that isn't ready lets
 * the next one pass. Runs all even if one fails, to show all failures. `title`: of the tests to run.
 */
export async function runQueue(
  jobs: readonly Job[],
  atOnce: number,
  title: string | undefined,
): Promise<FinishedJob[]> {
  const finished: FinishedJob[] = [];
  const isAlone = jobs.length === 1;
  const runFrom = async (waiting: Job[]) => {
    for (let job = await takeReady(waiting); job !== undefined; job = await takeReady(waiting))
      finished.push(await runJob(job, isAlone, title));
  };
  const awake = jobs.filter(({ sleeps }) => !sleeps);
  const asleep = jobs.filter(({ sleeps }) => sleeps);
  await Promise.all([...Array.from({ length: atOnce }, () => runFrom(awake)), runFrom(asleep)]);
  return finished;
}

/** Removes the first job that is ready, or else the one that is ready first. */
async function takeReady(waiting: Job[]): Promise<Job | undefined> {
  while (waiting.length > 0) {
    const job = await Promise.race(waiting.map((each) => each.ready.then(() => each)));
    const index = waiting.indexOf(job);
    // Another one may have taken it meanwhile.
    if (index >= 0) return waiting.splice(index, 1)[0];
  }
  return undefined;
}

/** Counts a job that can't be run as one failure. Shows the output of one that runs beside others when it has ended. */
async function runJob(job: Job, isAlone: boolean, title: string | undefined): Promise<FinishedJob> {
  const { suite, files } = job;
  console.log(isAlone ? `\n── ${suite} ──` : `Started ${suite}`);
  const chunks: (string | Uint8Array)[] = [];
  const output = isAlone ? 'show' : (chunk: string | Uint8Array) => void chunks.push(chunk);
  const start = performance.now();
  let endMeasuring = (): number | undefined => undefined;
  const results = await runSuite(suite, files, title, output, (pid) => {
    endMeasuring = measureProcessorTime(pid);
  }).catch((error: unknown) => error);
  const times = { seconds: (performance.now() - start) / 1000, processorSeconds: endMeasuring() };
  if (!isAlone) console.log(`\n── ${suite} ──`);
  for (const chunk of chunks) process.stdout.write(chunk);
  if (isResults(results)) return { suite, ...results, ...times };
  console.error(results instanceof ProgramFailure ? results.message : results);
  return { suite, ...noResults, ...times, failed: 1 };
}

/** Rejects if no test ran, or if the suite fails although all tests passed. A check is one test that passed. */
async function runSuite(
  suite: string,
  files: readonly string[],
  title: string | undefined,
  output: Output,
  onStart: (pid: number | undefined) => void,
): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-report-'));
  const report = join(folder, 'report.json');
  try {
    const script = join(import.meta.dirname, 'run-suite.ts');
    const named = title === undefined ? [] : [`--grep=${title}`];
    const env = { ...process.env, [reportVariable]: report };
    const failure = await runProgram(process.execPath, [script, ...named, suite, ...files], {
      env,
      output,
      onStart,
    }).then(
      () => undefined,
      (error: unknown) => error ?? new Error('The suite could not be run.'),
    );
    const results = await readReport(report);
    if (results.failed > 0) return results;
    if (failure !== undefined) throw failure;
    if (results.passed === 0 && title === undefined) throw new Error('No test ran.');
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isResults(value: unknown): value is Results {
  return typeof value === 'object' && value !== null && 'passed' in value;
}
