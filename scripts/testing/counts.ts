import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportVariable } from './counting-reporter.ts';

/** The numbers of passed and failed checks of a suite. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Calls `run`, which must run Mocha with the given environment variables, and returns the counts from its reporter.
 * Rejects if no test ran, or if `run` fails although all tests passed.
 */
export async function countMocha(
  run: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-report-'));
  try {
    const report = join(folder, 'report.json');
    const failure = await run({ [reportVariable]: report }).then(
      () => undefined,
      (error: unknown) => error ?? new Error('The tests could not be run.'),
    );
    const counts = await readCounts(report);
    if (counts.failed > 0) return counts;
    if (failure !== undefined) throw failure;
    if (counts.passed === 0) throw new Error('No test ran.');
    return counts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function readCounts(report: string): Promise<Counts> {
  const counts: unknown = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  const { passed, failed } = { passed: 0, failed: 0, ...(typeof counts === 'object' ? counts : {}) };
  return { passed: Number(passed), failed: Number(failed) };
}
