import { SafeOutput } from './output/safe-output.ts';

/** Where a command writes: results to `out`, messages to `error`. Text is made safe as `SafeOutput.of` does. */
export interface Terminal {
  out(text: string | SafeOutput): void;
  error(text: string | SafeOutput): void;
  /** Whether only errors are printed, and results that a command is for (`--quiet`). */
  readonly isQuiet?: boolean;
  /** Resolves when what was written to `out` has left the memory; absent if it has. */
  readonly drained?: Promise<void> | undefined;
  /** Whether something could not be written to `out`, such as on a full disk. */
  isOutputLost?(): Promise<boolean>;
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

/** An input that can't be used although the arguments are right: their help wouldn't help. */
export class InputError extends UsageError {}

/** In milliseconds: what takes less time needs no line. */
const delay = 1000;
/** Milliseconds between two changes of the line. */
const interval = 100;

/** A line that shows how far a command is, on a terminal only. */
export class Progress {
  readonly #terminal: Terminal;
  #next = Date.now() + delay;
  #isShown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(line: () => string): void {
    if (this.#terminal.status === undefined || Date.now() < this.#next) return;
    this.#next = Date.now() + interval;
    this.#isShown = true;
    this.#terminal.status(line());
  }

  clear(): void {
    if (this.#isShown) this.#terminal.status?.('');
    this.#isShown = false;
  }
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'> & { readonly env?: NodeJS.ProcessEnv };

/**
 * Writes to the streams of a process. A reader such as `head` may close the pipe early, and a disk may be full. The command still
 * runs to its end: `create` has to record outcomes.
 */
export class ProcessTerminal implements Terminal {
  readonly #streams: Streams;
  readonly #opened = new Set<NodeJS.WriteStream>();
  #isOutputLost = false;
  /** Whether standard output may wait for a reader that is gone. */
  #hasFailed = false;
  isQuiet = false;

  constructor(streams: Streams) {
    this.#streams = streams;
  }

  out(text: string | SafeOutput): void {
    this.#write(this.#streams.stdout, SafeOutput.of(text).text, (error) => {
      this.#hasFailed = true;
      if (!isClosedPipe(error)) this.#isOutputLost = true;
    });
  }

  error(text: string | SafeOutput): void {
    // There is no other place to report that it can't be written.
    this.#write(this.#streams.stderr, SafeOutput.of(text).text, () => undefined);
  }

  get colors(): boolean {
    const { NO_COLOR, FORCE_COLOR, TERM } = this.#streams.env ?? {};
    if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false;
    return FORCE_COLOR !== undefined || (this.#streams.stdout.isTTY === true && TERM !== 'dumb');
  }

  get drained(): Promise<void> | undefined {
    const { stdout } = this.#streams;
    if (!stdout.writableNeedDrain || this.#hasFailed) return undefined;
    return new Promise((resolve) => {
      const events = ['drain', 'error', 'close'];
      const settle = () => {
        for (const event of events) stdout.off(event, settle);
        resolve();
      };
      for (const event of events) stdout.on(event, settle);
    });
  }

  get status(): ((line: string) => void) | undefined {
    return this.#streams.stderr.isTTY && !this.isQuiet
      ? (line) => this.#write(this.#streams.stderr, `\r\u001b[K${SafeOutput.of(line).text}`, () => undefined)
      : undefined;
  }

  /**
   * Whether something could not be written to standard output, such as on a full disk. Resolves in a later turn, which is
   * when streams report that.
   */
  async isOutputLost(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.#isOutputLost;
  }

  #write(stream: NodeJS.WriteStream, text: string, onError: (error: unknown) => void): void {
    if (!this.#opened.has(stream)) stream.on('error', onError);
    this.#opened.add(stream);
    try {
      stream.write(text);
    } catch (error) {
      // The stream of a file throws.
      onError(error);
    }
  }
}

/** Whether a reader such as `head` has closed the pipe: EPIPE, on Windows also EOF. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EOF');
}
