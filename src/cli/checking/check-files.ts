import { availableParallelism } from 'node:os';
import { requireDatasetName } from '../input/document-file.ts';
import type { FoundFiles } from '../input/glob-files.ts';
import type { FileProblem } from '../output/problem-formats.ts';
import { FileChecker } from './check-file.ts';
import { type FileReport, uncheckedFile } from './file-report.ts';

export interface CheckedFiles {
  /** In the order of the files, including one for each file or folder that can't be checked. */
  readonly problems: readonly FileProblem[];
  /** How many files and folders can't be checked. */
  readonly unchecked: number;
}

/** Below, a second thread takes longer to start than it saves. */
const filesPerThread = 1500;

/** Checks files, each by the rules of its workspace. Throws a `UsageError` for a file that isn't a dataset file by its name. */
export async function checkFiles(
  { files, unreadable: folders }: FoundFiles,
  processors: () => number = availableParallelism,
): Promise<CheckedFiles> {
  for (const file of files) requireDatasetName(file);
  const useful = Math.floor(files.length / filesPerThread);
  const threads = useful < 2 ? 1 : Math.min(useful, processors());
  const reports = [
    ...folders.map(({ path, reason }) => uncheckedFile(path, `The folder can't be read. ${reason}`)),
    ...(threads < 2 ? await checkHere(files) : await checkInThreads(files, threads)),
  ];
  return {
    problems: reports.flatMap(({ problems }) => problems),
    unchecked: reports.filter(({ isChecked }) => !isChecked).length,
  };
}

async function checkHere(files: readonly string[]): Promise<readonly FileReport[]> {
  const checker = new FileChecker();
  const reports: FileReport[] = [];
  for (const file of files) reports.push(await checker.report(file));
  return reports;
}

/** Loaded only for many files. */
async function checkInThreads(files: readonly string[], threads: number): Promise<readonly FileReport[]> {
  const { checkFilesInThreads } = await import('./check-threads.ts');
  return checkFilesInThreads(files, threads, new FileChecker());
}
