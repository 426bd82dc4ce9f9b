import { Worker, type WorkerOptions } from 'node:worker_threads';
import { WorkspaceRuleSettings } from '../input/rule-settings.ts';
import { type FileReport, reportFile, uncheckedFile } from './check-file.ts';
import { FileQueue } from './file-queue.ts';

/** What a thread gets as `workerData`. */
export interface CheckWork {
  readonly files: readonly string[];
  readonly memory: SharedArrayBuffer;
  /** Which of the threads it is, from 0. */
  readonly thread: number;
}

/** What a thread posts about a file that isn't free of problems. */
export interface ThreadReport {
  readonly index: number;
  readonly report: FileReport;
}

export interface CheckThreadsOptions {
  /** What the threads run: `check-worker.ts`, built. */
  readonly module: URL;
  /** In megabytes, of each thread. */
  readonly maxMemory?: number;
}

const withoutProblems: FileReport = { problems: [], isChecked: true };

/**
 * Checks files in several threads, and reports in the order of the files. If a thread crashes, the file that it worked on
 * gets a problem that says so, and another thread takes over.
 */
export async function checkFilesInThreads(
  files: readonly string[],
  threads: number,
  options: CheckThreadsOptions = { module: new URL('./check-worker.js', import.meta.url) },
): Promise<readonly FileReport[]> {
  // One more for this thread.
  const queue = new FileQueue(files.length, threads + 1);
  const reports = new Map<number, FileReport>();
  const runThread = async (thread: number): Promise<void> => {
    for (;;) {
      const error = await runToEnd({ files, memory: queue.memory, thread }, reports, options);
      if (error === undefined) return;
      const index = queue.unfinishedOf(thread);
      // It crashed before it took a file: another one would crash as well.
      if (index === undefined) return;
      reports.set(index, uncheckedFile(files[index] ?? '', describeCrash(error)));
      queue.finish(thread);
      if (queue.isEmpty) return;
    }
  };
  await Promise.all(Array.from({ length: threads }, (_, thread) => runThread(thread)));

  // Where no thread can be started, this one does the work.
  const settings = new WorkspaceRuleSettings();
  for (let index = queue.take(threads); index !== undefined; index = queue.take(threads)) {
    reports.set(index, await reportFile(files[index] ?? '', settings));
    queue.finish(threads);
  }
  if (!queue.isFinished) throw new Error('Some files were not checked.');
  return files.map((_, index) => reports.get(index) ?? withoutProblems);
}

/** Resolves to the error that ended the thread early; undefined if it has done its work. */
function runToEnd(
  work: CheckWork,
  reports: Map<number, FileReport>,
  { module, maxMemory }: CheckThreadsOptions,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const worker = startWorker(module, {
      workerData: work,
      ...(maxMemory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxMemory } }),
    });
    if (worker instanceof Error) {
      resolve(worker);
      return;
    }
    let failure: Error | undefined;
    worker.on('message', ({ index, report }: ThreadReport) => reports.set(index, report));
    worker.once('error', (error) => {
      failure = error;
    });
    // After its last message.
    worker.once('exit', (code) =>
      resolve(failure ?? (code === 0 ? undefined : new Error(`The thread ended with ${code}.`))),
    );
  });
}

/** An error where the system allows no more threads: Node.js throws it at once. */
function startWorker(module: URL, options: WorkerOptions): Worker | Error {
  try {
    return new Worker(module, options);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function describeCrash(error: Error): string {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'The file could not be checked, because that takes too much memory. Split it into several datasets.'
    : `The file could not be checked because of an unexpected error (${error.name}). Please report it.`;
}
