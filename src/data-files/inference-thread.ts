import type { Readable } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
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

/** The only message to a worker. */
export interface InferRequest {
  readonly files: readonly DataFile[];
  readonly reading: ReadingChoices;
  readonly merge: boolean | undefined;
  /** Standard input, if it is one of the files. */
  readonly input: SharedInput | undefined;
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
    const channel = new MessageChannel();
    const readsInput = input !== undefined && files.some(({ kind }) => kind === 'input');
    const shared = readsInput ? { memory: shareInput(input, channel.port1), port: channel.port2 } : undefined;
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
      worker.postMessage(request satisfies InferRequest, [channel.port2]);
    }).finally(() => {
      clearInterval(watch);
      watch = undefined;
      channel.port1.close();
      void worker.terminate();
    });
  }
}

/** Bytes that are handed over at a time. */
const pieceLength = 256 * 1024;

/** What a thread gets when it has asked for a piece: bytes of the memory (none at the end), or the code of an error. */
type Piece = { readonly length: number } | { readonly code: string | undefined };

/** What a thread reads a stream of another thread by. */
export interface SharedInput {
  readonly memory: SharedArrayBuffer;
  readonly port: MessagePort;
}

/**
 * Hands a stream over piece by piece, each when it is asked for, in one memory: a stream to a worker's standard input would
 * fill the memory with what the worker has not read yet.
 */
export function shareInput(input: Readable, port: MessagePort): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(pieceLength);
  const chunks = input.iterator() as AsyncIterator<Uint8Array>;
  // The piece that is asked for next shows it.
  input.on('error', () => undefined);
  let rest: Uint8Array = new Uint8Array(0);
  const next = async (): Promise<Piece> => {
    while (rest.length === 0) {
      const { done, value } = await chunks.next();
      if (done) return { length: 0 };
      rest = value;
    }
    const piece = rest.subarray(0, pieceLength);
    new Uint8Array(memory).set(piece);
    rest = rest.subarray(piece.length);
    return { length: piece.length };
  };
  port.on('message', () => {
    void next()
      .catch(({ code }: NodeJS.ErrnoException): Piece => ({ code }))
      .then((piece) => port.postMessage(piece));
  });
  return memory;
}

/** The stream in the other thread. A chunk is valid until the next one is requested. Throws an error with the code of the first one. */
export async function* readSharedInput({ memory, port }: SharedInput): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(memory.byteLength);
  for (;;) {
    const piece = await new Promise<Piece>((resolve) => {
      port.once('message', resolve);
      port.postMessage('next');
    });
    if ('code' in piece) throw Object.assign(new Error('The input failed.'), { code: piece.code });
    if (piece.length === 0) return;
    // Not all that decodes text takes shared memory.
    bytes.set(new Uint8Array(memory, 0, piece.length));
    yield bytes.subarray(0, piece.length);
  }
}
