import type { Problem, Severity } from '../../dataset/problem.ts';
import { defaultSeverities } from '../../dataset/rules/settings.ts';
import { escapeUnprintable } from '../../text/printable.ts';
import { annotationPath, artifactUri } from '../input/reported-path.ts';
import { lineForPeople, withoutCommands } from './line-for-people.ts';
import { ExactJson, printableJson, printableJsonArray } from './printable-json.ts';

export interface FileProblem {
  readonly file: string;
  readonly problem: Problem;
}

/** The problems of `fileCount` files as parts of a text, with a line break at the end. All at once might not fit into memory. */
export type ProblemFormat = (problems: readonly FileProblem[], fileCount: number) => Iterable<string>;

export const formats: ReadonlyMap<string, ProblemFormat> = new Map(
  Object.entries({ stylish, json, github, sarif }),
);

/** For people: grouped by file, with totals. */
export function* stylish(problems: readonly FileProblem[], fileCount: number): Iterable<string> {
  let file: string | undefined;
  for (const { file: current, problem } of problems) {
    if (current !== file) yield `${file === undefined ? '' : '\n'}${lineForPeople(current)}\n`;
    file = current;
    const { line, character } = problem.range.start;
    const place = `${line + 1}:${character + 1}`;
    const message = withoutCommands(problem.message);
    yield `  ${place.padEnd(8)} ${problem.severity.padEnd(7)}  ${message}  ${problem.code}\n`;
  }
  const count = (severity: Severity) =>
    problems.filter(({ problem }) => problem.severity === severity).length;
  const files = fileCount === 1 ? '1 file' : `${fileCount} files`;
  const sum = `${files}: ${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}`;
  yield `${problems.length > 0 ? '\n' : ''}${sum}\n`;
}

/** An array of flat records; lines and columns count from 1, columns in UTF-16 code units. */
function* json(problems: readonly FileProblem[]): Iterable<string> {
  yield* printableJsonArray(each(problems, jsonRecord));
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
function github(problems: readonly FileProblem[]): Iterable<string> {
  const level = { error: 'error', warning: 'warning', info: 'notice', hint: 'notice' } as const;
  return each(problems, ({ file, problem: { range, severity, code, message } }) => {
    const properties = [
      `file=${workflowProperty(annotationPath(file))}`,
      `line=${range.start.line + 1}`,
      `endLine=${range.end.line + 1}`,
      `col=${range.start.character + 1}`,
      `endColumn=${range.end.character + 1}`,
      `title=${code}`,
    ];
    return `::${level[severity]} ${properties.join(',')}::${workflowData(message)}\n`;
  });
}

/** SARIF 2.1.0 (OASIS), for code scanning. */
function* sarif(problems: readonly FileProblem[]): Iterable<string> {
  const codes = Object.keys(defaultSeverities);
  const place = 'results';
  const log = printableJson({
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
  yield* printableJsonArray(
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

function workflowData(text: string): string {
  return escapeUnprintable(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));
}

function workflowProperty(text: string): string {
  return workflowData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
