import type { AfterChange } from './planned-change.ts';

/** Commands that wait for the change before them; more are ignored. */
const maxWaiting = 20;

/** Commands that change the document, one after another, so that each sees the result of the one before. */
export class ChangeQueue {
  readonly #waiting: (() => void)[] = [];
  #current: AfterChange | undefined;

  /** What happens after the change that the extension is making. */
  get current(): AfterChange | undefined {
    return this.#current;
  }

  /** Runs a command now, or after the changes before it. */
  run(command: () => void): void {
    if (this.#current === undefined) command();
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(command);
  }

  begin(after: AfterChange): void {
    this.#current = after;
  }

  end(): void {
    this.#current = undefined;
  }

  /** Runs what waits, up to the next command that begins a change. */
  resume(): void {
    while (this.#current === undefined) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      next();
    }
  }

  clear(): void {
    this.#waiting.length = 0;
  }
}
