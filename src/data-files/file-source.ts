import { closeSync, fstatSync, openSync, read, readSync, type Stats, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { limits } from '../inference/inference-limits.ts';
import { type DataSource, type InferencePorts, SourceChangedError } from '../inference/source.ts';
import { errorCode } from '../system/error-code.ts';
import { regularFileFlags, requireRegularFile } from '../system/regular-file.ts';
import { databaseOpener } from './sqlite-database.ts';

/** Bytes of a read. Two buffers of this size take turns. */
const chunkSize = 512 * 1024;

const readPart = promisify(read);

/** A file on disk. `shown`: its name and label, where they differ from those of the path. */
export function fileSource(
  file: string,
  shown: { readonly name?: string; readonly label?: string } = {},
): DataSource {
  const path = resolve(file);
  const size = sizeOf(path);
  return {
    name: shown.name ?? basename(path),
    label: shown.label ?? file,
    path,
    size,
    stream: () => readFile(path),
    readAt: readerOf(path),
  };
}

/** Only for the progress: reading the file shows what is wrong with it. */
function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}

/** Decompression and SQLite by Node.js. */
export const nodePorts: InferencePorts = {
  async *gunzip(compressed) {
    const { createGunzip } = await import('node:zlib');
    const decompressed = createGunzip();
    // The iterator of the last stream throws the errors of all.
    pipeline(Readable.from(copies(compressed), { objectMode: false }), decompressed, () => undefined);
    yield* decompressed;
  },
  get openDatabase() {
    return databaseOpener();
  },
};

/** The stream keeps chunks for longer than they are valid. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

/** Reads a chunk ahead while the last one is used. Waiting for each step of a small file would take longer than the steps. */
async function* readFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  // Without turns of the event loop, the buffers of earlier files stay in memory for longer.
  await new Promise((resolve) => setImmediate(resolve));
  const file = openRegularFile(path);
  try {
    const before = fstatSync(file);
    // The first bytes determine the format. Of a file with a footer no more is read in order.
    const head = new Uint8Array(Math.min(limits.headBytes, before.size + 1));
    let position = readSync(file, head, 0, head.length, 0);
    if (position > 0) yield head.subarray(0, position);
    if (position < before.size) {
      // Small for a small file, and with room for a byte by which a file has grown.
      const bufferSize = Math.min(chunkSize, before.size - position + 1);
      let buffer = new Uint8Array(bufferSize);
      let other = new Uint8Array(bufferSize);
      let pending = readAt(file, buffer, position);
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
    }
    expectUnchanged(path, before, position);
  } finally {
    closeSync(file);
  }
}

/** Reads parts of a file, which must stay as it was when it was read first. */
function readerOf(path: string): (position: number, length: number) => Promise<Uint8Array> {
  let first: Stats | undefined;
  return async (position, length) => {
    const file = openAgain(path, first);
    try {
      first ??= fstatSync(file);
      const bytes = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const bytesRead = await readAt(file, bytes.subarray(filled), position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (!isSameContent(fstatSync(file), first)) throw new SourceChangedError();
      return bytes.subarray(0, filled);
    } finally {
      closeSync(file);
    }
  };
}

function openAgain(path: string, first: Stats | undefined): number {
  try {
    return openRegularFile(path);
  } catch (error) {
    // It was there before.
    throw first !== undefined && errorCode(error) === 'ENOENT' ? new SourceChangedError() : error;
  }
}

/** Opens a file; doesn't wait for a pipe. */
function openRegularFile(path: string): number {
  const file = openSync(path, regularFileFlags);
  try {
    requireRegularFile(path, fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * Whether two states are of the same content. Not by the device: on Windows, Node.js 22.12 to 22.16 and 24.0 to 24.1 have
 * another number for an open file than for its path (libuv pull request 4698).
 */
export function isSameContent(
  status: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>,
  before: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>,
): boolean {
  return status.ino === before.ino && status.size === before.size && status.mtimeMs === before.mtimeMs;
}

async function readAt(file: number, buffer: Uint8Array, position: number): Promise<number> {
  const { bytesRead } = await readPart(file, buffer, 0, buffer.length, position);
  return bytesRead;
}

function expectUnchanged(path: string, before: Stats, length: number): void {
  const after = statSync(path, { throwIfNoEntry: false });
  if (after === undefined || after.size !== length || !isSameContent(after, before))
    throw new SourceChangedError();
}
