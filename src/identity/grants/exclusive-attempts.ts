/** Runs one attempt at a time for each key: a new attempt cancels the previous one. */
export class ExclusiveAttempts {
  readonly #attempts = new Map<string, AbortController>();

  /** `attempt` gets a signal that aborts with `signal`, or when the next attempt for `key` starts. */
  async run<Result>(
    key: string,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.#attempts.get(key)?.abort();
    const replacement = new AbortController();
    this.#attempts.set(key, replacement);
    try {
      return await attempt(AbortSignal.any([signal, replacement.signal]));
    } finally {
      if (this.#attempts.get(key) === replacement) this.#attempts.delete(key);
    }
  }
}
