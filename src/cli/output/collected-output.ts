import type { Terminal } from '../terminal.ts';

/** In milliseconds. */
const maxDelay = 10;
/** In UTF-16 code units. */
const maxLength = 64 * 1024;

/**
 * Collects what a batch writes for a moment: each write wakes the program that reads it, which takes a tenth of the time of a
 * batch. What is collected is written when the process exits, even after an unexpected error.
 */
export class CollectedOutput implements Terminal {
  readonly #terminal: Terminal;
  readonly #flushAtExit = () => this.flush();
  #out = '';
  #error = '';
  #timer: NodeJS.Timeout | undefined;

  /** Call `dispose` at the end. */
  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    process.on('exit', this.#flushAtExit);
  }

  out(text: string): void {
    this.#out += text;
    this.#flushSoon();
  }

  error(text: string): void {
    this.#error += text;
    this.#flushSoon();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [out, error] = [this.#out, this.#error];
    this.#out = '';
    this.#error = '';
    if (error !== '') this.#terminal.error(error);
    if (out !== '') this.#terminal.out(out);
  }

  dispose(): void {
    this.flush();
    process.off('exit', this.#flushAtExit);
  }

  #flushSoon(): void {
    if (this.#out.length + this.#error.length > maxLength) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), maxDelay);
  }
}
