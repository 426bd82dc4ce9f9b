const next = 0;
const finished = 1;
const returned = 2;
const firstThread = 3;
const none = -1;

/** Hands out files to threads, in memory that they share: a message for each file would take longer than checking it. */
export class FileQueue {
  /** To send to the threads. */
  readonly memory: SharedArrayBuffer;
  readonly #length: number;
  /** The next file, how many are finished, a file that a thread has put back, and the file that each thread works on. */
  readonly #numbers: Int32Array;

  constructor(length: number, threads: number);
  constructor(length: number, memory: SharedArrayBuffer);
  constructor(length: number, threads: number | SharedArrayBuffer) {
    this.#length = length;
    this.memory = typeof threads === 'number' ? new SharedArrayBuffer((firstThread + threads) * 4) : threads;
    this.#numbers = new Int32Array(this.memory);
    if (typeof threads === 'number') this.#numbers.fill(none, returned);
  }

  /** The index of the next file for a thread; undefined if none is left. */
  take(thread: number): number | undefined {
    const putBack = Atomics.exchange(this.#numbers, returned, none);
    const index = putBack === none ? Atomics.add(this.#numbers, next, 1) : putBack;
    if (index >= this.#length) return undefined;
    Atomics.store(this.#numbers, firstThread + thread, index);
    return index;
  }

  /** Leaves the file that a thread has taken to the others. There is room for one file. */
  putBack(thread: number): void {
    Atomics.store(this.#numbers, returned, Atomics.exchange(this.#numbers, firstThread + thread, none));
  }

  /** A thread has finished its file. */
  finish(thread: number): void {
    Atomics.store(this.#numbers, firstThread + thread, none);
    Atomics.add(this.#numbers, finished, 1);
  }

  /** The file that a thread has taken and not finished. */
  unfinishedOf(thread: number): number | undefined {
    const index = Atomics.load(this.#numbers, firstThread + thread);
    return index === none ? undefined : index;
  }

  get isEmpty(): boolean {
    return (
      Atomics.load(this.#numbers, next) >= this.#length && Atomics.load(this.#numbers, returned) === none
    );
  }

  get isFinished(): boolean {
    return Atomics.load(this.#numbers, finished) === this.#length;
  }
}
