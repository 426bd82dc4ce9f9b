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
import { isAbsolute, relative, sep } from 'node:path';
import { promisify } from 'node:util';

/** A folder, a pipe, a socket, or a device instead of a file. */
class NotRegularFileError extends Error {
  /** `EFTYPE` is BSD's code for an inappropriate file type. */
  readonly code: 'EISDIR' | 'EFTYPE';

  constructor(code: 'EISDIR' | 'EFTYPE', path: string) {
    super(`${code}: not a regular file, open '${path}'`);
    this.code = code;
  }
}

/** With the code of `node:fs`. */
class FileTooLargeError extends Error {
  readonly code = 'ERR_FS_FILE_TOO_LARGE';

  constructor(path: string, maxSize: number) {
    super(`ERR_FS_FILE_TOO_LARGE: larger than ${maxSize} bytes, read '${path}'`);
  }
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
 * Reads the first `limit` bytes of a regular file, or all. Never waits for a pipe or a device: anything else than a file is
 * a `NotRegularFileError`. Other failures are those of `node:fs`.
 */
export async function readRegularFile(path: string, limit?: number): Promise<Buffer> {
  const file = await openFile(path, regularFileFlags);
  try {
    const status = await statusOf(file);
    requireRegularFile(path, status);
    // Not fs.readFile: for a file that is already open, it loses the error.
    if (limit !== undefined) return await readBeginning(file, Math.min(limit, status.size));
    if (status.size > maxSize) throw new FileTooLargeError(path, maxSize);
    return status.size > 0 ? await readBeginning(file, status.size) : await readToEnd(file);
  } finally {
    await closeFile(file);
  }
}

export interface ReadSyncOptions {
  /** In bytes. A larger file is an error with the code `ERR_FS_FILE_TOO_LARGE`. */
  readonly maxSize?: number;
  /** Memory to read into if the file fits: allocating new memory takes as long as reading a small file. */
  readonly memory?: Buffer;
}

/** Reads all of a regular file synchronously; otherwise like `readRegularFile`. */
export function readRegularFileSync(path: string, options: ReadSyncOptions = {}): Buffer {
  const file = openSync(path, regularFileFlags);
  try {
    const status = fstatSync(file);
    requireRegularFile(path, status);
    const limit = Math.min(options.maxSize ?? maxSize, maxSize);
    if (status.size > limit) throw new FileTooLargeError(path, limit);
    // fs.readFileSync would ask for the size again.
    return status.size > 0 ? readBeginningSync(file, status.size, options.memory) : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Whether a file has more bytes than a limit of this module, or than `maxSize`. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof FileTooLargeError;
}

/** Throws a `NotRegularFileError` for a folder, a pipe, a socket, or a device. */
export function requireRegularFile(path: string, status: Stats): void {
  if (!status.isFile()) throw new NotRegularFileError(status.isDirectory() ? 'EISDIR' : 'EFTYPE', path);
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

function readBeginningSync(file: number, size: number, memory?: Buffer): Buffer {
  const buffer = memory && size <= memory.length ? memory : Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const bytesRead = readSync(file, buffer, length, size - length, length);
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
