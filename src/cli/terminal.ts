import { SafeOutput } from './output/safe-output.ts';

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
type Write = (text: string | Uint8Array) => void;

/** Writes to the streams of a process. */
export class ProcessTerminal implements Terminal {
  readonly #streams: Streams;
  readonly #out: Write;
  readonly #error: Write;
  #isOutputLost = false;
  /** Whether standard output may wait for a reader that is gone. */
  #hasFailed = false;
  isQuiet = false;

  constructor(streams: Streams) {
    this.#streams = streams;
    this.#out = writer(
      () => streams.stdout,
      (error) => {
        this.#hasFailed = true;
        if (!isClosedPipe(error)) this.#isOutputLost = true;
      },
    );
    // There is no other place to report it.
    this.#error = writer(
      () => streams.stderr,
      () => undefined,
    );
  }

  out(text: string | SafeOutput): void {
    this.#out(SafeOutput.of(text).text);
  }

  error(text: string | SafeOutput): void {
    this.#error(SafeOutput.of(text).text);
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
      ? (line) => this.#error(`\r\u001b[K${SafeOutput.of(line).text}`)
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
}

/**
 * A reader such as `head` may close the pipe early, and a disk may be full. The command still runs to its end: `create` has to
 * record outcomes.
 */
function writer(open: () => NodeJS.WriteStream, onError: (error: unknown) => void): Write {
  let stream: NodeJS.WriteStream | undefined;
  return (text) => {
    stream ??= open().on('error', onError);
    try {
      stream.write(text);
    } catch (error) {
      // The stream of a file throws.
      onError(error);
    }
  };
}

/** Whether a reader such as `head` has closed the pipe: EPIPE, on Windows also EOF. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EOF');
}

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
