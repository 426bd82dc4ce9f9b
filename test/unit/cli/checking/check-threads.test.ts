import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileChecker } from '../../../../src/cli/checking/check-file.ts';
import { Validation } from '../../../../src/cli/checking/check-files.ts';
import { type CheckerHere, CheckThreads } from '../../../../src/cli/checking/check-threads.ts';
import type { FileReport } from '../../../../src/cli/checking/file-report.ts';
import { datasetStudio } from '../process.ts';

const module = new URL('../../../../src/cli/checking/check-worker.ts', import.meta.url);
const crashing = new URL('crashing-worker.ts', import.meta.url);
const good = '{"name":"A","tables":[{"name":"T","columns":[{"name":"C","dataType":"Int64"}]}]}';

describe('Checking files in threads', function () {
  this.timeout(60_000);
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** Writes so many files, of which every third has a problem. */
  async function writeFiles(count: number): Promise<readonly string[]> {
    const files = Array.from({ length: count }, (_, index) => join(folder, `${index}.dataset.json`));
    for (const [index, file] of files.entries()) await writeFile(file, index % 3 === 0 ? '{}' : good);
    return files;
  }

  const checker = new FileChecker();
  /** Leaves all files to the other threads while there are any. */
  const unwilling: CheckerHere = {
    report: (file) => checker.report(file),
    reportSmall: async () => undefined,
  };

  const messagesOf = (reports: readonly FileReport[]) =>
    reports.map(({ problems }) => problems.map(({ problem }) => problem.message));

  it('reports in the order of the files, the same as one thread', async () => {
    const files = [...(await writeFiles(60)), join(folder, 'missing.dataset.json')];
    const reports = await new CheckThreads({ module }).check(files, 3, checker);
    const { problems, unchecked } = await new Validation(() => 1).check({ files, unreadable: [] });
    assert.equal(unchecked, 1);
    assert.deepEqual(
      reports.flatMap((report) => report.problems),
      problems,
    );
    assert.deepEqual(
      reports.map(({ isChecked }) => isChecked),
      files.map((file) => !file.includes('missing')),
    );
  });

  it('reports a file that takes too much memory, and checks the others', async () => {
    const files = await writeFiles(12);
    const large = join(folder, 'large.dataset.json');
    await writeFile(large, `{"name":"x","tables":[${'{},'.repeat(2_000_000)}{}]}`);
    const all = files.toSpliced(5, 0, large);
    const reports = await new CheckThreads({ module, maxMemory: 24 }).check(all, 2, checker);
    assert.deepEqual(messagesOf([reports[5] ?? assert.fail()]), [
      ['The file could not be checked, because that takes too much memory. Split it into several datasets.'],
    ]);
    assert.equal(reports[5]?.isChecked, false);
    assert.deepEqual(reports.toSpliced(5, 1), await new CheckThreads({ module }).check(files, 2, checker));
  });

  it('leaves large files to the other threads', async () => {
    const files = await writeFiles(60);
    const large = files.filter((_, index) => index % 7 === 3);
    for (const file of large) await writeFile(file, `${good}${' '.repeat(1000)}`);
    const checkedHere: string[] = [];
    const recording: CheckerHere = {
      report: (file) => checker.report(file),
      async reportSmall(file, maxSize) {
        const report = await checker.reportSmall(file, maxSize);
        if (report) checkedHere.push(file);
        return report;
      },
    };
    const reports = await new CheckThreads({ module, maxSizeHere: 500 }).check(files, 2, recording);
    assert.deepEqual(
      checkedHere.filter((file) => large.includes(file)),
      [],
    );
    assert.deepEqual(reports, await new CheckThreads({ module }).check(files, 2, checker));
  });

  it('reports each file at which this thread comes upon an unexpected error', async () => {
    const files = await writeFiles(4);
    const report = async (file: string) => {
      if (file === files[1] || file === files[3]) throw new TypeError('secret of the document');
      return checker.report(file);
    };
    const failing = { report, reportSmall: report };
    const reports = await new CheckThreads({ module }).check(files, 1, failing);
    const [, second, , fourth] = messagesOf(reports);
    assert.deepEqual(
      [second, fourth],
      Array(2).fill([
        'The file could not be checked because of an unexpected error (TypeError). Please report it.',
      ]),
    );
    assert.deepEqual(
      reports.map(({ isChecked }) => isChecked),
      [true, false, true, false],
    );
  });

  it('reports each file at which a thread crashes, without the content of the error', async () => {
    const files = ['a.json', 'exit.json', 'b.json', 'throw.json', 'throw2.json', 'c.json', 'exit2.json'];
    const reports = await new CheckThreads({ module: crashing }).check(files, 2, unwilling);
    for (const [index, { isChecked, problems }] of reports.entries()) {
      const crashes = /^(exit|throw)/.test(files[index] ?? '');
      assert.equal(isChecked, !crashes, files[index]);
      assert.equal(problems.length, crashes ? 1 : 0);
      assert.equal(problems[0]?.file, crashes ? files[index] : undefined);
    }
    const messages = messagesOf(reports).flat().join('\n');
    assert.match(messages, /could not be checked because of an unexpected error \(TypeError\)/);
    assert.doesNotMatch(messages, /secret/);
  });

  it('checks the files in this thread if no other can be started', async () => {
    const files = await writeFiles(10);
    const missing = new URL('no-such-worker.js', import.meta.url);
    // The thread ends with an error, or can't be created, as where processes are limited.
    const unusable = new URL('https://example.com/worker.js');
    for (const broken of [missing, unusable])
      for (const here of [checker, unwilling])
        assert.deepEqual(
          await new CheckThreads({ module: broken }).check(files, 2, here),
          await new CheckThreads({ module }).check(files, 2, checker),
        );
  });

  it('can start before the files are known, and ends without any', async () => {
    const files = await writeFiles(10);
    const early = new CheckThreads({ module });
    early.startEarly();
    assert.deepEqual(
      await early.check(files, 2, unwilling),
      await new CheckThreads({ module }).check(files, 2, checker),
    );
    const idle = new CheckThreads({ module });
    idle.startEarly();
    await idle.dispose();
    const broken = new CheckThreads({ module: new URL('no-such-worker.js', import.meta.url) });
    broken.startEarly();
    assert.equal((await broken.check(files, 2, checker)).length, files.length);
  });

  it('is what the command line does with thousands of files', async () => {
    await writeFiles(3100);
    const { code, out } = await datasetStudio(['validate', '.', '--format', 'json'], { cwd: folder });
    assert.equal(code, 1);
    const found: string[] = JSON.parse(out).map(({ file }: { file: string }) => file);
    assert.deepEqual(found, found.toSorted());
    assert.equal(new Set(found).size, Math.ceil(3100 / 3));
    const { out: sum } = await datasetStudio(['validate', '.'], { cwd: folder });
    assert.match(sum, /3100 files: 2068 errors, 0 warnings\n$/);
  });
});
