import type { CheckFinding } from '../../app/check-data.ts';
import { plainText } from '../../text/plain-text.ts';
import { JsonArrayText } from './json-text.ts';
import { type FileProblem, StylishReport } from './problem-formats.ts';
import { normalizedPath } from './repository-paths.ts';
import type { SafeOutput } from './safe-output.ts';

/** What a report ends with. */
export interface CheckTotals {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly tablesWithoutData: readonly string[];
}

type Parts = Iterable<string | SafeOutput>;

/** A report whose findings are printed one after the other, because all might not fit into memory. */
export interface FindingReport {
  readonly start?: string;
  /** `files`: how many have an equal finding. */
  finding(finding: CheckFinding, files: number): Parts;
  end(totals: CheckTotals): Parts;
}

/** The formats for any number of findings. */
export const findingFormats = {
  stylish: (colors: boolean): FindingReport => {
    const report = new StylishReport(colors);
    return {
      finding: (finding, files) => report.problem(reportedProblem(finding, files)),
      end: ({ files, errors, warnings, tablesWithoutData }) => [
        report.sum(files, errors, warnings),
        ...(tablesWithoutData.length === 0
          ? []
          : [`Tables without data: ${tablesWithoutData.map((name) => plainText(name)).join(', ')}\n`]),
      ],
    };
  },
  json: (): FindingReport => {
    const array = new JsonArrayText();
    return { finding: (finding) => [array.item(finding)], end: () => [array.end(), '\n'] };
  },
  csv: (): FindingReport => ({
    start: `${csvColumns.join()}\n`,
    finding: (finding) => [csvRecord({ ...finding, file: normalizedPath(finding.file) })],
    end: () => [],
  }),
} as const;

const csvColumns = ['file', 'table', 'column', 'code', 'row', 'line', 'value'] as const;

/** RFC 4180, section 2, but with LF. */
function csvRecord(finding: CheckFinding): string {
  const fields = csvColumns.map((name) => {
    const text = String(finding[name] ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join()}\n`;
}

/** A finding as a problem at its line. */
export function reportedProblem(
  { file, table, column, code, severity, line, message }: CheckFinding,
  files: number,
): FileProblem {
  const start = line === null ? undefined : { line: line - 1, character: 0 };
  return {
    file,
    problem: {
      code,
      severity: severity === 'note' ? 'info' : severity,
      message: files === 1 ? message : `${message} (in ${files.toLocaleString('en')} files)`,
      range: start && { start, end: start },
      subject: JSON.stringify([table, column]),
    },
  };
}
