import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { describeFailures, describeTimes } from './testing/report.ts';
import { runSideBySide } from './testing/side-by-side.ts';
import { build, type SuiteOptions, suites } from './testing/suites.ts';
import { factorVariable, measureTimeFactor } from './testing/time-limits.ts';

const { values, positionals } = parseArgs({
  options: { times: { type: 'boolean' }, full: { type: 'boolean' } },
  allowPositionals: true,
});

/** What to run of each suite; nothing means all of it. */
const parts = new Map<string, string[]>();
for (const argument of positionals) {
  const [name = '', ...path] = argument.replace(/^test\//, '').split('/');
  parts.set(name, [...(parts.get(name) ?? []), ...(path.length > 0 ? [path.join('/')] : [])]);
}
const unknown = [...parts.keys()].filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown suite: ${unknown.join(', ')}. Available suites: ${suites.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}
const selected = suites.filter(({ name, onRequest }) =>
  parts.size > 0 ? parts.has(name) : onRequest !== true,
);

const atOnce = Math.min(availableParallelism(), 2, selected.length);
process.env[factorVariable] ??= String(measureTimeFactor(atOnce) * (values.full ? 10 : 1));
if (values.full) process.env.TEST_DEPTH = 'full';

// Suites can share a preparation, which runs once, beside the first suites. If it fails, the suite runs anyway and reports the error.
const preparations = new Map(
  [...new Set(selected.map(({ prepare }) => prepare))].map((prepare) => [
    prepare,
    prepare?.().catch(() => undefined),
  ]),
);
const prepared = selected.map((suite) => ({
  ...suite,
  run: async (options: SuiteOptions) => {
    await preparations.get(suite.prepare);
    return suite.run(options);
  },
}));
const finished = [
  ...(await runSideBySide([build(selected)], 1, parts)),
  ...(await runSideBySide(prepared, atOnce, parts)),
];

if (values.times) console.log(describeTimes(finished));
console.log(describeFailures(finished));
let passed = 0;
let failed = 0;
for (const suite of finished) {
  passed += suite.passed;
  failed += suite.failed;
  const skipped = suite.skipped > 0 ? `, ${suite.skipped} skipped` : '';
  console.log(
    `${suite.name}: ${suite.passed} passed, ${suite.failed} failed${skipped} (${suite.seconds.toFixed(1)} s)`,
  );
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
