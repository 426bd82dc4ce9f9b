import { writeSync } from 'node:fs';
import { isClosedPipe } from './closed-pipe.ts';
import type { Terminal } from './terminal.ts';

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>;

/** Writes to the streams of a process. They are loaded when they are first needed, because that takes several milliseconds. */
export function processTerminal(streams: Streams): Terminal {
  const error = writer(() => streams.stderr);
  return {
    out: writer(() => streams.stdout),
    error,
    get status() {
      return streams.stderr.isTTY ? (line: string) => error(`\r\u001b[K${line}`) : undefined;
    },
  };
}

/**
 * Writes without loading the streams of a process, and waits until the system takes what it writes. For commands that have
 * nothing else to do. Whatever fails is left to the streams. So is Windows, whose console needs them for Unicode.
 */
export function directTerminal(streams: Streams, platform: NodeJS.Platform = process.platform): Terminal {
  return {
    out: directWriter(1, () => streams.stdout, platform),
    error: directWriter(2, () => streams.stderr, platform),
  };
}

/** A reader such as `head` may close the pipe early. The command still runs to its end. */
function writer(open: () => NodeJS.WriteStream): (text: string | Uint8Array) => void {
  let stream: NodeJS.WriteStream | undefined;
  return (text) => {
    stream ??= open().on('error', (error) => {
      if (!isClosedPipe(error)) throw error;
    });
    stream.write(text);
  };
}

function directWriter(
  descriptor: number,
  open: () => NodeJS.WriteStream,
  platform: NodeJS.Platform,
): (text: string) => void {
  const write = writer(open);
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
