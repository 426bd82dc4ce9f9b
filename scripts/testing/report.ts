import { relative } from 'node:path';
import { repositoryFolder } from '../repository.ts';
import type { TestTime } from './counting-reporter.ts';
import type { FinishedSuite } from './side-by-side.ts';

/** Of each kind, so many are shown. */
const maxShown = 15;

/** The slowest suites, files, tests, and preparations. */
export function describeTimes(finished: readonly FinishedSuite[]): string {
  const all = finished.flatMap(({ name, times }) =>
    times.map((time) => ({ ...time, file: fileOf(name, time) })),
  );
  const files = new Map<string, number>();
  for (const { file, milliseconds } of all) files.set(file, (files.get(file) ?? 0) + milliseconds);
  const isHook = ({ title }: TestTime) => /"(before|after) (each|all)" hook/.test(title);
  return [
    slowest(
      'suites',
      finished.map(({ name, seconds }) => [name, seconds * 1000]),
    ),
    slowest('files', [...files]),
    slowest(
      'tests',
      all.filter((time) => !isHook(time)).map(({ title, milliseconds }) => [title, milliseconds]),
    ),
    slowest(
      'preparations',
      all.filter(isHook).map(({ title, milliseconds }) => [title, milliseconds]),
    ),
  ].join('\n');
}

/** What failed, each with the command that runs it. */
export function describeFailures(finished: readonly FinishedSuite[]): string {
  const failed = finished.filter((suite) => suite.failed > 0);
  const lines = failed.flatMap(({ name, failures }) =>
    failures.length === 0
      ? [`  ${name}\n    npm test -- ${name}`]
      : failures.map((test) => `  ${name}: ${test.title}\n    npm test -- ${fileOf(name, test)}`),
  );
  return lines.length > 0 ? `\nFailed:\n${lines.join('\n')}\n` : '';
}

/** The suite and the path of the file in it, as `npm test` takes them. Tests in VS Code were compiled into `dist/test`. */
function fileOf(suite: string, { file }: TestTime): string {
  const path = relative(repositoryFolder, file).replaceAll('\\', '/');
  const match = /^(?:dist\/test|test\/[^/]+)\/(.*)\.[jt]s$/.exec(path);
  return match ? `${suite}/${match[1]}.ts` : suite;
}

function slowest(kind: string, times: readonly (readonly [name: string, milliseconds: number])[]): string {
  const sorted = times.toSorted(([, a], [, b]) => b - a).slice(0, maxShown);
  const lines = sorted.map(
    ([name, milliseconds]) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`,
  );
  return `\nSlowest ${kind}:\n${lines.join('\n')}`;
}
