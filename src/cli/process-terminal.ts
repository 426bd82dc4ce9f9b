import { SafeOutput } from './output/safe-output.ts';
import type { Terminal } from './terminal.ts';

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
