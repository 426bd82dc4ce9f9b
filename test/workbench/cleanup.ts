/**
 * Runs cleanup steps once, in reverse order, when `run()` is called, when the process exits, or when it receives a
 * signal to end. Steps are synchronous because a process that exits doesn't wait for promises.
 */
export class Cleanup {
  readonly #steps: (() => void)[] = [];
  readonly #onExit = () => this.run();

  constructor() {
    process.once('exit', this.#onExit);
    for (const signal of signals) process.once(signal, exitOnSignal);
  }

  add(step: () => void): void {
    this.#steps.push(step);
  }

  run(): void {
    process.off('exit', this.#onExit);
    for (const signal of signals) process.off(signal, exitOnSignal);
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

/** Without a listener, a signal ends the process without an `exit` event. */
function exitOnSignal(signal: NodeJS.Signals): void {
  process.exit(signal === 'SIGINT' ? 130 : 143);
}
