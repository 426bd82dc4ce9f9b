import { InferenceError, sourceFailure } from '../inference-error.ts';
import type { DataSource, InferencePorts, OnBytes } from '../source.ts';
import type { WorkBudget } from '../work-budget.ts';

/** A source's bytes, with progress; its errors become failures. */
export async function* readSource(
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

/** Decompresses gzip; damaged data becomes a failure. */
export async function* gunzip(
  compressed: AsyncIterable<Uint8Array>,
  ports: InferencePorts,
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
    yield* ports.gunzip(watched());
  } catch {
    throw cause instanceof InferenceError ? cause : new InferenceError({ kind: 'damaged-gzip' });
  }
}

/** A stream whose first bytes can be looked at before it is read. */
export class PeekableStream {
  /** A copy of the first bytes. */
  readonly head: Uint8Array;
  /** What the last chunk has after them. */
  readonly #rest: Uint8Array;
  readonly #chunks: AsyncIterator<Uint8Array>;

  private constructor(head: Uint8Array, rest: Uint8Array, chunks: AsyncIterator<Uint8Array>) {
    this.head = head;
    this.#rest = rest;
    this.#chunks = chunks;
  }

  /** Reads `length` bytes, or all that there are. */
  static async open(stream: AsyncIterable<Uint8Array>, length: number): Promise<PeekableStream> {
    const chunks = stream[Symbol.asyncIterator]();
    const head = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { done, value } = await chunks.next();
      if (done) break;
      const taken = Math.min(value.length, length - filled);
      head.set(value.subarray(0, taken), filled);
      filled += taken;
      if (filled === length) return new PeekableStream(head, value.subarray(taken), chunks);
    }
    return new PeekableStream(head.slice(0, filled), new Uint8Array(0), chunks);
  }

  /** The whole stream but for its first `skipped` bytes. Can be read once. */
  async *read(skipped = 0): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      if (this.head.length > skipped) yield this.head.subarray(skipped);
      if (this.#rest.length > 0) yield this.#rest;
      for (;;) {
        const { done, value } = await this.#chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      await this.close();
    }
  }

  /** Releases the source; needed where the stream is not read to its end. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
