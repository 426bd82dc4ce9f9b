import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ProgramFailure } from '../../test/workbench/program.ts';
import { reportVariable } from './report-file.ts';
import { suites } from './suites.ts';

// Runs a suite, or some of its files, in a process of its own, whose processor time can be measured: see queue.ts.
const { values, positionals } = parseArgs({ options: { grep: { type: 'string' } }, allowPositionals: true });
const [name, ...files] = positionals;
const suite = suites.find((each) => each.name === name);
if (suite === undefined) throw new Error(`There is no suite ${name}.`);
try {
  await suite.run(files, values.grep);
  const report = process.env[reportVariable];
  // A check has no reporter. It counts as one test.
  if (report !== undefined && !existsSync(report)) writeFileSync(report, JSON.stringify({ passed: 1 }));
} catch (error) {
  console.error(error instanceof ProgramFailure ? error.message : error);
  process.exitCode ||= 1;
}
process.exit();
