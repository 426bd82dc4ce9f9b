import type { CheckFinding } from '../../app/check/check-table.ts';
import type { Range, Severity } from '../../dataset/problem.ts';
import type { SafeOutput } from './safe-output.ts';

/** A problem of a dataset, or of data that doesn't fit one. */
export interface ReportedProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Absent where the file has no lines. */
  readonly range?: Range | undefined;
  /** What the problem is about, if that changes less often than its message. */
  readonly subject?: string;
  /** Of data: what JSON and CSV have of it. */
  readonly finding?: CheckFinding;
}

export interface FileProblem {
  readonly file: string;
  readonly problem: ReportedProblem;
}

/** The code of mistakes in project files. */
export const projectCode = 'project-file';

/** The code of what a change no longer checks. */
export const weakenedCode = 'weakened-check';

export interface ProblemFormatOptions {
  readonly colors?: boolean;
  /** The problems with those that are not printed. */
  readonly all?: Iterable<FileProblem>;
  /** The path of a file in a report for a pipeline. By default, from the root of its repository. */
  readonly pathOf?: (file: string) => string;
}

type Parts = Iterable<string | SafeOutput>;

/** A report whose problems are written one after the other: all might not fit into memory. */
export interface PrintedReport {
  readonly start?: string;
  problem(problem: FileProblem): Parts;
  end(totals: ReportTotals): Parts;
}

/** What a report for people ends with. */
export interface ReportTotals {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly tablesWithoutData?: readonly string[];
}

/** The problems of files as parts of a text, with a line break at the end. All at once might not fit into memory. */
export type ProblemFormat = (
  problems: readonly FileProblem[],
  files: readonly string[],
  options?: ProblemFormatOptions,
) => Parts;

/** Writes all problems of a report. */
export function wholeReport(open: (colors: boolean) => PrintedReport): ProblemFormat {
  return function* (problems, { length: files }, { colors = false } = {}) {
    const report = open(colors);
    for (const problem of problems) yield* report.problem(problem);
    const count = (severity: Severity) =>
      problems.filter(({ problem }) => problem.severity === severity).length;
    yield* report.end({ files, errors: count('error'), warnings: count('warning') });
  };
}
