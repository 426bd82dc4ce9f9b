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
}

export interface FileProblem {
  readonly file: string;
  readonly problem: ReportedProblem;
}

/** The code of mistakes in settings. */
export const settingsCode = 'settings';

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

/** The problems of files as parts of a text, with a line break at the end. All at once might not fit into memory. */
export type ProblemFormat = (
  problems: readonly FileProblem[],
  files: readonly string[],
  options?: ProblemFormatOptions,
) => Iterable<string | SafeOutput>;
