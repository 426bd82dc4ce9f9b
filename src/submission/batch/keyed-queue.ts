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
