import { fstatSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { limits } from '../inference/inference-limits.ts';
import { type DataSource, type InferencePorts, SourceChangedError } from '../inference/source.ts';
import { errorCode } from '../storage/file-operations.ts';
import { regularFileFlags, requireRegularFile } from '../storage/regular-file.ts';
import { databaseOpener } from './sqlite-database.ts';

/** Bytes of a read. Two buffers of this size take turns. */
const chunkSize = 512 * 1024;

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

/** Standard input. */
export function inputSource(
  { name, label }: Pick<DataSource, 'name' | 'label'>,
  input: AsyncIterable<Uint8Array>,
): DataSource {
  return { name, label, stream: () => input };
}

/** Decompression and turns of the event loop by Node.js. */
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
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};

/** The stream keeps chunks for longer than they are valid. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

/** Reads a chunk ahead while the last one is used. */
async function* readFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await openRegularFile(path);
  try {
    const before = fstatSync(file.fd);
    // The first bytes determine the format. Of a file with a footer no more is read in order.
    const head = new Uint8Array(limits.headBytes);
    const headLength = await readAt(file, head, 0);
    if (headLength > 0) yield head.subarray(0, headLength);
    let buffer = new Uint8Array(chunkSize);
    let other = new Uint8Array(chunkSize);
    let position = headLength;
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
    await expectUnchanged(path, before, position);
  } finally {
    await file.close();
  }
}

/** Reads parts of a file, which must stay as it was when it was read first. */
function readerOf(path: string): (position: number, length: number) => Promise<Uint8Array> {
  let first: Stats | undefined;
  return async (position, length) => {
    const file = await openRegularFile(path).catch((error: unknown) => {
      // It was there before.
      throw first !== undefined && errorCode(error) === 'ENOENT' ? new SourceChangedError() : error;
    });
    try {
      first ??= fstatSync(file.fd);
      const bytes = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      if (!isSame(fstatSync(file.fd), first)) throw new SourceChangedError();
      return bytes.subarray(0, filled);
    } finally {
      await file.close();
    }
  };
}

/** Opens a file; doesn't wait for a pipe. */
async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, regularFileFlags);
  try {
    requireRegularFile(path, fstatSync(file.fd));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Whether two states are of the same content. Not by the device: on Windows, Node.js 22.12 to 22.16 and 24.0 to 24.1 have
 * another number for an open file than for its path (libuv pull request 4698).
 */
export function isSame(
  status: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>,
  before: Pick<Stats, 'ino' | 'size' | 'mtimeMs'>,
): boolean {
  return status.ino === before.ino && status.size === before.size && status.mtimeMs === before.mtimeMs;
}

async function readAt(file: FileHandle, buffer: Uint8Array, position: number): Promise<number> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
  return bytesRead;
}

async function expectUnchanged(path: string, before: Stats, length: number): Promise<void> {
  const after = await stat(path).catch(() => undefined);
  if (after === undefined || after.size !== length || !isSame(after, before)) throw new SourceChangedError();
}
