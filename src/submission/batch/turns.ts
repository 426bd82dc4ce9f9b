/** Divides work into turns of the event loop, so that no response waits for the work of many others. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a turn of its own, in the order of the calls. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) this.#schedule();
    });
  }

  #schedule(): void {
    setImmediate(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
