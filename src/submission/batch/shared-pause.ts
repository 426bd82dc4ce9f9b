import type { Clock } from '../submit.ts';

/** What the service told one of many to wait, all wait. */
export class SharedPause {
  readonly #clock: Clock;
  readonly #pauses = new Set<Promise<void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Holds all for so long from now on, or until `signal` aborts. */
  hold(milliseconds: number, signal: AbortSignal): void {
    const pause = this.#clock.sleep(milliseconds, signal).finally(() => this.#pauses.delete(pause));
    this.#pauses.add(pause);
  }

  /** Resolves when nothing holds. */
  async over(): Promise<void> {
    while (this.#pauses.size > 0) await Promise.all(this.#pauses);
  }
}
