import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Results, reportVariable } from './counting-reporter.ts';

/**
 * Calls `run`, which must run Mocha with the given environment variables, and returns the results from its reporter.
 * Rejects if no test ran, or if `run` fails although all tests passed.
 */
export async function resultsOfMocha(
  run: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-report-'));
  try {
    const report = join(folder, 'report.json');
    const failure = await run({ [reportVariable]: report }).then(
      () => undefined,
      (error: unknown) => error ?? new Error('The tests could not be run.'),
    );
    const results = await readResults(report);
    if (results.failed > 0) return results;
    if (failure !== undefined) throw failure;
    if (results.passed === 0) throw new Error('No test ran.');
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The report of a browser has the numbers only. */
async function readResults(report: string): Promise<Results> {
  const results: Partial<Results> = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  return { passed: 0, failed: 0, skipped: 0, failures: [], times: [], ...results };
}
