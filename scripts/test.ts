import type { Counts } from './testing/counts.ts';
import { build, type Suite, suites } from './testing/suites.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown suite: ${unknown.join(', ')}. Available suites: ${suites.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const selected = suites.filter(({ name, onRequest }) =>
  names.length > 0 ? names.includes(name) : onRequest !== true,
);

let passed = 0;
let failed = 0;
const summary: string[] = [];
// Suites can share a preparation, which runs once. If it fails, the suite runs anyway and reports the error.
const preparations = new Map(
  [...new Set(selected.map(({ prepare }) => prepare))].map((prepare) => [
    prepare,
    prepare?.().catch(() => undefined),
  ]),
);

// Runs all suites even if one fails, to show all failures.
for (const suite of [build, ...selected]) {
  console.log(`\n── ${suite.name} ──`);
  const startTime = performance.now();
  await preparations.get(suite.prepare);
  const counts = await runSuite(suite);
  passed += counts.passed;
  failed += counts.failed;
  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  summary.push(`${suite.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
}
console.log(`\n${summary.join('\n')}\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** Counts a suite that can't be run as one failure. */
async function runSuite(suite: Suite): Promise<Counts> {
  try {
    return await suite.run();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}
