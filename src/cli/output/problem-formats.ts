import { createRequire } from 'node:module';
import { type Range, ruleTable, type Severity } from '../../dataset/problem.ts';
import { escapeUnprintable, unicodeEscape } from '../../text/printable.ts';
import { readVersion } from '../command.ts';
import { annotationPath, artifactUri, normalizedPath, repositoryPaths } from '../file-paths.ts';
import {
  type FileProblem,
  type PrintedReport,
  type ProblemFormat,
  type ReportedProblem,
  wholeReport,
} from './file-problem.ts';
import { ExactJson, JsonArrayText, jsonArrayParts, jsonText } from './json-text.ts';
import { SafeOutput } from './safe-output.ts';
import { repositoryUrl, sarifRule } from './sarif-rules.ts';
import { shortPlace, stylish } from './stylish.ts';

export const problemFormatNames = ['stylish', 'json', 'github', 'gitlab', 'junit', 'azure', 'sarif'] as const;

/** How each format shows a severity. */
const levels = {
  error: { github: 'error', sarif: 'error', gitlab: 'major', azure: 'error' },
  warning: { github: 'warning', sarif: 'warning', gitlab: 'minor', azure: 'warning' },
  info: { github: 'notice', sarif: 'note', gitlab: 'info', azure: 'warning' },
  hint: { github: 'notice', sarif: 'note', gitlab: 'info', azure: 'warning' },
} as const satisfies Record<Severity, object>;

/** From 1; columns in UTF-16 code units. */
function placeOf({ start, end }: Range) {
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** An array of flat records. */
export function jsonReport(): PrintedReport {
  const array = new JsonArrayText();
  const recordOf = ({ file, problem: { range, severity, code, message, finding } }: FileProblem) =>
    finding ?? {
      file: normalizedPath(file),
      ...(range && placeOf(range)),
      severity,
      code,
      message,
    };
  return { problem: (problem) => [array.item(recordOf(problem))], end: () => [array.end(), '\n'] };
}

/** Workflow commands, which GitHub Actions turns into annotations. */
const github: ProblemFormat = (problems, _files, { pathOf = repositoryPaths() } = {}) =>
  each(problems, ({ file, problem: { range, severity, code, message } }) => {
    const place = range && placeOf(range);
    const properties = {
      file: annotationPath(pathOf(file)),
      ...(place && {
        line: place.line,
        endLine: place.endLine,
        col: place.column,
        endColumn: place.endColumn,
      }),
      title: code,
    };
    return SafeOutput.githubCommand(levels[severity].github, properties, message);
  });

/** SARIF 2.1.0 (OASIS), for code scanning. */
const sarif: ProblemFormat = function* (problems, _files, { pathOf = repositoryPaths() } = {}) {
  const codes = [...new Set([...Object.keys(ruleTable), ...problems.map(({ problem }) => problem.code)])];
  const place = 'results';
  const log = jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'dataset-studio',
            version: readVersion(),
            informationUri: repositoryUrl,
            rules: codes.map(sarifRule),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: new ExactJson(place),
      },
    ],
  });
  const start = log.lastIndexOf(place);
  yield* log.slice(0, start).split(/(?<=\n)/);
  yield* jsonArrayParts(
    each(problems, ({ file, problem }) => sarifResult({ file: pathOf(file), problem }, codes)),
    '      ',
  );
  yield `${log.slice(start + place.length)}\n`;
};

function sarifResult(
  { file, problem: { range, severity, code, message } }: FileProblem,
  codes: readonly string[],
) {
  const place = range && placeOf(range);
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: levels[severity].sarif,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: artifactUri(file) },
          ...(place && {
            region: {
              startLine: place.line,
              startColumn: place.column,
              endLine: place.endLine,
              endColumn: place.endColumn,
            },
          }),
        },
      },
    ],
  };
}

/** Code Quality of GitLab. A fingerprint is that of the file and the problem without its place, so that it stays when lines move. */
const gitlab: ProblemFormat = function* (problems, _files, { pathOf = repositoryPaths() } = {}) {
  // Loaded here: it takes a tenth of the time to validate one file.
  const { createHash }: typeof import('node:crypto') = createRequire(import.meta.url)('node:crypto');
  const seen = new Map<string, number>();
  yield* jsonArrayParts(
    each(problems, ({ file, problem: { range, severity, code, message, subject = message } }) => {
      const path = annotationPath(pathOf(file));
      const problem = JSON.stringify([path, code, subject]);
      const repetition = seen.get(problem) ?? 0;
      seen.set(problem, repetition + 1);
      return {
        description: message,
        check_name: code,
        fingerprint: createHash('sha256').update(`${problem}${repetition}`).digest('hex'),
        severity: levels[severity].gitlab,
        location: { path, lines: { begin: (range?.start.line ?? 0) + 1 } },
      };
    }),
  );
  yield '\n';
};

/**
 * A suite for each file, for Jenkins, Azure Pipelines, and GitLab. Only errors are failures, as for the exit code. A file
 * has none if none of its problems are printed: it would look as if it had no problems.
 */
const junit: ProblemFormat = function* (problems, files, options = {}) {
  const { all: found = problems, pathOf = repositoryPaths() } = options;
  const byFile = new Map(files.map((file): [string, ReportedProblem[]] => [file, []]));
  for (const { file, problem } of problems) {
    const known = byFile.get(file);
    if (known === undefined) byFile.set(file, [problem]);
    else known.push(problem);
  }
  for (const { file } of found) if (byFile.get(file)?.length === 0) byFile.delete(file);
  const counts = (all: readonly ReportedProblem[], tests: number) =>
    `tests="${tests}" failures="${all.filter(isError).length}" errors="0"`;
  const all = problems.map(({ problem }) => problem);
  const tests = [...byFile.values()].reduce((sum, { length }) => sum + Math.max(1, length), 0);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="dataset-studio" ${counts(all, tests)}>\n`;
  for (const [file, printed] of byFile) {
    const name = escapeXml(annotationPath(pathOf(file)));
    yield `  <testsuite name="${name}" ${counts(printed, Math.max(1, printed.length))}>\n`;
    if (printed.length === 0) yield `    <testcase classname="${name}" name="no problems"/>\n`;
    for (const problem of printed) {
      const { code, range, severity } = problem;
      const place = range ? ` ${shortPlace(problem)}` : '';
      const line = range ? ` line="${range.start.line + 1}"` : '';
      const message = escapeXml(problem.message);
      yield `    <testcase classname="${name}" name="${escapeXml(code)}${place}" file="${name}"${line}>`;
      yield isError(problem)
        ? `<failure type="${escapeXml(code)}" message="${message}">${name}${place}</failure>`
        : `<system-out>${severity}: ${message}</system-out>`;
      yield '</testcase>\n';
    }
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
};

function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}

/** XML 1.0, sections 2.2 and 2.4. What would be a command in a pipeline is a reference, too. */
function escapeXml(text: string): string {
  const escapedText = text.replace(
    /[&<>"'\r\n\t]|#(?=#)|:(?=:)/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
  return escapeUnprintable(escapedText, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const isAllowed =
      code >= 0x80 && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
    return isAllowed ? `&#x${code.toString(16)};` : unicodeEscape(character);
  });
}

/** Logging commands of Azure Pipelines, which shows them as the errors and warnings of a step. It has no other levels. */
const azure: ProblemFormat = (problems, _files, { pathOf = repositoryPaths() } = {}) =>
  each(problems, ({ file, problem: { range, severity, code, message } }) =>
    SafeOutput.azureCommand(
      'task.logissue',
      {
        type: levels[severity].azure,
        sourcepath: annotationPath(pathOf(file)),
        ...(range && { linenumber: range.start.line + 1, columnnumber: range.start.character + 1 }),
        code,
      },
      message,
    ),
  );

export const problemFormats: Readonly<Record<(typeof problemFormatNames)[number], ProblemFormat>> = {
  stylish,
  json: wholeReport(jsonReport),
  github,
  gitlab,
  junit,
  azure,
  sarif,
};

/** One after the other: with an array, all would be in memory. */
function* each<Item, Result>(items: Iterable<Item>, map: (item: Item) => Result): Iterable<Result> {
  for (const item of items) yield map(item);
}
