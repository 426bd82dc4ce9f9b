/** The end of an exchange before its time: by the clock or by the caller, whichever comes first. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;
  #endedBy: 'timeout' | 'cancel' | undefined;

  /** `timeout` is in milliseconds. */
  constructor(timeout: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#end('timeout'), timeout);
    if (caller?.aborted) this.#end('cancel');
    else caller?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get endedBy(): 'timeout' | 'cancel' | undefined {
    return this.#endedBy;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = () => this.#end('cancel');

  #end(by: 'timeout' | 'cancel'): void {
    this.#endedBy ??= by;
    this.clear();
    this.#controller.abort();
  }
}
