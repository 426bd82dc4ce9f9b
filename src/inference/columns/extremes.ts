import { asciiText } from '../bytes/ascii.ts';
import { comparableNumber } from '../values/numbers.ts';

/** The smallest and the largest of a column's values, such as seconds of dates, with their texts as written. */
export class Extremes {
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  readonly #min = new AsciiCopy();
  readonly #max = new AsciiCopy();

  get minText(): string | undefined {
    return this.#min.text;
  }

  get maxText(): string | undefined {
    return this.#max.text;
  }

  add(value: number, bytes: Uint8Array, start: number, end: number): void {
    if (value < this.min) this.setMin(value, bytes, start, end);
    if (value > this.max) this.setMax(value, bytes, start, end);
  }

  /** Takes the extremes of another part of the same column. */
  merge(other: Extremes): void {
    if (other.minText === undefined) return;
    this.add(other.min, other.#min.bytes, 0, other.#min.length);
    this.add(other.max, other.#max.bytes, 0, other.#max.length);
  }

  protected setMin(value: number, bytes: Uint8Array, start: number, end: number): void {
    this.min = value;
    this.#min.set(bytes, start, end);
  }

  protected setMax(value: number, bytes: Uint8Array, start: number, end: number): void {
    this.max = value;
    this.#max.set(bytes, start, end);
  }
}

/** Relative; far more than two doubles of the same number differ, however they were calculated. */
const tolerance = 1e-13;

/** Those of numbers, which are compared by their texts where their doubles are close to each other. */
export class NumberExtremes extends Extremes {
  override add(value: number, bytes: Uint8Array, start: number, end: number): void {
    const near = Math.abs(value) * tolerance;
    if (
      value - near <= this.min &&
      (value + near < this.min || exactAt(bytes, start, end) < comparableNumber(this.minText ?? ''))
    )
      this.setMin(value, bytes, start, end);
    if (
      value + near >= this.max &&
      (value - near > this.max || exactAt(bytes, start, end) > comparableNumber(this.maxText ?? ''))
    )
      this.setMax(value, bytes, start, end);
  }

  /** Whether a number is between the extremes for certain, so that there is no need to add it. */
  contains(value: number): boolean {
    const near = Math.abs(value) * tolerance;
    return value - near > this.min && value + near < this.max;
  }
}

function exactAt(bytes: Uint8Array, start: number, end: number): bigint | number {
  return comparableNumber(asciiText(bytes, start, end));
}

/** A short text as bytes in a buffer of its own: sorted columns have a new extreme in each row. */
class AsciiCopy {
  length = 0;
  bytes = new Uint8Array(32);

  set(bytes: Uint8Array, start: number, end: number): void {
    this.length = end - start;
    if (this.length > this.bytes.length) this.bytes = new Uint8Array(this.length);
    for (let i = 0; i < this.length; i++) this.bytes[i] = bytes[start + i] as number;
  }

  get text(): string | undefined {
    return this.length > 0 ? asciiText(this.bytes, 0, this.length) : undefined;
  }
}
