/**
 * Lets callers at the same time share runs of an operation. Each caller gets a run that begins after its call, so that the run
 * covers everything that the caller did before. At most one run is in progress.
 */
export class SharedRun<Value> {
  readonly #operation: () => Promise<Value>;
  #current: Promise<Value> | undefined;
  /** Begins when the current run ends. */
  #next: Promise<Value> | undefined;

  constructor(operation: () => Promise<Value>) {
    this.#operation = operation;
  }

  run(): Promise<Value> {
    if (!this.#current) return this.#start();
    const start = () => this.#start();
    this.#next ??= this.#current.then(start, start);
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
