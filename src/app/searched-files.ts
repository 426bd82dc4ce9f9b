import { hasDatasetName } from '../dataset/dataset.ts';

/** Which files count that a folder or a glob contains. A file that the user names is not searched for. */
export interface SearchedFiles {
  /** Whether a folder is also searched in folders whose names begin with a dot. */
  readonly hidden: boolean;
  /** Which of the files of a folder count. */
  readonly inFolder: (files: readonly string[]) => readonly string[];
  /** Whether a file counts that a glob matches. */
  readonly isWanted: (file: string) => boolean;
}

/** What their projects say of them is asked afterwards. */
export const searchedDatasets: SearchedFiles = {
  hidden: true,
  inFolder: (files) => files.filter(hasDatasetName),
  isWanted: hasDatasetName,
};
