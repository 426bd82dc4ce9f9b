import { constants, fstatSync, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type DataSource, type InferencePorts, SourceChangedError } from '../../inference/source.ts';

/** Bytes of a read. Two buffers of this size take turns. */
const chunkSize = 512 * 1024;

/** Thrown for what is neither a file nor a folder: a pipe would be waited for, a device read without an end. */
export class NotAFileError extends Error {}

/** A file on disk. */
export function fileSource(path: string): DataSource {
  return { name: basename(path), label: path, stream: () => readFile(path) };
}

/** Standard input, which has no name. */
export function inputSource(input: AsyncIterable<Uint8Array>): DataSource {
  return { name: '', label: '-', stream: () => input };
}

/** Decompression and turns of the event loop by Node.js. */
export const nodePorts: InferencePorts = {
  gunzip: (compressed) => Readable.from(copies(compressed), { objectMode: false }).pipe(createGunzip()),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};

async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

/** Reads a chunk ahead while the last one is used. */
async function* readFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const before = fstatSync(file.fd);
    if (before.isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
    if (!before.isFile()) throw new NotAFileError();
    let buffer = new Uint8Array(chunkSize);
    let other = new Uint8Array(chunkSize);
    let position = 0;
    let pending = readAt(file, buffer, 0);
    try {
      for (;;) {
        const length = await pending;
        if (length === 0) break;
        position += length;
        // It may be written to for ever.
        if (position > before.size) throw new SourceChangedError();
        pending = readAt(file, other, position);
        yield buffer.subarray(0, length);
        [buffer, other] = [other, buffer];
      }
    } finally {
      // The file may not be closed while it is read.
      await pending.catch(() => 0);
    }
    await expectUnchanged(path, before, position);
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, buffer: Uint8Array, position: number): Promise<number> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
  return bytesRead;
}

async function expectUnchanged(path: string, before: Stats, length: number): Promise<void> {
  const after = await stat(path).catch(() => undefined);
  const isSame =
    after?.ino === before.ino &&
    after.dev === before.dev &&
    after.size === length &&
    after.mtimeMs === before.mtimeMs;
  if (!isSame) throw new SourceChangedError();
}
