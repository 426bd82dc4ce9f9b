import { InferenceError, sourceFailure } from '../inference-error.ts';
import type { DataSource, InferencePorts, OnBytes } from '../source.ts';
import type { WorkBudget } from '../work-budget.ts';

/** A source's bytes, with progress; its errors become failures. */
export async function* sourceBytes(
  source: DataSource,
  onBytes: OnBytes | undefined,
  budget: WorkBudget,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  try {
    for await (const chunk of source.stream()) {
      if (source.size === undefined) budget.allow(chunk.length);
      yield chunk;
      bytes += chunk.length;
      onBytes?.(bytes);
    }
  } catch (error) {
    throw sourceFailure(error);
  }
}

/** Decompresses gzip; damaged data becomes a failure, and so does more than a file of this size should hold. */
export async function* gunzip(
  compressed: AsyncIterable<Uint8Array>,
  ports: InferencePorts,
  budget: WorkBudget,
): AsyncGenerator<Uint8Array, void, undefined> {
  // The platform may replace an error of the source by one of its own.
  let cause: unknown;
  async function* watched() {
    try {
      yield* compressed;
    } catch (error) {
      cause = error;
      throw error;
    }
  }
  try {
    for await (const chunk of ports.gunzip(watched())) {
      budget.expand(chunk.length);
      yield chunk;
    }
  } catch (error) {
    const known = [error, cause].find((each) => each instanceof InferenceError);
    throw known ?? new InferenceError({ kind: 'damaged-gzip' });
  }
}

/** A stream whose first bytes can be looked at before it is read. */
export interface PeekableStream {
  /** A copy of the first bytes. */
  readonly head: Uint8Array;
  /** The whole stream but for its first `skipped` bytes. Can be read once. */
  read(skipped?: number): AsyncGenerator<Uint8Array, void, undefined>;
  /** Releases the source; needed where the stream is not read to its end. */
  close(): Promise<void>;
}

/** Reads the first `length` bytes of a stream, or all that there are. */
export async function peek(stream: AsyncIterable<Uint8Array>, length: number): Promise<PeekableStream> {
  const chunks = stream[Symbol.asyncIterator]();
  const buffer = new Uint8Array(length);
  let filled = 0;
  /** What the last chunk has after them. */
  let rest: Uint8Array = new Uint8Array(0);
  while (filled < length) {
    const { done, value } = await chunks.next();
    if (done) break;
    const taken = value.subarray(0, length - filled);
    buffer.set(taken, filled);
    filled += taken.length;
    rest = value.subarray(taken.length);
  }
  const head = buffer.subarray(0, filled);
  return {
    head,
    async *read(skipped = 0) {
      if (head.length > skipped) yield head.subarray(skipped);
      if (rest.length > 0) yield rest;
      yield* { [Symbol.asyncIterator]: () => chunks };
    },
    close: async () => void (await chunks.return?.()),
  };
}
