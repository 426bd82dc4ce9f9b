import type { Access } from './submitter.ts';
import type { Told } from './tally.ts';

/** What a submitting process is to do; one line of JSON on its standard input. */
export interface Job {
  readonly access: Access;
  /** The journal's folder. */
  readonly folder: string;
  /** One is submitted by itself, several as a batch. */
  readonly names: readonly string[];
  /** The ID of the batch, if there are several. */
  readonly batch: string;
  /** For each request, in milliseconds. */
  readonly timeout: number;
  /** The process kills itself before this step, counted from 1; 0 for never. */
  readonly killAt: number;
  /** Where that step is a write: in the middle of it. */
  readonly torn: boolean;
}

/** The exit code of a process that fails. Not 1, which is the exit code of a killed one on Windows. */
export const failed = 3;

/** What it did; one line of JSON on its standard output. */
export interface Report {
  readonly told: readonly Told[];
  /** How many steps it took: the moments at which it could have been killed. */
  readonly steps: number;
}
