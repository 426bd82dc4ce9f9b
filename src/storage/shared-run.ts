import { setTimeout as delay } from 'node:timers/promises';

/**
 * Lets callers at the same time share runs of an operation. Each caller gets a run that begins after its call, so that the run
 * covers everything that the caller did before. At most one run is in progress.
 */
export class SharedRun<Value> {
  readonly #operation: () => Promise<Value>;
  readonly #rest: number;
  #current: Promise<Value> | undefined;
  /** Begins when the current run has ended. */
  #next: Promise<Value> | undefined;
  /** Of the last run, in milliseconds. */
  #duration = 0;

  /** `rest`: how long to wait before a run that follows another, as a multiple of the duration of that one. */
  constructor(operation: () => Promise<Value>, rest = 0) {
    this.#operation = operation;
    this.#rest = rest;
  }

  run(): Promise<Value> {
    if (!this.#current) return this.#start();
    const startRested = async () => {
      if (this.#rest > 0) await delay(this.#rest * this.#duration);
      return this.#start();
    };
    this.#next ??= this.#current.then(startRested, startRested);
    return this.#next;
  }

  #start(): Promise<Value> {
    this.#next = undefined;
    const began = performance.now();
    const run = this.#operation();
    this.#current = run;
    const finish = () => {
      this.#duration = performance.now() - began;
      if (!this.#next) this.#current = undefined;
    };
    run.then(finish, finish);
    return run;
  }
}
