import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { noResults, type Results, reportVariable, type TestFailure, type TestTime } from './report-file.ts';

/** The environment variable with what the titles of the tests to run in an extension host contain. */
export const titleVariable = 'DATASET_STUDIO_TEST_TITLE';

/** Mocha's spec reporter. Also writes the results to the file in `reportVariable`, if it is set. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const path = process.env[reportVariable];
    const failures: TestFailure[] = [];
    const times: TestTime[] = [];
    const timeOf = (test: Mocha.Test | Mocha.Hook): TestTime => ({
      file: test.file ?? test.parent?.file ?? '',
      title: test.fullTitle(),
      milliseconds: test.duration ?? 0,
    });
    runner.on('fail', (test, error: Error) => failures.push({ ...timeOf(test), reason: reasonOf(error) }));
    runner.on('test end', (test) => times.push(timeOf(test)));
    runner.on('hook end', (hook) => times.push(timeOf(hook)));
    runner.once('end', () => {
      if (path === undefined) return;
      const { passes: passed, failures: failed, pending: skipped } = this.stats;
      const results: Results = { ...noResults, passed, failed, skipped, failures, times };
      writeFileSync(path, JSON.stringify(results));
    });
  }
}

/** In characters: a text that is compared can be long. */
const maxReason = 1000;

function reasonOf({ message, stack = '' }: Error): string {
  const line = stack.split('\n').find((each) => /^\s+at .*\btest\b/.test(each));
  return `${message.slice(0, maxReason)}\n${line?.trim() ?? ''}`.trim();
}
