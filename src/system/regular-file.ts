import {
  close,
  closeSync,
  constants,
  fstat,
  fstatSync,
  open,
  openSync,
  read,
  readFileSync,
  readSync,
  type Stats,
} from 'node:fs';
import { promisify } from 'node:util';

function tooLarge(path: string): Error {
  const code = 'ERR_FS_FILE_TOO_LARGE';
  return Object.assign(new Error(`${code}: larger than ${maxSize} bytes, read '${path}'`), { code });
}

/** To open a file that may not be one: without these flags, opening a pipe or some devices waits for the other end. */
export const regularFileFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

// The functions of node:fs/promises take twice as long for a small file.
const [openFile, statusOf, readPart, closeFile] = [
  promisify(open),
  promisify(fstat),
  promisify(read),
  promisify(close),
];

/** In bytes: the largest file that `node:fs` reads. */
const maxSize = 2 ** 31 - 1;
/** In bytes: how much is read at a time if the size of a file is unknown, as in `/proc`. */
const chunkSize = 64 * 1024;

/**
 * Reads the first `limit` bytes of a regular file, or all. Never waits for a pipe or a device: for anything else than a file, see
 * `requireRegularFile`. Other failures are those of `node:fs`.
 */
export async function readRegularFile(path: string, limit?: number): Promise<Buffer> {
  const file = await openFile(path, regularFileFlags);
  try {
    const status = await statusOf(file);
    requireRegularFile(path, status);
    if (limit === undefined && status.size > maxSize) throw tooLarge(path);
    // Files of `/proc` have no size.
    const size = status.size || Number.POSITIVE_INFINITY;
    return await readUpTo(file, Math.min(limit ?? size, size), status.size || chunkSize);
  } finally {
    await closeFile(file);
  }
}

/** Reads synchronously; otherwise like `readRegularFile`. */
export function readRegularFileSync(path: string, limit?: number): Buffer {
  const file = openSync(path, regularFileFlags);
  try {
    const status = fstatSync(file);
    requireRegularFile(path, status);
    if (limit !== undefined && status.size > limit) {
      const part = Buffer.alloc(limit);
      return part.subarray(0, readSync(file, part));
    }
    if (status.size > maxSize) throw tooLarge(path);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Throws an error for a folder (`EISDIR`), and for a pipe, a socket, or a device (`EFTYPE`, BSD's code for them). */
export function requireRegularFile(path: string, status: Stats): void {
  if (status.isFile()) return;
  const code = status.isDirectory() ? 'EISDIR' : 'EFTYPE';
  throw Object.assign(new Error(`${code}: not a regular file, open '${path}'`), { code });
}

/** Reads up to `limit` bytes in parts. Not fs.readFile: for a file that is already open, it loses the error. */
async function readUpTo(file: number, limit: number, part: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let left = limit; left > 0; ) {
    const chunk = Buffer.alloc(Math.min(left, part));
    const { bytesRead } = await readPart(file, chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    // Without a copy, each short read would keep the memory of a long one.
    chunks.push(bytesRead < chunk.length ? Buffer.from(chunk.subarray(0, bytesRead)) : chunk);
    left -= bytesRead;
  }
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}
