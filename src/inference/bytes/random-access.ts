import { InferenceError, sourceFailure } from '../inference-error.ts';
import { limits } from '../inference-limits.ts';
import type { DataSource, OnBytes } from '../source.ts';
import type { Checkpoint } from '../work-budget.ts';

/** A file's bytes by position. */
export interface RandomAccess {
  readonly size: number;
  /** Exactly `length` bytes, which are the caller's. `undefined` where the file has fewer. */
  read(position: number, length: number): Promise<Uint8Array | undefined>;
}

/** The bytes of a source that can be read by position; `undefined` where it can't. */
export function fileBytes(
  source: DataSource,
  onBytes: OnBytes | undefined,
  checkpoint: Checkpoint,
): RandomAccess | undefined {
  const { size } = source;
  const readAt = source.readAt?.bind(source);
  if (readAt === undefined || size === undefined) return undefined;
  let total = 0;
  return {
    size,
    async read(position, length) {
      if (!isWithin(position, length, size)) return undefined;
      await checkpoint.pass();
      const bytes = await readAt(position, length).catch((error: unknown) => {
        throw sourceFailure(error);
      });
      // It was longer when it was opened.
      if (bytes.length !== length) throw new InferenceError({ kind: 'changed' });
      total += length;
      onBytes?.(Math.min(total, size));
      return bytes;
    },
  };
}

/** The bytes of a stream, kept in memory if they are few. */
export async function bufferedBytes(
  chunks: AsyncIterable<Uint8Array>,
  format: string,
  checkpoint: Checkpoint,
): Promise<RandomAccess> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limits.bufferedBytes)
      throw new InferenceError({
        kind: 'stream-too-large',
        format,
      });
    kept.push(chunk.slice());
    await checkpoint.pass();
  }
  const all = new Uint8Array(size);
  let position = 0;
  for (const chunk of kept) {
    all.set(chunk, position);
    position += chunk.length;
  }
  return {
    size,
    read: async (start, length) =>
      isWithin(start, length, size) ? all.slice(start, start + length) : undefined,
  };
}

function isWithin(position: number, length: number, size: number): boolean {
  return position >= 0 && length >= 0 && position + length <= size;
}
