import type { Readable } from 'node:stream';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { InferenceFailure } from '../inference/failure.ts';
import type {
  DataFile,
  FilesProgress,
  InferredFiles,
  ReadFilesOptions,
  ReadingChoices,
} from '../inference/infer-sources.ts';
import { type SharedInput, shareInput } from './shared-input.ts';

/** The only message to a worker. */
export interface InferRequest {
  readonly files: readonly DataFile[];
  readonly reading: ReadingChoices;
  /** Standard input, if it is one of the files. */
  readonly input: SharedInput | undefined;
}

/** What a worker sends. */
export type InferMessage =
  | { readonly kind: 'alive' }
  | { readonly kind: 'progress'; readonly progress: FilesProgress }
  | { readonly kind: 'done'; readonly inferred: InferredFiles };

/** Milliseconds between two signs of life of a worker. */
export const heartbeat = 1000;

/** Milliseconds between two looks at a worker. */
const watchInterval = 100;

export interface ThreadLimits {
  /** Megabytes of the worker's objects, and of all memory that the process gets while it works. */
  readonly memory: number;
  /** Milliseconds without a sign of life. */
  readonly silence: number;
}

const defaultLimits: ThreadLimits = { memory: 1536, silence: 30_000 };

/** The module is beside this one, built or not. */
const workerModule = new URL(`./infer-worker${import.meta.url.slice(-3)}`, import.meta.url);

/**
 * Reads data files in a worker thread, so that nothing that a file contains blocks or ends the process. One request after
 * the other, because each may take all the memory that is allowed.
 */
export class InferenceThread {
  readonly #limits: ThreadLimits;
  readonly #module: URL;
  #last: Promise<unknown> = Promise.resolve();

  /** `module`: what the worker runs. */
  constructor(limits: ThreadLimits = defaultLimits, module = workerModule) {
    this.#limits = limits;
    this.#module = module;
  }

  /** Resolves to `undefined` if it is cancelled. `input`: standard input, if it is one of the files. */
  async read(
    files: readonly DataFile[],
    options: ReadFilesOptions,
    input?: Readable,
  ): Promise<InferredFiles | undefined> {
    const { signal } = options;
    const result = this.#last.then(() => (signal.aborted ? undefined : this.#run(files, options, input)));
    this.#last = result.catch(() => undefined);
    const cancelled = new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    return Promise.race([result, cancelled]);
  }

  #run(
    files: readonly DataFile[],
    { signal, reading = {}, onProgress }: ReadFilesOptions,
    input: Readable | undefined,
  ): Promise<InferredFiles | undefined> {
    const { memory, silence } = this.#limits;
    const worker = new Worker(this.#module, {
      // Array buffers don't count here.
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    let current = files[0]?.label ?? '';
    const channel = new MessageChannel();
    const shared = input && { memory: shareInput(input, channel.port1), port: channel.port2 };
    let watch: NodeJS.Timeout | undefined;
    return new Promise<InferredFiles | undefined>((resolve, reject) => {
      const fail = (failure: InferenceFailure) =>
        resolve({ tables: [], merged: undefined, failures: [{ file: current, failure }] });
      const memoryBefore = process.memoryUsage.rss();
      // Counted, not measured: after the computer has slept, the worker has not been silent.
      let silent = 0;
      watch = setInterval(() => {
        silent += watchInterval;
        if (process.memoryUsage.rss() - memoryBefore > memory * 2 ** 20) fail({ kind: 'out-of-memory' });
        else if (silent > silence) fail({ kind: 'no-progress' });
      }, watchInterval);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      worker.on('message', (message: InferMessage) => {
        silent = 0;
        switch (message.kind) {
          case 'alive':
            break;
          case 'progress':
            current = message.progress.label;
            onProgress?.(message.progress);
            break;
          case 'done':
            resolve(message.inferred);
        }
      });
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail({ kind: 'out-of-memory' });
        else reject(error);
      });
      worker.postMessage({ files, reading, input: shared } satisfies InferRequest, [channel.port2]);
    }).finally(() => {
      clearInterval(watch);
      channel.port1.close();
      input?.destroy();
      void worker.terminate();
    });
  }
}
