import { availableParallelism } from 'node:os';
import { requireDatasetName } from '../input/document-file.ts';
import type { FoundFiles } from '../input/glob-files.ts';
import type { FileProblem } from '../output/problem-formats.ts';
import { FileChecker } from './check-file.ts';
import type { CheckThreads } from './check-threads.ts';
import { type FileReport, uncheckedFile } from './file-report.ts';

export interface CheckedFiles {
  /** How many files were named. */
  readonly files: number;
  /** In the order of the files, including one for each file or folder that can't be checked. */
  readonly problems: readonly FileProblem[];
  /** How many files and folders can't be checked. */
  readonly unchecked: number;
}

/** Below, a second thread takes longer to start than it saves. */
const filesPerThread = 1500;

/** Checks files, each by the rules of its workspace, and many of them in threads. */
export class Validation {
  readonly #processors: () => number;
  #threads: Promise<CheckThreads> | undefined;

  constructor(processors: () => number = availableParallelism) {
    this.#processors = processors;
  }

  /** Prepares for so many files. There may be more or fewer. */
  expect(count: number): void {
    if (!this.#threads && this.#threadsFor(count) > 1)
      this.#threads = loadThreads().then((threads) => {
        threads.startEarly();
        return threads;
      });
  }

  /** Throws a `UsageError` for a file that isn't a dataset file by its name. */
  async check({ files, unreadable: folders }: FoundFiles): Promise<CheckedFiles> {
    for (const file of files) requireDatasetName(file);
    const reports = [
      ...folders.map(({ path, reason }) => uncheckedFile(path, `The folder can't be read. ${reason}`)),
      ...(await this.#report(files)),
    ];
    return {
      files: files.length,
      problems: reports.flatMap(({ problems }) => problems),
      unchecked: reports.filter(({ isChecked }) => !isChecked).length,
    };
  }

  async dispose(): Promise<void> {
    await (await this.#threads)?.dispose();
  }

  async #report(files: readonly string[]): Promise<readonly FileReport[]> {
    const checker = new FileChecker();
    const count = this.#threadsFor(files.length);
    if (count > 1) {
      this.#threads ??= loadThreads();
      return (await this.#threads).check(files, count, checker);
    }
    const reports: FileReport[] = [];
    for (const file of files) reports.push(await checker.report(file));
    return reports;
  }

  #threadsFor(files: number): number {
    const useful = Math.floor(files / filesPerThread);
    return useful < 2 ? 1 : Math.min(useful, this.#processors());
  }
}

/** Loaded only for many files. */
async function loadThreads(): Promise<CheckThreads> {
  const { CheckThreads } = await import('./check-threads.ts');
  return new CheckThreads();
}
