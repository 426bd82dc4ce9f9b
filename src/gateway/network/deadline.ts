/** Ends an exchange when it times out or its caller cancels it. */
export class Deadline {
  /** In seconds, of the whole exchange. */
  readonly seconds: number;
  #endedBy: 'timeout' | 'cancel' | undefined;
  #onEnd: () => void = () => undefined;
  readonly #clear: () => void;

  /** `timeout` in milliseconds. Call `clear` after the exchange, because a batch has one signal for thousands of exchanges. */
  constructor(timeout: number, signal?: AbortSignal) {
    this.seconds = timeout / 1000;
    const timer = setTimeout(() => this.#end('timeout'), timeout);
    const cancel = () => this.#end('cancel');
    signal?.addEventListener('abort', cancel);
    this.#clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    if (signal?.aborted) cancel();
  }

  /** Undefined while the exchange can go on. */
  get endedBy(): 'timeout' | 'cancel' | undefined {
    return this.#endedBy;
  }

  /** Replaces the function that is called when the exchange must end. */
  set onEnd(onEnd: () => void) {
    this.#onEnd = onEnd;
    if (this.#endedBy) onEnd();
  }

  clear(): void {
    this.#clear();
    this.#onEnd = () => undefined;
  }

  #end(by: 'timeout' | 'cancel'): void {
    if (this.#endedBy) return;
    this.#endedBy = by;
    this.#onEnd();
  }
}
