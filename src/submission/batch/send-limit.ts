import pLimit from 'p-limit';
import type { Clock, SendLimit } from '../submit.ts';

/** Limits the number of concurrent requests. If the gateway asks one submission to wait, all of them wait. */
export class BatchSendLimit implements SendLimit {
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #clock: Clock;
  readonly #stop: AbortSignal;
  readonly #pauses = new Set<Promise<void>>();
  #sending = 0;

  /** `stop` ends pauses. */
  constructor(concurrency: number, clock: Clock, stop: AbortSignal) {
    this.#limit = pLimit(concurrency);
    this.#clock = clock;
    this.#stop = stop;
  }

  /** The number of requests in flight. */
  get sending(): number {
    return this.#sending;
  }

  run<Value>(send: () => Promise<Value>): Promise<Value> {
    return this.#limit(async () => {
      await this.whenReady();
      this.#sending += 1;
      try {
        return await send();
      } finally {
        this.#sending -= 1;
      }
    });
  }

  pause(milliseconds: number): void {
    const pause = this.#clock.sleep(milliseconds, this.#stop).finally(() => this.#pauses.delete(pause));
    this.#pauses.add(pause);
  }

  /** Resolves when all pauses have ended. */
  async whenReady(): Promise<void> {
    while (this.#pauses.size > 0) await Promise.all(this.#pauses);
  }
}
