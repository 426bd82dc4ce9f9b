import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ListedValue } from '../inference/columns/column-profiles.ts';
import type { ListedColumn } from '../inference/columns/unfit-values.ts';
import {
  type DataFile,
  type FilesProgress,
  FilesRead,
  type InferredFile,
  type InferredFiles,
  type ReadFilesOptions,
} from '../inference/infer-sources.ts';
import type { InferenceFailure } from '../inference/inference-error.ts';
import type { ReadingChoices } from '../inference/source.ts';
import { errorCode } from '../system/error-code.ts';

/** The only message to a worker. */
export interface InferRequest {
  readonly files: readonly DataFile[];
  readonly reading: ReadingChoices;
  readonly merge: boolean | undefined;
  /** Standard input, if it is one of the files. */
  readonly input: ReadableStream<InputPart> | undefined;
  readonly listed: readonly ListedColumn[] | undefined;
  /** Four bytes, which count the messages with values that were handled. */
  readonly handled: SharedArrayBuffer;
}

/** What a worker sends. */
export type InferMessage =
  | { readonly kind: 'alive' }
  | { readonly kind: 'progress'; readonly progress: FilesProgress }
  | { readonly kind: 'file'; readonly file: InferredFile }
  /** The worker waits until they are handled, so that not all are in memory. */
  | { readonly kind: 'values'; readonly values: readonly ListedValue[] }
  | { readonly kind: 'done'; readonly merged: InferredFiles['merged'] };

/** Milliseconds between two signs of life of a worker. */
export const heartbeat = 1000;

/** Milliseconds between two looks at a worker. */
const watchInterval = 100;

/**
 * Megabytes of the worker's objects at which V8 ends the worker. Sometimes it ends the process instead, so the watch must
 * come first.
 */
const heapLimit = 4096;

/** Megabytes of the worker's new objects: with V8's default, 10,000 small files take a quarter more memory. */
const youngLimit = 16;

export interface ThreadLimits {
  /** Megabytes that the process gets while the worker reads one file. */
  readonly memory: number;
  /** Milliseconds without a sign of life. */
  readonly silence: number;
  /** Milliseconds that one request may take after its turn has come, so that others don't wait without end. */
  readonly duration?: number;
}

export const defaultLimits: ThreadLimits = { memory: 1536, silence: 30_000 };

/** How a worker ended. `read`: the files before the one that it failed at. */
type WorkerEnd =
  | { readonly kind: 'done'; readonly merged: InferredFiles['merged'] }
  | { readonly kind: 'failed'; readonly read: number; readonly failure: InferenceFailure };

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

  /** After a file that ends the worker, another worker reads the next one. Nothing is read after the request has taken too long. */
  async #run(
    files: readonly DataFile[],
    options: ReadFilesOptions,
    input: Readable | undefined,
  ): Promise<InferredFiles | undefined> {
    const found = new FilesRead();
    const receive = options.onFile ?? ((file: InferredFile) => found.add(file));
    let received = 0;
    const onFile = (file: InferredFile) => {
      received++;
      receive(file);
    };
    const { duration } = this.#limits;
    const overdue = new AbortController();
    const timer = duration === undefined ? undefined : setTimeout(() => overdue.abort(), duration);
    const signal = AbortSignal.any([options.signal, overdue.signal]);
    let rest = files;
    let merged: InferredFiles['merged'];
    try {
      do {
        const end = await this.#runWorker(rest, { ...options, signal, onFile }, input);
        if (end === undefined && options.signal.aborted) return undefined;
        if (end === undefined) {
          for (const { label } of files.slice(received))
            onFile({ file: label, tables: [], failure: { kind: 'took-too-long' } });
          break;
        }
        if (end.kind === 'done') {
          merged = rest === files ? end.merged : undefined;
          break;
        }
        const failed = Math.min(end.read, rest.length - 1);
        onFile({ file: rest[failed]?.label ?? '', tables: [], failure: end.failure });
        rest = rest.slice(failed + 1);
      } while (rest.length > 0);
    } finally {
      clearTimeout(timer);
      input?.destroy();
    }
    return found.result(merged);
  }

  /** Resolves to `undefined` if it is cancelled. */
  #runWorker(
    files: readonly DataFile[],
    { signal, reading = {}, merge, listed, onProgress, onFile, onValues }: ReadFilesOptions,
    input: Readable | undefined,
  ): Promise<WorkerEnd | undefined> {
    const { memory, silence } = this.#limits;
    const worker = new Worker(this.#module, {
      resourceLimits: { maxOldGenerationSizeMb: heapLimit, maxYoungGenerationSizeMb: youngLimit },
    });
    const readsInput = input !== undefined && files.some(({ kind }) => kind === 'input');
    const shared = readsInput ? toTransfer(input) : undefined;
    const handled = new Int32Array(new SharedArrayBuffer(4));
    let read = 0;
    let isWaiting = false;
    let watch: NodeJS.Timeout | undefined;
    return new Promise<WorkerEnd | undefined>((resolve, reject) => {
      const fail = (failure: InferenceFailure) => resolve({ kind: 'failed', read, failure });
      let memoryBefore = process.memoryUsage.rss();
      // Counted, not measured: after the computer has slept, the worker has not been silent.
      let silent = 0;
      watch = setInterval(() => {
        if (!isWaiting) silent += watchInterval;
        if (process.memoryUsage.rss() - memoryBefore > memory * 2 ** 20) fail({ kind: 'out-of-memory' });
        else if (silent > silence) fail({ kind: 'no-progress' });
      }, watchInterval);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      worker.on('message', (message: InferMessage) => {
        // What came after the end is of no worker that is listened to.
        if (watch === undefined) return;
        silent = 0;
        switch (message.kind) {
          case 'alive':
            break;
          case 'progress':
            onProgress?.(message.progress);
            break;
          case 'file':
            read++;
            memoryBefore = process.memoryUsage.rss();
            onFile?.(message.file);
            break;
          case 'values':
            isWaiting = true;
            void Promise.resolve(onValues?.(message.values))
              .catch(reject)
              .finally(() => {
                isWaiting = false;
                Atomics.add(handled, 0, 1);
                Atomics.notify(handled, 0);
              });
            break;
          case 'done':
            resolve({ kind: 'done', merged: message.merged });
        }
      });
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail({ kind: 'out-of-memory' });
        else reject(error);
      });
      const request = { files, reading, merge, input: shared, listed, handled: handled.buffer };
      worker.postMessage(request satisfies InferRequest, shared && [shared]);
    }).finally(() => {
      clearInterval(watch);
      watch = undefined;
      void worker.terminate();
    });
  }
}

/** A part of standard input; the last one is the code of its error, which would not come through otherwise. */
export type InputPart = Uint8Array | { readonly code: string | undefined };

/** What another thread can read standard input by, as fast as it asks for it. */
function toTransfer(input: Readable): ReadableStream<InputPart> {
  const chunks: AsyncIterator<Uint8Array> = input.iterator();
  return new ReadableStream<InputPart>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.enqueue({ code: errorCode(error) });
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
}
