/** How many turns of the event loop are left free after each with work. A kept connection is used again after two. */
const freeTurns = 2;

/** Divides work into turns of the event loop, so that no response, and no request, waits for the work of many others. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a turn of its own, in the order of the calls. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) this.#schedule();
    });
  }

  #schedule(free = 0): void {
    setImmediate(() => {
      if (free > 0) return this.#schedule(free - 1);
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule(freeTurns);
    });
  }
}
