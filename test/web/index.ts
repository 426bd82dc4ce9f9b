import './mocha.ts';
// A virtual module by `scripts/build.ts` that imports the tests.
import 'all-tests';
import { reportLine } from '../workbench/extension-tests/report-line.ts';

/** Called by VS Code in the web extension host. */
export async function run(): Promise<void> {
  const failures = await new Promise<number>((resolve) => {
    const runner = mocha.run((failed) => {
      console.log(reportLine({ passed: runner.stats?.passes ?? 0, failed }));
      resolve(failed);
    });
  });
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
