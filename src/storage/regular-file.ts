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
  type Stats,
} from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
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
    // Not fs.readFile: for a file that is already open, it loses the error.
    if (limit !== undefined) return await readBeginning(file, Math.min(limit, status.size));
    if (status.size > maxSize) throw tooLarge(path);
    return status.size > 0 ? await readBeginning(file, status.size) : await readToEnd(file);
  } finally {
    await closeFile(file);
  }
}

/** Reads all of a regular file synchronously; otherwise like `readRegularFile`. */
export function readRegularFileSync(path: string): Buffer {
  const file = openSync(path, regularFileFlags);
  try {
    const status = fstatSync(file);
    requireRegularFile(path, status);
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

async function readBeginning(file: number, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await readPart(file, buffer, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

async function readToEnd(file: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.alloc(chunkSize);
    const { bytesRead } = await readPart(file, chunk, 0, chunkSize, null);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, bytesRead));
  }
}

/** Whether a path is a folder or in it. Both are absolute, with symbolic links resolved. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
