import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import '../../scripts/testing/mocha-setup.ts';
import CountingReporter, { titleVariable } from '../../scripts/testing/counting-reporter.ts';

/** What VS Code calls in the extension host: runs the test modules in this folder and below. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ timeout: 120_000, color: true, reporter: CountingReporter });
  for (const name of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.test.js')) mocha.addFile(join(import.meta.dirname, name));
  }
  const title = process.env[titleVariable];
  if (title !== undefined) mocha.fgrep(title);
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
