import { InferenceError } from '../failure.ts';
import type { InferencePorts, ReadingOptions } from '../source.ts';
import { WorkBudget } from '../work-budget.ts';

/** A scan works at most this long before the event loop gets its turn, in milliseconds. */
const maxTurn = 25;

/** Where a long scan looks whether it is cancelled, and what it may still cost. */
export class Checkpoint {
  readonly budget = new WorkBudget();
  readonly #signal: AbortSignal | undefined;
  readonly #pause: () => Promise<void>;
  #turnStarted = performance.now();

  constructor(ports: InferencePorts, { signal }: ReadingOptions) {
    this.#signal = signal;
    this.#pause = () => ports.pause?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** Throws an `InferenceError` if the work is cancelled. */
  async pass(): Promise<void> {
    if (performance.now() - this.#turnStarted >= maxTurn) {
      await this.#pause();
      this.#turnStarted = performance.now();
    }
    if (this.#signal?.aborted) throw new InferenceError({ kind: 'cancelled' });
  }
}
