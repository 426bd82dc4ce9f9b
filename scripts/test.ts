import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { budgetFactor, timeCalculation, timeFactor } from './testing/machine-speed.ts';
import { type Job, runQueue } from './testing/queue.ts';
import {
  describeFailures,
  describeRepairs,
  describeSlowest,
  describeSuite,
  describeTimes,
} from './testing/report.ts';
import { isOverBudget, sharedResults, suiteResults } from './testing/suite-results.ts';
import { type Suite, suites, testedRelease } from './testing/suites.ts';
import { divideFiles, selectFiles } from './testing/test-files.ts';
import { factorVariable } from './testing/time-limits.ts';
import { releaseVariable } from './vsix.ts';

const { values, positionals } = readArguments();

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
const filesOf = (name: string) => suites.find((suite) => suite.name === name)?.files?.() ?? [];
const misnamed = [...parts].flatMap(([name, some]) =>
  some.filter((part) => selectFiles(filesOf(name), [part]).length === 0).map((part) => `${name}/${part}`),
);
if (misnamed.length > 0) {
  console.error(`No test file is ${misnamed.join(' or ')}, is in it, or begins with that.`);
  process.exit(2);
}
const selected = suites
  .filter(({ name, onRequest }) => (parts.size > 0 ? parts.has(name) : onRequest !== true))
  .filter(({ files }) => files !== undefined || values.grep === undefined);

const atOnce = Math.min(availableParallelism(), 2);
const speedBefore = timeCalculation();
process.env[factorVariable] ??= String(timeFactor(speedBefore, atOnce) * (values.full ? 10 : 1));
if (values.full) process.env.TEST_DEPTH = 'full';

// Suites can share a preparation, which runs once, beside the first suites. If it fails, the suite runs anyway and reports the error.
const preparations = new Map(
  [...new Set(selected.map(({ prepare }) => prepare))].map((prepare) => [
    prepare,
    Promise.resolve(prepare?.()).catch(() => undefined),
  ]),
);

function jobsOf({ name, files, processes = 1, sleeps = false, prepare }: Suite): Job[] {
  const ready = preparations.get(prepare) ?? Promise.resolve();
  const some = parts.get(name) ?? [];
  const all = filesOf(name);
  const groups = files ? divideFiles(some.length > 0 ? selectFiles(all, some) : all, processes) : [[]];
  return groups.map((group) => ({ suite: name, files: group, sleeps, ready }));
}
const jobs = findJobs();

/** Ends with a message if a file is named that doesn't exist. */
function findJobs(): readonly Job[] {
  try {
    return selected.flatMap(jobsOf);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

// Before all suites, which share what it builds: a later build would change it while they run.
const isSelected = (name: string) => selected.some((suite) => suite.name === name);
const isBuilt = process.env[releaseVariable] !== undefined;
const built =
  isSelected('release') && !isBuilt ? 'build-release' : isSelected('browser') ? 'package' : 'build';
const build = { suite: built, files: [], sleeps: false, ready: Promise.resolve() };
const finished = await runQueue([build], 1, undefined);
if (built === 'build-release') process.env[releaseVariable] = testedRelease;
finished.push(...(await runQueue(jobs, atOnce, values.grep)));

const factor = budgetFactor([speedBefore, timeCalculation()]);
// Parts of a suite, and a full run, have no budget.
const isWhole = ({ name }: Suite) => !values.full && values.grep === undefined && !parts.get(name)?.length;
const results = [...suiteResults(finished, suites, isWhole, factor)];
const isComplete = parts.size === 0 && values.grep === undefined;
if (isComplete && !values.full) results.push(sharedResults(results, factor));

if (values.times) console.log(describeTimes(results));
else if (isComplete) console.log(describeSlowest(results));
for (const text of [describeRepairs(results), describeFailures(results)]) if (text !== '') console.log(text);
for (const result of results) console.log(describeSuite(result));
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed + (isOverBudget(result) ? 1 : 0), 0);
const isNothingFound = values.grep !== undefined && results.every(({ times }) => times.length === 0);
if (isNothingFound) console.log(`No test has a title with ${JSON.stringify(values.grep)}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 || isNothingFound ? 1 : 0;

function readArguments() {
  try {
    return parseArgs({
      options: { times: { type: 'boolean' }, full: { type: 'boolean' }, grep: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(
      "Usage: npm test -- [SUITE, FOLDER, or FILE]… [--grep 'PART OF A TITLE'] [--times] [--full]",
    );
    process.exit(2);
  }
}
