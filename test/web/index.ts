import './mocha.ts';
// Every `*.test.ts` of `test/host/authoring` and of this folder: made by `scripts/build.ts`.
import 'all-tests';
import { reportLine } from '../workbench/report-line.ts';

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
