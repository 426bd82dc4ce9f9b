import { fileProblem } from '../../dataset/problem.ts';
import type { FileProblem } from '../output/problem-formats.ts';

/** What `validate` reports about one file. */
export interface FileReport {
  readonly problems: readonly FileProblem[];
  /** Whether the file was read and checked. If not, a problem says why. */
  readonly isChecked: boolean;
}

/** A file or folder that can't be checked. `message`: what happened and what to do, in sentences. */
export function uncheckedFile(file: string, message: string): FileReport {
  return { problems: [{ file, problem: fileProblem(message) }], isChecked: false };
}
