import { Worker } from 'node:worker_threads';
import { FileQueue } from './file-queue.ts';
import { type FileReport, uncheckedFile } from './file-report.ts';

/** The number of this thread, among those that check files. */
const here = 0;

/** What a thread gets as its only message. */
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
  /** What the other threads run: `check-worker.ts`, built. */
  readonly module: URL;
  /** In megabytes, of each of the other threads. */
  readonly maxMemory?: number;
  /** In bytes: the largest file that this thread checks, unless no other can be started. */
  readonly maxSizeHere?: number;
}

/** Checks files in this thread. */
export interface CheckerHere {
  report(file: string): Promise<FileReport>;
  /** Undefined for a file of more than `maxSize` bytes. */
  reportSmall(file: string, maxSize: number): Promise<FileReport | undefined>;
}

/** A larger file could take so much memory that it ends the process, and not only a thread: up to 500 times its size. */
const defaultMaxSizeHere = 256 * 1024;

/** After so many files, this thread handles what the others have posted. */
const filesPerTurn = 100;

const withoutProblems: FileReport = { problems: [], isChecked: true };

interface Thread {
  readonly worker: Worker;
  /** Resolves to the error that ended the thread early; undefined if it has done its work. */
  readonly ended: Promise<Error | undefined>;
}

/** Threads that check files, of which this is one. */
export class CheckThreads {
  readonly #options: CheckThreadsOptions;
  /** A thread that waits for its work. */
  #waiting: Thread | undefined;

  constructor(options: CheckThreadsOptions = { module: new URL('./check-worker.js', import.meta.url) }) {
    this.#options = options;
  }

  /** Starts a thread before the files are known: that takes as long as finding thousands of files. */
  startEarly(): void {
    const thread = this.#start();
    if (!(thread instanceof Error)) this.#waiting = thread;
  }

  /**
   * Reports in the order of the files. If a thread crashes, the file that it worked on gets a problem that says so, and
   * another thread takes over.
   */
  async check(
    files: readonly string[],
    threads: number,
    checker: CheckerHere,
  ): Promise<readonly FileReport[]> {
    const queue = new FileQueue(files.length, threads);
    const reports = new Map<number, FileReport>();
    const runThread = async (thread: number): Promise<void> => {
      for (;;) {
        const error = await this.#runToEnd({ files, memory: queue.memory, thread }, reports);
        if (error === undefined) return;
        const index = queue.unfinishedOf(thread);
        // It crashed before it took a file: another one would crash as well.
        if (index === undefined) return;
        reports.set(index, uncheckedFile(files[index] ?? '', describeCrash(error)));
        queue.finish(thread);
        if (queue.isEmpty) return;
      }
    };
    /** Until no file is left, or there is no report of one. */
    const checkHere = async (reportOf: (file: string) => Promise<FileReport | undefined>): Promise<void> => {
      for (let count = 1; ; count++) {
        const index = queue.take(here);
        if (index === undefined) return;
        const file = files[index] ?? '';
        try {
          const report = await reportOf(file);
          if (!report) return queue.putBack(here);
          reports.set(index, report);
        } catch (error) {
          reports.set(index, uncheckedFile(file, describeCrash(error)));
        }
        queue.finish(here);
        if (count % filesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    };

    const others = Array.from({ length: threads - 1 }, (_, other) => runThread(here + 1 + other));
    const { maxSizeHere = defaultMaxSizeHere } = this.#options;
    await checkHere((file) => checker.reportSmall(file, maxSizeHere));
    // It came upon a large file: another thread takes its place.
    if (!queue.isEmpty) others.push(runThread(here));
    await Promise.all(others);
    // Where no thread can be started, this one does the rest.
    await checkHere((file) => checker.report(file));
    if (!queue.isFinished) throw new Error('Some files were not checked.');
    return files.map((_, index) => reports.get(index) ?? withoutProblems);
  }

  /** Ends a thread that got no work. */
  async dispose(): Promise<void> {
    await this.#waiting?.worker.terminate();
    this.#waiting = undefined;
  }

  /** Resolves to the error that ended the thread early; undefined if it has done its work. */
  #runToEnd(work: CheckWork, reports: Map<number, FileReport>): Promise<Error | undefined> {
    const thread = this.#waiting ?? this.#start();
    this.#waiting = undefined;
    if (thread instanceof Error) return Promise.resolve(thread);
    thread.worker.on('message', ({ index, report }: ThreadReport) => reports.set(index, report));
    thread.worker.postMessage(work);
    return thread.ended;
  }

  /** An error where the system allows no more threads: Node.js throws it at once. */
  #start(): Thread | Error {
    const { module, maxMemory } = this.#options;
    const limits = maxMemory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: maxMemory } };
    try {
      const worker = new Worker(module, limits);
      return { worker, ended: endOf(worker) };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

function endOf(worker: Worker): Promise<Error | undefined> {
  return new Promise((resolve) => {
    let failure: Error | undefined;
    worker.once('error', (error) => {
      failure = error;
    });
    // After its last message.
    worker.once('exit', (code) =>
      resolve(failure ?? (code === 0 ? undefined : new Error(`The thread ended with ${code}.`))),
    );
  });
}

function describeCrash(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return 'The file could not be checked, because that takes too much memory. Split it into several datasets.';
  const name = error instanceof Error ? error.name : 'Error';
  return `The file could not be checked because of an unexpected error (${name}). Please report it.`;
}
