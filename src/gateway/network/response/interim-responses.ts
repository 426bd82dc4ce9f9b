import type { Socket } from 'node:net';

/** In bytes. A longer head is not skipped. */
const maxHeadLength = 64 * 1024;

/**
 * Skips the interim responses (1xx) before each final one, as RFC 9110, section 15.2, requires even if the client didn't
 * ask for any: undici treats 100 (Continue) as a broken connection. Leaves 101 to undici, because it ends HTTP on the
 * connection. A connection has one request at a time, so after each write a response head is expected.
 */
export function skipInterimResponses(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...written: unknown[]) => boolean;
  let awaitsHead = true;
  let received = Buffer.alloc(0);
  socket.write = (...written: unknown[]): boolean => {
    awaitsHead = true;
    return write(...written);
  };
  socket.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || !awaitsHead) return chunk;
    received = Buffer.concat([received, chunk]);
    while (mayBeInterim(received)) {
      const end = received.indexOf('\r\n\r\n');
      // The rest of the head has not arrived.
      if (end === -1 && received.length < maxHeadLength) return null;
      if (end === -1) break;
      received = received.subarray(end + 4);
    }
    if (received.length === 0) return null;
    const final = received;
    received = Buffer.alloc(0);
    awaitsHead = false;
    return final;
  };
}

/** Whether these bytes are the beginning of an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);
  if (start.length === 'HTTP/1.1 100'.length) return /^HTTP\/1\.\d 1(?!01)\d\d/.test(start);
  return start !== '' && 'HTTP/1.1 1'.startsWith(start.slice(0, 'HTTP/1.1 1'.length));
}
