import type { Socket } from 'node:net';

/** In bytes. A longer head is not that of an interim response. */
const maxHeadLength = 64 * 1024;

/**
 * Skips the interim responses (1xx) before each final one, as RFC 9110, section 15.2, requires of clients that asked for none:
 * undici takes a 100 (Continue) for a broken connection. Leaves 101 to undici: it ends HTTP on the connection. A connection has
 * one request at a time, so each write begins the wait for the next response.
 */
export function skipInterimResponses(socket: Socket): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...written: unknown[]) => boolean;
  let awaitsHead = true;
  let held = Buffer.alloc(0);
  socket.write = (...written: unknown[]): boolean => {
    awaitsHead = true;
    return write(...written);
  };
  socket.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (chunk === null || !awaitsHead) return chunk;
    held = Buffer.concat([held, chunk]);
    while (mayBeInterim(held)) {
      const end = held.indexOf('\r\n\r\n');
      // The rest of the head is still to come.
      if (end === -1 && held.length < maxHeadLength) return null;
      if (end === -1) break;
      held = held.subarray(end + 4);
    }
    if (held.length === 0) return null;
    const final = held;
    held = Buffer.alloc(0);
    awaitsHead = false;
    return final;
  };
}

/** Whether it begins like an interim response, as far as it goes. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);
  if (start.length === 'HTTP/1.1 100'.length) return /^HTTP\/1\.\d 1(?!01)\d\d/.test(start);
  return start !== '' && 'HTTP/1.1 1'.startsWith(start.slice(0, 'HTTP/1.1 1'.length));
}
