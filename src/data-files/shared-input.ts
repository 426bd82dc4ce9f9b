import type { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/** Bytes that are handed over at a time. */
const pieceLength = 256 * 1024;

/** What a thread gets when it has asked for a piece: bytes of the memory (none at the end), or the code of an error. */
type Piece = { readonly length: number } | { readonly code: string | undefined };

/** What a thread reads a stream of another thread by. */
export interface SharedInput {
  readonly memory: SharedArrayBuffer;
  readonly port: MessagePort;
}

/**
 * Hands a stream over piece by piece, each when it is asked for, in one memory: a stream to a worker's standard input would
 * fill the memory with what the worker has not read yet.
 */
export function shareInput(input: Readable, port: MessagePort): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(pieceLength);
  const chunks = input.iterator() as AsyncIterator<Uint8Array>;
  // The piece that is asked for next shows it.
  input.on('error', () => undefined);
  let rest: Uint8Array = new Uint8Array(0);
  const next = async (): Promise<Piece> => {
    while (rest.length === 0) {
      const { done, value } = await chunks.next();
      if (done) return { length: 0 };
      rest = value;
    }
    const piece = rest.subarray(0, pieceLength);
    new Uint8Array(memory).set(piece);
    rest = rest.subarray(piece.length);
    return { length: piece.length };
  };
  port.on('message', () => {
    void next()
      .catch(({ code }: NodeJS.ErrnoException): Piece => ({ code }))
      .then((piece) => port.postMessage(piece));
  });
  return memory;
}

/** The stream in the other thread. A chunk is valid until the next one is requested. Throws an error with the code of the first one. */
export async function* readSharedInput({ memory, port }: SharedInput): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(memory.byteLength);
  for (;;) {
    const piece = await new Promise<Piece>((resolve) => {
      port.once('message', resolve);
      port.postMessage('next');
    });
    if ('code' in piece) throw Object.assign(new Error('The input failed.'), { code: piece.code });
    if (piece.length === 0) return;
    // Not all that decodes text takes shared memory.
    bytes.set(new Uint8Array(memory, 0, piece.length));
    yield bytes.subarray(0, piece.length);
  }
}
