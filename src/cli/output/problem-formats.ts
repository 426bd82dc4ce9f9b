import type { Problem, Severity } from '../../dataset/problem.ts';
import { defaultSeverities } from '../../dataset/rules/settings.ts';
import { escapeUnprintable } from '../../text/printable.ts';
import { annotationPath, artifactUri } from '../input/reported-path.ts';
import { lineForPeople, withoutCommands } from './line-for-people.ts';
import { printableJson } from './printable-json.ts';

export interface FileProblem {
  readonly file: string;
  readonly problem: Problem;
}

/** Prints the problems of `fileCount` files, with a line break at the end. */
export type ProblemFormat = (problems: readonly FileProblem[], fileCount: number) => string;

export const formats: ReadonlyMap<string, ProblemFormat> = new Map(
  Object.entries({ stylish, json, github, sarif }),
);

/** For people: grouped by file, with totals. */
export function stylish(problems: readonly FileProblem[], fileCount: number): string {
  const lines: string[] = [];
  let file: string | undefined;
  for (const { file: current, problem } of problems) {
    if (current !== file) lines.push(...(file === undefined ? [] : ['']), lineForPeople(current));
    file = current;
    const { line, character } = problem.range.start;
    const place = `${line + 1}:${character + 1}`;
    const message = withoutCommands(problem.message);
    lines.push(`  ${place.padEnd(8)} ${problem.severity.padEnd(7)}  ${message}  ${problem.code}`);
  }
  const count = (severity: Severity) =>
    problems.filter(({ problem }) => problem.severity === severity).length;
  const files = fileCount === 1 ? '1 file' : `${fileCount} files`;
  const sum = `${files}: ${plural(count('error'), 'error')}, ${plural(count('warning'), 'warning')}`;
  return `${[...lines, ...(lines.length > 0 ? [''] : []), sum].join('\n')}\n`;
}

/** An array of flat records; lines and columns count from 1, columns in UTF-16 code units. */
function json(problems: readonly FileProblem[]): string {
  const records = problems.map(({ file, problem: { range, severity, code, message } }) => ({
    file,
    line: range.start.line + 1,
    column: range.start.character + 1,
    endLine: range.end.line + 1,
    endColumn: range.end.character + 1,
    severity,
    code,
    message,
  }));
  return `${printableJson(records)}\n`;
}

/** Workflow commands, which GitHub Actions turns into annotations. */
function github(problems: readonly FileProblem[]): string {
  const level = { error: 'error', warning: 'warning', info: 'notice', hint: 'notice' } as const;
  return problems
    .map(({ file, problem: { range, severity, code, message } }) => {
      const properties = [
        `file=${workflowProperty(annotationPath(file))}`,
        `line=${range.start.line + 1}`,
        `endLine=${range.end.line + 1}`,
        `col=${range.start.character + 1}`,
        `endColumn=${range.end.character + 1}`,
        `title=${code}`,
      ];
      return `::${level[severity]} ${properties.join(',')}::${workflowData(message)}\n`;
    })
    .join('');
}

/** SARIF 2.1.0 (OASIS), for code scanning. */
function sarif(problems: readonly FileProblem[]): string {
  const level = { error: 'error', warning: 'warning', info: 'note', hint: 'note' } as const;
  const codes = Object.keys(defaultSeverities);
  return `${printableJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'dataset-studio', rules: codes.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: problems.map(({ file, problem: { range, severity, code, message } }) => ({
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
        })),
      },
    ],
  })}\n`;
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
