import { setTimeout as delay } from 'node:timers/promises';

/**
 * Lets callers at the same time share runs of an operation. Each caller gets a run that begins after its call, so that the run
 * covers everything that the caller did before. At most one run is in progress.
 */
export class SharedRun<Value> {
  readonly #operation: () => Promise<Value>;
  readonly #restAfter: (value: Value) => number;
  #current: Promise<Value> | undefined;
  /** Begins when the current run has ended. */
  #next: Promise<Value> | undefined;

  /** `restAfter`: how long to wait in milliseconds before a run that follows one with this result. */
  constructor(operation: () => Promise<Value>, restAfter: (value: Value) => number = () => 0) {
    this.#operation = operation;
    this.#restAfter = restAfter;
  }

  run(): Promise<Value> {
    if (!this.#current) return this.#start();
    const start = () => this.#start();
    const startRested = async (value: Value) => {
      const rest = this.#restAfter(value);
      if (rest > 0) await delay(rest);
      return start();
    };
    this.#next ??= this.#current.then(startRested, start);
    return this.#next;
  }

  #start(): Promise<Value> {
    this.#next = undefined;
    const run = this.#operation();
    this.#current = run;
    const finish = () => {
      if (!this.#next) this.#current = undefined;
    };
    run.then(finish, finish);
    return run;
  }
}
