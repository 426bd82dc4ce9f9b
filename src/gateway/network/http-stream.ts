import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** In bytes. A longer head is not skipped. */
const maxHeadLength = 64 * 1024;

type Callback = (error?: Error | null) => void;

/**
 * A socket without the interim responses (1xx) before the final one, as RFC 9110, section 15.2, requires even if the client
 * didn't ask for any: undici treats 100 (Continue) as a broken connection. Leaves 101 to undici, because it ends HTTP on the
 * connection. A connection has one request, and so one final response.
 */
export class HttpStream extends Duplex {
  readonly #socket: Socket;
  #awaitsHead = true;
  #received: Buffer = Buffer.alloc(0);

  constructor(socket: Socket) {
    super({ allowHalfOpen: false });
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      const rest = this.#skipInterim(chunk);
      if (rest.length > 0 && !this.push(rest)) socket.pause();
    });
    socket.once('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Callback): void {
    this.#socket.write(chunk, done);
  }

  /** The head and the body of a request in one packet. */
  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: Callback): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'latin1', done);
  }

  override _final(done: Callback): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: Callback): void {
    this.#socket.destroy();
    done(error);
  }

  /** What is to be read now. Keeps what may be a part of an interim response. */
  #skipInterim(chunk: Buffer): Buffer {
    if (!this.#awaitsHead) return chunk;
    let received = this.#received.length > 0 ? Buffer.concat([this.#received, chunk]) : chunk;
    while (mayBeInterim(received)) {
      const end = received.indexOf('\r\n\r\n');
      if (end === -1 && received.length < maxHeadLength) {
        this.#received = received;
        return Buffer.alloc(0);
      }
      if (end === -1) break;
      received = received.subarray(end + 4);
    }
    this.#received = Buffer.alloc(0);
    if (received.length > 0) this.#awaitsHead = false;
    return received;
  }
}

/** Whether these bytes are the beginning of an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);
  if (start.length === 'HTTP/1.1 100'.length) return /^HTTP\/1\.\d 1(?!01)\d\d/.test(start);
  return start !== '' && 'HTTP/1.1 1'.startsWith(start.slice(0, 'HTTP/1.1 1'.length));
}
