/**
 * What must be undone whatever happens: steps run once, last first, either when `run()` is called or when the process
 * ends or is told to end. They are synchronous, because a process that exits waits for nothing else.
 */
export class Cleanup {
  readonly #steps: (() => void)[] = [];
  readonly #onExit = () => this.run();

  constructor() {
    process.once('exit', this.#onExit);
    for (const signal of signals) process.once(signal, exitWhenTold);
  }

  add(step: () => void): void {
    this.#steps.push(step);
  }

  run(): void {
    process.off('exit', this.#onExit);
    for (const signal of signals) process.off(signal, exitWhenTold);
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        step();
      } catch (error) {
        console.error(error);
      }
    }
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Without a listener a signal ends the process before `exit` is told. */
function exitWhenTold(signal: NodeJS.Signals): void {
  process.exit(signal === 'SIGINT' ? 130 : 143);
}
