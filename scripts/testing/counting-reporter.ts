import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** The environment variable with the path of the file for the counts of a suite in another process. */
export const reportVariable = 'DATASET_STUDIO_TEST_REPORT';

/** Mocha's spec reporter. Also writes the counts to the file in `reportVariable`, if it is set. */
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
