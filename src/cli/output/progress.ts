import type { Terminal } from '../terminal.ts';

/** In milliseconds: what takes less time needs no line. */
const delay = 1000;
/** Milliseconds between two changes of the line. */
const interval = 100;

/** A line that shows how far a command is, on a terminal only. */
export class Progress {
  readonly #terminal: Terminal;
  #next = performance.now() + delay;
  #isShown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(line: () => string): void {
    if (this.#terminal.status === undefined || performance.now() < this.#next) return;
    this.#next = performance.now() + interval;
    this.#isShown = true;
    this.#terminal.status(line());
  }

  clear(): void {
    if (this.#isShown) this.#terminal.status?.('');
    this.#isShown = false;
  }
}
