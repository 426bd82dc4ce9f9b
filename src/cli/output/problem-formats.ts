import * as paths from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Problem, Severity } from '../../dataset/problem.ts';
import { defaultSeverities } from '../../dataset/rules/settings.ts';
import { plainText } from '../../text/plain-text.ts';
import { escapeUnprintable } from '../../text/printable.ts';
import { withoutDevicePrefix, withSlashes } from '../input/split-pattern.ts';
import { ExactJson, jsonArrayParts, jsonText } from './json-text.ts';
import { SafeOutput, type TextStyle } from './safe-output.ts';

export interface FileProblem {
  readonly file: string;
  readonly problem: Problem;
}

/** The problems of `fileCount` files as parts of a text, with a line break at the end. All at once might not fit into memory. */
export type ProblemFormat = (
  problems: readonly FileProblem[],
  fileCount: number,
  colors?: boolean,
) => Iterable<string | SafeOutput>;

export const problemFormatNames = ['stylish', 'json', 'github', 'sarif'] as const;

export const problemFormats: Readonly<Record<(typeof problemFormatNames)[number], ProblemFormat>> = {
  stylish,
  json,
  github,
  sarif,
};

const severityStyles = { error: 'red', warning: 'yellow', info: 'blue', hint: 'dim' } as const;

/** For people: grouped by file, with totals. */
export function* stylish(
  problems: readonly FileProblem[],
  fileCount: number,
  colors = false,
): Iterable<string | SafeOutput> {
  const styled = (style: TextStyle, text: string) =>
    colors ? SafeOutput.styled(style, text) : SafeOutput.of(text);
  let file: string | undefined;
  for (const { file: current, problem } of problems) {
    if (current !== file) {
      if (file !== undefined) yield '\n';
      yield styled('bold', plainText(current));
      yield '\n';
    }
    file = current;
    const { line, character } = problem.range.start;
    const place = `${line + 1}:${character + 1}`;
    yield SafeOutput.joined([
      SafeOutput.of(`  ${place.padEnd(8)} `),
      styled(severityStyles[problem.severity], problem.severity.padEnd(7)),
      SafeOutput.withinLine(`  ${messageInLine(problem)}  ${problem.code}\n`),
    ]);
  }
  const count = (severity: Severity) =>
    problems.filter(({ problem }) => problem.severity === severity).length;
  const files = fileCount === 1 ? '1 file' : `${fileCount} files`;
  const sum = `${files}: ${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}`;
  yield `${problems.length > 0 ? '\n' : ''}${sum}\n`;
}

/** A message within a line, which the problem matcher of package.json finds: on one line, without space at its ends. */
function messageInLine({ message }: Problem): string {
  return escapeUnprintable(message).replaceAll('\n', ' ').trim();
}

/** An array of flat records; lines and columns count from 1, columns in UTF-16 code units. */
function* json(problems: readonly FileProblem[]): Iterable<string> {
  yield* jsonArrayParts(each(problems, jsonRecord));
  yield '\n';
}

function jsonRecord({ file, problem: { range, severity, code, message } }: FileProblem) {
  return {
    file,
    line: range.start.line + 1,
    column: range.start.character + 1,
    endLine: range.end.line + 1,
    endColumn: range.end.character + 1,
    severity,
    code,
    message,
  };
}

/** Workflow commands, which GitHub Actions turns into annotations. */
function github(problems: readonly FileProblem[]): Iterable<SafeOutput> {
  const level = { error: 'error', warning: 'warning', info: 'notice', hint: 'notice' } as const;
  return each(problems, ({ file, problem: { range, severity, code, message } }) => {
    const properties = {
      file: annotationPath(file),
      line: range.start.line + 1,
      endLine: range.end.line + 1,
      col: range.start.character + 1,
      endColumn: range.end.character + 1,
      title: code,
    };
    return SafeOutput.githubCommand(level[severity], properties, message);
  });
}

/** SARIF 2.1.0 (OASIS), for code scanning. */
function* sarif(problems: readonly FileProblem[]): Iterable<string> {
  const codes = Object.keys(defaultSeverities);
  const place = 'results';
  const log = jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'dataset-studio', rules: codes.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: new ExactJson(place),
      },
    ],
  });
  const start = log.lastIndexOf(place);
  yield log.slice(0, start);
  yield* jsonArrayParts(
    each(problems, (problem) => sarifResult(problem, codes)),
    '      ',
  );
  yield `${log.slice(start + place.length)}\n`;
}

function sarifResult(
  { file, problem: { range, severity, code, message } }: FileProblem,
  codes: readonly string[],
) {
  const level = { error: 'error', warning: 'warning', info: 'note', hint: 'note' } as const;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: level[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: artifactUri(file) },
          region: {
            startLine: range.start.line + 1,
            startColumn: range.start.character + 1,
            endLine: range.end.line + 1,
            endColumn: range.end.character + 1,
          },
        },
      },
    ],
  };
}

/** One after the other: with an array, all would be in memory. */
function* each<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Iterable<Result> {
  for (const item of items) yield map(item);
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The URI of a file in a SARIF log. A relative path stays relative to the repository, as code scanning needs it. */
export function artifactUri(file: string, path: paths.PlatformPath = paths): string {
  const named = path.normalize(withoutDevicePrefix(file, path));
  // `C:x` is relative to the current folder of a drive, which no URI can say.
  const plain = path.parse(named).root === '' ? named : path.resolve(named);
  if (path.isAbsolute(plain)) return pathToFileURL(plain, { windows: path.sep === '\\' }).href;
  return withSlashes(plain, path).split('/').map(encodeSegment).join('/');
}

/** Names on Windows may have lone surrogates, which no URI can have. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed());
}

/** The path of a file in a workflow command of GitHub Actions, which only knows `/`. */
export function annotationPath(file: string, path: paths.PlatformPath = paths): string {
  return withSlashes(withoutDevicePrefix(file, path), path);
}
