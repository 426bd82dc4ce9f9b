import { setImmediate as nextTurn } from 'node:timers/promises';

/** In milliseconds. */
const maxAge = 5;

/** Makes sure that connections that have closed are known to be closed, although the event loop may have been busy. */
export class RecentInput {
  /** For how long the event loop had been busy when input was last handled, in milliseconds since it started. */
  #busyUntil: number | undefined;
  #pending: Promise<void> | undefined;

  /**
   * Resolves when what arrived up to `maxAge` ago has been handled: after one turn of the event loop, or up to three if it was busy.
   * While the event loop handles input, it doesn't look for more until the next turn.
   */
  handled(): Promise<void> {
    this.#pending ??= this.#wait();
    return this.#pending;
  }

  async #wait(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn();
      const { active } = performance.eventLoopUtilization();
      // The event loop has looked for input since the last time. 0: it isn't measured.
      const isRecent = this.#busyUntil !== undefined && active > 0 && active - this.#busyUntil < maxAge;
      this.#busyUntil = active;
      if (isRecent) break;
    }
    this.#pending = undefined;
  }
}
