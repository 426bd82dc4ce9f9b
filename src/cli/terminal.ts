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

/** Writes to the streams of a process. */
export class ProcessTerminal implements Terminal {
  readonly #streams: Streams;
  readonly #out: Output;
  readonly #error: Output;
  #isOutputLost = false;
  /** Whether standard output may wait for a reader that is gone. */
  #hasFailed = false;
  isQuiet = false;

  constructor(streams: Streams) {
    this.#streams = streams;
    this.#out = new Output(
      () => streams.stdout,
      (error) => {
        this.#hasFailed = true;
        if (!isClosedPipe(error)) this.#isOutputLost = true;
      },
    );
    // There is no other place to report it.
    this.#error = new Output(
      () => streams.stderr,
      () => undefined,
    );
  }

  out(text: string | SafeOutput): void {
    this.#out.write(SafeOutput.of(text).text);
  }

  error(text: string | SafeOutput): void {
    this.#error.write(SafeOutput.of(text).text);
  }

  get colors(): boolean {
    const { NO_COLOR, FORCE_COLOR, TERM } = this.#streams.env ?? {};
    if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false;
    return FORCE_COLOR !== undefined || (this.#streams.stdout.isTTY === true && TERM !== 'dumb');
  }

  get drained(): Promise<void> | undefined {
    const { stdout } = this.#streams;
    if (stdout.writableNeedDrain) this.#out.flush();
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
      ? (line) => this.#error.write(`\r\u001b[K${SafeOutput.of(line).text}`)
      : undefined;
  }

  /** Writes what was collected. */
  flush(): void {
    this.#error.flush();
    this.#out.flush();
  }

  /**
   * Whether something could not be written to standard output, such as on a full disk. Resolves in a later turn, which is
   * when streams report that.
   */
  async isOutputLost(): Promise<boolean> {
    this.flush();
    await new Promise((resolve) => setImmediate(resolve));
    return this.#isOutputLost;
  }
}

/** In milliseconds: how long output is collected. Each write wakes the program that reads it, which takes a tenth of a batch's time. */
const maxDelay = 10;
/** In bytes. */
const maxCollected = 64 * 1024;

/**
 * A stream of the process. A reader such as `head` may close the pipe early, and a disk may be full. The command still runs to
 * its end: `create` has to record outcomes.
 */
class Output {
  readonly #open: () => NodeJS.WriteStream;
  readonly #onError: (error: unknown) => void;
  #stream: NodeJS.WriteStream | undefined;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;

  constructor(open: () => NodeJS.WriteStream, onError: (error: unknown) => void) {
    this.#open = open;
    this.#onError = onError;
  }

  write(text: string): void {
    this.#stream ??= this.#open().on('error', this.#onError);
    if (this.#timer === undefined) {
      this.#stream.cork();
      this.#timer = setTimeout(() => this.flush(), maxDelay);
      this.#since = performance.now();
    }
    this.#stream.write(text);
    // No timer fires while files are checked, which waits for nothing.
    const isOld = performance.now() - this.#since > maxDelay;
    if (isOld || this.#stream.writableLength > maxCollected) this.flush();
  }

  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#stream?.uncork();
    } catch (error) {
      // The stream of a file throws.
      this.#onError(error);
    }
  }
}

/** Whether a reader such as `head` has closed the pipe: EPIPE, on Windows also EOF. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'EOF');
}
