import { writeSync } from 'node:fs';
import { isClosedPipe } from './closed-pipe.ts';
import type { Terminal } from './terminal.ts';

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>;

/** Writes to the streams of a process. They are loaded when they are first needed, because that takes several milliseconds. */
export class ProcessTerminal implements Terminal {
  readonly out: (text: string | Uint8Array) => void;
  readonly error: (text: string | Uint8Array) => void;
  readonly #streams: Streams;
  #isOutputLost = false;

  constructor(streams: Streams) {
    this.#streams = streams;
    this.out = writer(
      () => streams.stdout,
      () => {
        this.#isOutputLost = true;
      },
    );
    // There is no other place to report it.
    this.error = writer(
      () => streams.stderr,
      () => undefined,
    );
  }

  get status(): ((line: string) => void) | undefined {
    return this.#streams.stderr.isTTY ? (line) => this.error(`\r\u001b[K${line}`) : undefined;
  }

  /**
   * Whether something could not be written to standard output, such as on a full disk. Resolves in a later turn, which is
   * when streams report that.
   */
  async isOutputLost(): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.#isOutputLost;
  }

  /**
   * Writes without loading the streams, and waits until the system takes what it writes. For commands that have nothing else
   * to do. Whatever fails is left to the streams. So is Windows, whose console needs them for Unicode.
   */
  direct(platform: NodeJS.Platform = process.platform): Terminal {
    return {
      out: directWriter(1, this.out, platform),
      error: directWriter(2, this.error, platform),
    };
  }
}

/**
 * A reader such as `head` may close the pipe early, and a disk may be full. The command still runs to its end: `create` has to
 * record outcomes.
 */
function writer(open: () => NodeJS.WriteStream, onLost: () => void): (text: string | Uint8Array) => void {
  let stream: NodeJS.WriteStream | undefined;
  const onError = (error: unknown) => {
    if (!isClosedPipe(error)) onLost();
  };
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

function directWriter(
  descriptor: number,
  write: (text: Uint8Array) => void,
  platform: NodeJS.Platform,
): (text: string) => void {
  let isDirect = platform !== 'win32';
  return (text) => {
    let rest: Uint8Array = Buffer.from(text);
    try {
      while (isDirect && rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
    } catch {
      // Such as EAGAIN, if another process has made the pipe non-blocking.
      isDirect = false;
    }
    if (rest.length > 0) write(rest);
  };
}
