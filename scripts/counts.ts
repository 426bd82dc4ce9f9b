import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportVariable } from './counting-reporter.ts';

/** How many checks of a suite held and how many did not. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Runs Mocha somewhere, with the given environment, and gives the counts that its reporter left there. Rejects where
 * these don't tell the whole story: no test ran, or something failed that is no test.
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
