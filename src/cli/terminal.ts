import type { SafeOutput } from './output/safe-output.ts';

/** Where a command writes: results to `out`, messages to `error`. Text is made safe as `SafeOutput.of` does. */
export interface Terminal {
  out(text: string | SafeOutput): void;
  error(text: string | SafeOutput): void;
  /** Whether only errors are printed, and results that a command is for (`--quiet`). */
  readonly isQuiet?: boolean;
  /** Resolves when what was written to `out` has left the memory; absent if it has. */
  readonly drained?: Promise<void> | undefined;
  /** Whether results are shown to a person, in colors. */
  readonly colors?: boolean;
  /** Shows a line in place of the last one, or nothing for an empty one. Absent where no person watches. */
  readonly status?: ((line: string) => void) | undefined;
}

/** Prints what is no error. */
export function note(terminal: Terminal, text: string): void {
  if (!terminal.isQuiet) terminal.error(text);
}

/** Wrong usage or an input that can't be read: ends the command with exit code 2 and this message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** In milliseconds: what takes less time needs no line. */
const delay = 1000;
/** Milliseconds between two changes of the line. */
const interval = 100;

/** A line that shows how far a command is, on a terminal only. */
export class Progress {
  readonly #terminal: Terminal;
  #next = performance.now() + delay;
  #isShown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(line: () => string): void {
    if (this.#terminal.status === undefined || performance.now() < this.#next) return;
    this.#next = performance.now() + interval;
    this.#isShown = true;
    this.#terminal.status(line());
  }

  clear(): void {
    if (this.#isShown) this.#terminal.status?.('');
    this.#isShown = false;
  }
}
