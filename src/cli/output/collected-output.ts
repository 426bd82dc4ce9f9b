import type { Terminal } from '../terminal.ts';
import { SafeOutput } from './safe-output.ts';

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
  #out: SafeOutput[] = [];
  #error: SafeOutput[] = [];
  /** In UTF-16 code units. */
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Call `dispose` at the end. */
  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    process.on('exit', this.#flushAtExit);
  }

  get isQuiet(): boolean {
    return this.#terminal.isQuiet === true;
  }

  out(text: string | SafeOutput): void {
    this.#collect(this.#out, text);
  }

  error(text: string | SafeOutput): void {
    this.#collect(this.#error, text);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [out, error] = [this.#out, this.#error];
    this.#out = [];
    this.#error = [];
    this.#length = 0;
    if (error.length > 0) this.#terminal.error(SafeOutput.joined(error));
    if (out.length > 0) this.#terminal.out(SafeOutput.joined(out));
  }

  dispose(): void {
    this.flush();
    process.off('exit', this.#flushAtExit);
  }

  #collect(outputs: SafeOutput[], text: string | SafeOutput): void {
    const output = SafeOutput.of(text);
    outputs.push(output);
    this.#length += output.text.length;
    if (this.#length > maxLength) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), maxDelay);
  }
}
