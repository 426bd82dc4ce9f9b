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

/** A check that only holds or doesn't. */
export function oneCheck(holds: boolean): Counts {
  return holds ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs Mocha somewhere, with the given environment, and reads the counts that its reporter left. */
export async function countMocha(
  run: (env: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'dataset-studio-report-'));
  const report = join(folder, 'report.json');
  try {
    await run({ [reportVariable]: report }).catch((error: unknown) => console.error(error));
    return readCounts(await readFile(report, 'utf8').catch(() => ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A suite that left no report crashed, and one that ran nothing shows nothing: both count as a failure. */
function readCounts(report: string): Counts {
  if (report === '') return oneCheck(false);
  const counts: unknown = JSON.parse(report);
  if (typeof counts !== 'object' || counts === null) return oneCheck(false);
  const passed = 'passed' in counts ? Number(counts.passed) : 0;
  const failed = 'failed' in counts ? Number(counts.failed) : 0;
  return passed + failed > 0 ? { passed, failed } : oneCheck(false);
}
