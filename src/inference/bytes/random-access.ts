import { damagedData, InferenceError, sourceFailure } from '../inference-error.ts';
import { limits } from '../inference-limits.ts';
import type { DataSource, OnBytes } from '../source.ts';

/** A file's bytes by position. */
export interface RandomAccess {
  readonly size: number;
  /** Exactly `length` bytes, which are the caller's. Throws an `InferenceError` where the file has fewer. */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** The bytes of a source that can be read by position; `undefined` where it can't. `format`: for failures. */
export function fileBytes(
  source: DataSource,
  onBytes: OnBytes | undefined,
  format: string,
): RandomAccess | undefined {
  const { size } = source;
  const readAt = source.readAt?.bind(source);
  if (readAt === undefined || size === undefined) return undefined;
  let total = 0;
  return withinSize(size, format, async (position, length) => {
    const bytes = await readAt(position, length).catch((error: unknown) => {
      throw sourceFailure(error);
    });
    // It was longer when it was opened.
    if (bytes.length !== length) throw new InferenceError({ kind: 'changed' });
    total += length;
    onBytes?.(Math.min(total, size));
    return bytes;
  });
}

/** The bytes of a stream, kept in memory if they are few. */
export async function bufferedBytes(
  chunks: AsyncIterable<Uint8Array>,
  format: string,
): Promise<RandomAccess> {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limits.bufferedBytes) throw new InferenceError({ kind: 'stream-too-large', format });
    kept.push(chunk.slice());
  }
  const all = new Uint8Array(await new Blob(kept).arrayBuffer());
  return withinSize(size, format, async (start, length) => all.slice(start, start + length));
}

function withinSize(size: number, format: string, read: RandomAccess['read']): RandomAccess {
  return {
    size,
    async read(position, length) {
      if (!(position >= 0 && length >= 0 && position + length <= size)) throw damagedData(format);
      return read(position, length);
    },
  };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
