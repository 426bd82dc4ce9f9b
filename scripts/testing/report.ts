import { relative } from 'node:path';
import { repositoryFolder } from '../repository.ts';
import type { TestFailure, TestTime } from './report-file.ts';
import { isOverBudget, type SuiteResults } from './suite-results.ts';

/** Of each kind, `--times` shows so many. */
const maxShown = 15;

/** The slowest suites, files, tests, and preparations. */
export function describeTimes(finished: readonly SuiteResults[]): string {
  const all = timesOf(finished);
  const files = new Map<string, number>();
  for (const { file, milliseconds } of all) files.set(file, (files.get(file) ?? 0) + milliseconds);
  return [
    slowest(
      'suites',
      finished.map((suite) => [suite.name, suite.seconds * 1000]),
    ),
    slowest('files', [...files]),
    describeSlowest(finished, maxShown),
    slowest(
      'preparations',
      all.filter(isHook).map(({ title, milliseconds }) => [title, milliseconds]),
    ),
  ].join('\n');
}

/** The slowest tests. */
export function describeSlowest(finished: readonly SuiteResults[], count = 10): string {
  const tests = timesOf(finished).filter((time) => !isHook(time));
  return slowest(
    'tests',
    tests.map(({ file, title, milliseconds }) => [`${file}: ${title}`, milliseconds]),
    count,
  );
}

/** Where tests go on only because they tried again, the most frequent first: each is a failure on a slower machine. */
export function describeRepairs(finished: readonly SuiteResults[]): string {
  const places = new Map<string, number>();
  for (const place of finished.flatMap(({ repairs }) => repairs))
    places.set(place, (places.get(place) ?? 0) + 1);
  if (places.size === 0) return '';
  const sorted = [...places].toSorted(([, a], [, b]) => b - a);
  return `\nRepaired by a retry:\n${sorted.map(([place, count]) => `${String(count).padStart(7)} ×  ${place}`).join('\n')}`;
}

/** What failed, each with the command that runs it and the reason: of a run on another machine, only the end may be shown. */
export function describeFailures(finished: readonly SuiteResults[]): string {
  const failed = finished.flatMap(({ name, failed: count, failures }) =>
    count > 0 && failures.length === 0
      ? [`  ${name}\n    npm test -- ${name}`]
      : failures.map((test) => describeFailure(name, test)),
  );
  const overBudget = finished.filter(isOverBudget).map(({ name, processorSeconds, budget }) => {
    const times = `${seconds(processorSeconds)} processor seconds, and the budget is ${seconds(budget)}`;
    return `  ${name}: took ${times}\n    npm test -- --times`;
  });
  const lines = [...failed, ...overBudget];
  return lines.length > 0 ? `\nFailed:\n${lines.join('\n')}\n` : '';
}

function describeFailure(suite: string, test: TestFailure): string {
  const reason = test.reason.replace(/^/gm, '      ');
  return `  ${suite}: ${test.title}\n    npm test -- ${commandOf(suite, test)}\n${reason}`;
}

/** The results of a suite in a line. */
export function describeSuite(suite: SuiteResults): string {
  const { name, passed, failed, skipped, processorSeconds, budget } = suite;
  const times = [`${suite.seconds.toFixed(1)} s`];
  if (processorSeconds !== undefined) {
    const limit = budget === undefined ? '' : ` of ${seconds(budget)}`;
    times.push(`${seconds(processorSeconds)}${limit} processor s`);
  }
  const counts = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
  return `${name}: ${passed + failed + skipped > 0 ? `${counts.join(', ')} ` : ''}(${times.join(', ')})`;
}

function seconds(value: number | undefined): string {
  return (value ?? 0).toFixed(0);
}

/** As `npm test` takes it: the suite with the path of the file in it, and the title unless a hook failed. */
function commandOf(suite: string, test: TestTime): string {
  const file = fileOf(suite, test);
  return isHook(test) || file === suite ? file : `${file} --grep '${test.title.replaceAll("'", "'\\''")}'`;
}

function isHook({ title }: TestTime): boolean {
  return /"(before|after) (each|all)" hook/.test(title);
}

/** Tests in VS Code were compiled into `dist/test/host`. */
function fileOf(suite: string, { file }: TestTime): string {
  const path = relative(repositoryFolder, file).replaceAll('\\', '/');
  const match = /^(?:dist\/)?test\/[^/]+\/(.*)\.[jt]s$/.exec(path);
  return match ? `${suite}/${match[1]}.ts` : suite;
}

function timesOf(finished: readonly SuiteResults[]): readonly TestTime[] {
  return finished.flatMap(({ name, times }) => times.map((time) => ({ ...time, file: fileOf(name, time) })));
}

function slowest(
  kind: string,
  times: readonly (readonly [name: string, milliseconds: number])[],
  count = maxShown,
): string {
  const sorted = times.toSorted(([, a], [, b]) => b - a).slice(0, count);
  const lines = sorted.map(
    ([name, milliseconds]) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`,
  );
  return `\nSlowest ${kind}:\n${lines.join('\n')}`;
}
