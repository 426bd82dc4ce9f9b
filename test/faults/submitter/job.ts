import type { ReportedOutcome } from '../tally.ts';
import type { Access } from './submitter.ts';

/** The task of a submitting process: one line of JSON on its standard input. */
export interface Job {
  readonly access: Access;
  /** The journal's folder, or `git:` and the repository with its branch. */
  readonly folder: string;
  /** One is submitted on its own, several as a batch. */
  readonly names: readonly string[];
  /** The ID of the batch, if there are several. */
  readonly batch: string;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** The process kills itself before this step, counted from 1; 0 for never. */
  readonly killAt: number;
  /** If that step writes a file, the process is killed in the middle of it. */
  readonly torn: boolean;
}

/** The exit code of a process that fails. Not 1, which is the exit code of a killed one on Windows. */
export const failed = 3;

/** The result: one line of JSON on its standard output. */
export interface Report {
  readonly reported: readonly ReportedOutcome[];
  /** The number of steps at which it could have been killed. */
  readonly steps: number;
}
