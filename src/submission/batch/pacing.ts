import pLimit from 'p-limit';
import type { SendLimit, Submission } from '../submit.ts';

/** Limits the number of concurrent requests. If the gateway asks one submission to wait, all of them wait. */
export class BatchSendLimit implements SendLimit {
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #clock: Submission['clock'];
  readonly #stop: AbortSignal;
  readonly #pauses = new Set<Promise<void>>();
  #sending = 0;

  /** `stop` ends pauses. */
  constructor(concurrency: number, clock: Submission['clock'], stop: AbortSignal) {
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

/** Gives each task a turn of the event loop of its own: while one of them works, the connections of the others would wait. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves at the beginning of the next turn that is free. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return this.#last;
  }
}

/** Runs tasks with the same key one after the other, in the order of the calls. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Value>(key: string, task: () => Promise<Value>): Promise<Value> {
    const previous = this.#last.get(key);
    const current = previous ? previous.then(task, task) : task();
    this.#last.set(key, current);
    const forget = () => {
      if (this.#last.get(key) === current) this.#last.delete(key);
    };
    current.then(forget, forget);
    return current;
  }
}
