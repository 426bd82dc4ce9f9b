import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport, reportVariable } from '../../../scripts/testing/report-file.ts';
import { retry } from '../../../scripts/testing/retry.ts';

describe('retry', () => {
  let folder: string;
  const before = process.env[reportVariable];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dataset-studio-'));
    process.env[reportVariable] = join(folder, 'report.json');
  });

  afterEach(() => {
    if (before === undefined) delete process.env[reportVariable];
    else process.env[reportVariable] = before;
    rmSync(folder, { recursive: true });
  });

  /** Succeeds with the timeout of this attempt, the first one being 1. */
  const succeedingAt = (attempt: number) => {
    let attempts = 0;
    return async (timeout: number) => {
      attempts += 1;
      if (attempts < attempt) throw new Error(`attempt ${attempts}`);
      return timeout;
    };
  };

  it('has the run list what succeeds only with a retry, by the line of the test', async () => {
    assert.equal(await retry(succeedingAt(1), { first: 10 }), 10);
    assert.equal(await retry(succeedingAt(3), { first: 10 }), 40);
    const { repairs } = await readReport(join(folder, 'report.json'));
    assert.equal(repairs.length, 1);
    assert.match(repairs[0] ?? '', /^retry \(unit\/workbench\/retry\.test\.ts:\d+\)$/);
  });

  it('ends with the error of the last attempt', async () => {
    await assert.rejects(retry(succeedingAt(3), { limit: -1 }), /attempt 1/);
    assert.deepEqual((await readReport(join(folder, 'report.json'))).repairs, []);
  });
});
