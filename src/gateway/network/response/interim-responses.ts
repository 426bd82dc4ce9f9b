import type { Socket } from 'node:net';

/** A head longer than this is no interim response's, in bytes. */
const longestHead = 64 * 1024;

/**
 * Passes over the interim responses (1xx) before the one that counts, as RFC 9110, section 15.2, has it for clients that
 * asked for none: undici takes a 100 (Continue) for a broken connection. 101 is left to it: with that, HTTP ends.
 */
export function skipInterimResponses(socket: Socket): void {
  const read = socket.read.bind(socket);
  let held = Buffer.alloc(0);
  socket.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (chunk === null) return null;
    held = Buffer.concat([held, chunk]);
    while (mayBeInterim(held)) {
      const end = held.indexOf('\r\n\r\n');
      // The rest of the head is still to come.
      if (end === -1 && held.length < longestHead) return null;
      if (end === -1) break;
      held = held.subarray(end + 4);
    }
    if (held.length === 0) return null;
    socket.read = read;
    return held;
  };
}

/** Whether it begins like an interim response, as far as it goes. */
function mayBeInterim(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);
  if (start.length === 'HTTP/1.1 100'.length) return /^HTTP\/1\.\d 1(?!01)\d\d/.test(start);
  return start !== '' && 'HTTP/1.1 1'.startsWith(start.slice(0, 'HTTP/1.1 1'.length));
}
