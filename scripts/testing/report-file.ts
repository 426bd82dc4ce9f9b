import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The environment variable with the path of the file for the results of a suite in another process. */
export const reportVariable = 'DATASET_STUDIO_TEST_REPORT';

/** A test, or a hook that prepares or ends tests. */
export interface TestTime {
  /** An absolute path; empty if it isn't known. */
  readonly file: string;
  readonly title: string;
  readonly milliseconds: number;
}

export interface TestFailure extends TestTime {
  /** What was expected, and where in the tests. */
  readonly reason: string;
}

/** The results of a suite. */
export interface Results {
  readonly passed: number;
  readonly failed: number;
  /** Tests that need what this system lacks, such as file modes. */
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  readonly times: readonly TestTime[];
  /** Where tests go on only because something was tried again. One place can be listed several times. */
  readonly repairs: readonly string[];
}

/** Results without tests. */
export const noResults: Results = { passed: 0, failed: 0, skipped: 0, failures: [], times: [], repairs: [] };

/** Notes, in a file beside the report, that the caller succeeded only when it tried again. */
export function recordRepair(): void {
  const report = process.env[reportVariable];
  if (report !== undefined) appendFileSync(repairsOf(report), `${describeCallers(new Error())}\n`);
}

/** The report of a browser has the numbers only. */
export async function readReport(path: string): Promise<Results> {
  const results: Partial<Results> = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'));
  const repairs = await readFile(repairsOf(path), 'utf8').catch(() => '');
  return { ...noResults, ...results, repairs: repairs.split('\n').filter((line) => line !== '') };
}

function repairsOf(report: string): string {
  return `${report}.repairs`;
}

/** What a test called, and the line of the test, such as `notification (browser/team-tests.ts:12)`. */
function describeCallers({ stack = '' }: Error): string {
  const frames = stack.matchAll(/ at (?:async )?(?:(?:\w+\.)?(\S+) .*)?\btest[/\\]([\w/\\.-]+:\d+):\d+/g);
  let called = 'retry';
  for (const [, name = called, place = ''] of frames) {
    if (!place.startsWith('workbench')) return `${called} (${place.replaceAll('\\', '/')})`;
    if (!/retry$/.test(name)) called = name;
  }
  return called;
}
