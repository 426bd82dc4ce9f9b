import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Where the counts go, for suites that run in another process. */
export const reportVariable = 'DATASET_STUDIO_TEST_REPORT';

/** Mocha's readable reporter, which also leaves the counts in the file that the environment names. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const file = process.env[reportVariable];
    runner.once('end', () => {
      if (file === undefined) return;
      const counts = { passed: this.stats.passes, failed: this.stats.failures };
      writeFileSync(file, JSON.stringify(counts));
    });
  }
}
