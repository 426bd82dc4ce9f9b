/** Runs one attempt at a time for each key: a new attempt cancels the previous one. */
export class ExclusiveAttempts {
  readonly #attempts = new Map<string, AbortController>();

  /** Cancels the attempt for `key`, if there is one. */
  cancel(key: string): void {
    this.#attempts.get(key)?.abort();
  }

  /** `attempt` gets a signal that aborts with `signal`, or when the next attempt for `key` starts. */
  async run<Result>(
    key: string,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.cancel(key);
    const replacement = new AbortController();
    this.#attempts.set(key, replacement);
    try {
      return await attempt(AbortSignal.any([signal, replacement.signal]));
    } finally {
      if (this.#attempts.get(key) === replacement) this.#attempts.delete(key);
    }
  }
}
