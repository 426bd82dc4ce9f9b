import type { Counts } from './counts.ts';
import { build, type Suite, suites } from './suites.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(`No suite ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const chosen = suites.filter(({ name, onRequest }) =>
  names.length > 0 ? names.includes(name) : onRequest !== true,
);

let passed = 0;
let failed = 0;
const summary: string[] = [];
// Suites may share what they need. Where it can't be had, the suite tries once more and tells.
const preparations = new Map(
  [...new Set(chosen.map(({ prepare }) => prepare))].map((prepare) => [
    prepare,
    prepare?.().catch(() => undefined),
  ]),
);

// All run, whatever fails: one look shows all that is wrong.
for (const suite of [build, ...chosen]) {
  console.log(`\n── ${suite.name} ──`);
  const started = performance.now();
  await preparations.get(suite.prepare);
  const counts = await countsOf(suite);
  passed += counts.passed;
  failed += counts.failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  summary.push(`${suite.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
}
console.log(`\n${summary.join('\n')}\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** A suite that could not be run counts as failed. */
async function countsOf(suite: Suite): Promise<Counts> {
  try {
    return await suite.run();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}
