import type { CheckFinding } from '../../app/check/check-data.ts';
import type { CheckFindings, FileFindings } from '../../app/check/check-findings.ts';
import { blankFinding } from '../../app/check/check-table.ts';
import { normalizedPath } from '../file-paths.ts';
import type { FileProblem, PrintedReport, ReportTotals } from './file-problem.ts';
import { jsonReport, problemFormatNames, problemFormats } from './problem-formats.ts';
import type { SafeOutput } from './safe-output.ts';
import { StylishReport } from './stylish.ts';

export const checkFormatNames = [...problemFormatNames, 'csv'] as const;

export type CheckFormat = (typeof checkFormatNames)[number];

/** Whether any number of findings can be printed. */
export function isUnlimited(format: CheckFormat): format is keyof typeof unlimitedFormats {
  return Object.hasOwn(unlimitedFormats, format);
}

export interface CheckReportOptions {
  readonly format: CheckFormat;
  readonly colors: boolean;
  /** Whether only errors are printed. */
  readonly isQuiet: boolean;
  readonly maxProblems: number;
  /** The labels of all files. */
  readonly files: readonly string[];
  readonly tablesWithoutData: readonly string[];
  /** The labels of files that a link leads to and that are not named like data: their text isn't shown. */
  readonly hidden?: ReadonlySet<string>;
  /** Lists the values that findings of a file are about; absent where the findings are printed instead. */
  readonly list?: ((found: FileFindings) => AsyncIterable<CheckFinding>) | undefined;
}

/** One finding, or one for each value that a file lists. */
type Entry =
  | { readonly finding: CheckFinding; readonly files: number }
  | { readonly listed: FileFindings; readonly count: number };

/** What a check found, as parts of a text. */
export function checkReport(
  all: CheckFindings,
  { format, colors, isQuiet, maxProblems, files, tablesWithoutData, list, hidden }: CheckReportOptions,
) {
  let printed = 0;
  const shownOf = (finding: CheckFinding) => (hidden?.has(finding.file) ? withoutText(finding) : finding);

  function* entries(): Iterable<Entry> {
    // People read a finding once for all files; a program looks for the findings of each file.
    const counts = format === 'stylish' ? all.fileCounts : undefined;
    const seen = new Set<CheckFinding>();
    for (const { file, findings, listed } of all.files) {
      for (const finding of findings) {
        if (isQuiet && finding.severity !== 'error') continue;
        if ((list && listed.has(finding)) || seen.has(finding)) continue;
        if (counts) seen.add(finding);
        yield { finding: shownOf({ ...finding, file }), files: counts?.get(finding) ?? 1 };
      }
      const count = [...listed.keys()].reduce((sum, finding) => sum + (finding.count ?? 0), 0);
      if (list && count > 0) yield { listed: { file, findings, listed }, count };
    }
  }

  async function* shown() {
    for (const entry of entries()) {
      if (printed >= maxProblems) return;
      if ('finding' in entry) {
        printed++;
        yield reportedProblem(entry.finding, entry.files);
      } else
        for await (const finding of list?.(entry.listed) ?? []) {
          printed++;
          yield reportedProblem(shownOf(finding), 1);
          if (printed >= maxProblems) return;
        }
    }
  }

  function* problems() {
    for (const finding of all) yield reportedProblem(shownOf(finding), 1);
  }

  const totals = (): ReportTotals => {
    const counts = { error: 0, warning: 0, note: 0 };
    for (const { findings, listed } of all.files)
      for (const finding of findings)
        counts[finding.severity] += (list && listed.has(finding) && finding.count) || 1;
    return { files: files.length, errors: counts.error, warnings: counts.warning, tablesWithoutData };
  };

  return {
    /** How many problems were not printed. */
    get unprinted() {
      let count = 0;
      for (const entry of entries()) count += 'listed' in entry ? entry.count : 1;
      return Math.max(0, count - printed);
    },
    /** Can be used once. */
    async *parts(): AsyncGenerator<string | SafeOutput> {
      if (!isUnlimited(format)) {
        const first: FileProblem[] = [];
        for await (const problem of shown()) first.push(problem);
        yield* problemFormats[format](first, files, { colors, all: problems() });
        return;
      }
      const report = unlimitedFormats[format](colors);
      yield report.start ?? '';
      for await (const problem of shown()) yield* report.problem(problem);
      const isSilent = isQuiet && format === 'stylish' && printed === 0;
      if (!isSilent) yield* report.end(totals());
    },
  };
}

/** Where a finding is, without any text of the data. */
function withoutText({ file, code, severity, row, line, count }: CheckFinding): CheckFinding {
  const message =
    'The link leads to a file that is not named like data, so its text is not shown. Name that file to see it.';
  return { ...blankFinding, file, code, severity, row, line, count, message };
}

/** The formats for any number of findings. */
const unlimitedFormats: Readonly<Record<'stylish' | 'json' | 'csv', (colors: boolean) => PrintedReport>> = {
  stylish: (colors) => new StylishReport(colors),
  json: jsonReport,
  csv: csvReport,
};

const csvColumns = ['file', 'table', 'column', 'code', 'row', 'line', 'value'] as const;

function csvReport(): PrintedReport {
  return {
    start: `${csvColumns.join()}\n`,
    problem: ({ file, problem: { finding } }) => [csvRecord({ ...finding, file: normalizedPath(file) })],
    end: () => [],
  };
}

/** RFC 4180, section 2, but with LF. */
function csvRecord(finding: Partial<CheckFinding>): string {
  const fields = csvColumns.map((name) => {
    const text = String(finding[name] ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join()}\n`;
}

/** A finding as a problem at its line. */
function reportedProblem(finding: CheckFinding, files: number): FileProblem {
  const { file, table, column, code, severity, line, message } = finding;
  const start = line === null ? undefined : { line: line - 1, character: 0 };
  return {
    file,
    problem: {
      code,
      severity: severity === 'note' ? 'info' : severity,
      message: files === 1 ? message : `${message} (in ${files.toLocaleString('en')} files)`,
      range: start && { start, end: start },
      subject: JSON.stringify([table, column]),
      finding,
    },
  };
}
