import type { Checkpoint } from '../work-budget.ts';

/** Bytes of a chunk that are added at a time: it may be much larger than what is scanned at once. */
const largestStep = 1024 * 1024;

/**
 * The part of a stream that is being scanned, in one buffer that is reused. Scanners consume bytes at the front and ask
 * for `more` at the end; what they leave moves to the front.
 */
export class ByteWindow {
  bytes: Uint8Array<ArrayBuffer>;
  /** First byte that is not consumed. */
  start = 0;
  /** End of the bytes at hand. `bytes` always has room for one more, for scanners that put a sentinel there. */
  end = 0;
  /** Whether the stream has ended: there are no bytes after `end`. */
  isLast = false;
  /** Position in the stream of `bytes[0]`. */
  position = 0;

  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #checkpoint: Checkpoint;
  readonly #leastStep: number;
  /** The rest of a chunk that was too large for one step. */
  #pending: Uint8Array = new Uint8Array(0);

  /** `leastStep`: bytes to collect from small chunks before scanning on. */
  constructor(chunks: AsyncIterator<Uint8Array>, checkpoint: Checkpoint, leastStep = 64 * 1024) {
    this.#chunks = chunks;
    this.#checkpoint = checkpoint;
    this.#leastStep = leastStep;
    this.bytes = new Uint8Array(Math.min(leastStep, largestStep) * 2);
  }

  /** Reads on until at least `length` bytes are at hand, or the stream ends. */
  async atLeast(length: number): Promise<void> {
    while (!this.isLast && this.end - this.start < length) await this.more();
  }

  /**
   * Adds bytes after those that are not consumed; doubles them at least, so that scanning them again from their start
   * takes linear time in all.
   */
  async more(): Promise<void> {
    await this.#checkpoint.pass();
    this.#moveToFront();
    const target = this.end + Math.max(this.end, this.#leastStep);
    while (!this.isLast && this.end < target) {
      if (this.#pending.length === 0) {
        const { done, value } = await this.#chunks.next();
        if (done) this.isLast = true;
        else this.#pending = value;
      }
      const step = this.#pending.subarray(0, largestStep);
      this.#append(step);
      this.#pending = this.#pending.subarray(step.length);
    }
  }

  #moveToFront(): void {
    this.bytes.copyWithin(0, this.start, this.end);
    this.position += this.start;
    this.end -= this.start;
    this.start = 0;
  }

  #append(chunk: Uint8Array): void {
    const end = this.end + chunk.length;
    if (end >= this.bytes.length) {
      const larger = new Uint8Array(Math.max(end + 1, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.end));
      this.bytes = larger;
    }
    this.bytes.set(chunk, this.end);
    this.end = end;
  }
}
