import { IsoDateReader } from '../values/iso-date.ts';
import { compareDecimals, parseNumber } from '../values/numbers.ts';

/** Relative; far more than two doubles of the same number differ, however they were calculated. */
const tolerance = 1e-13;

/** The smallest and the largest number of a column, with their texts as written. */
export class NumberExtremes {
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  readonly #minText = new AsciiCopy();
  readonly #maxText = new AsciiCopy();

  /** Adds a number as written, and as a double. */
  add(value: number, bytes: Uint8Array, start: number, end: number): void {
    const near = Math.abs(value) * tolerance;
    if (value - near <= this.min && this.#isLess(value + near, bytes, start, end)) {
      this.min = value;
      this.#minText.set(bytes, start, end);
    }
    if (value + near >= this.max && this.#isGreater(value - near, bytes, start, end)) {
      this.max = value;
      this.#maxText.set(bytes, start, end);
    }
  }

  /** Takes the extremes of another part of the same column. */
  merge(other: NumberExtremes): void {
    for (const text of [other.minText, other.maxText]) {
      if (text === undefined) continue;
      const bytes = new TextEncoder().encode(text);
      this.add(parseNumber(bytes, 0, bytes.length), bytes, 0, bytes.length);
    }
  }

  /** Whether a number is between the extremes for certain, so that there is no need to add it. */
  contains(value: number): boolean {
    const near = Math.abs(value) * tolerance;
    return value - near > this.min && value + near < this.max;
  }

  get minText(): string | undefined {
    return this.#minText.length > 0 ? this.#minText.text : undefined;
  }

  get maxText(): string | undefined {
    return this.#maxText.length > 0 ? this.#maxText.text : undefined;
  }

  #isLess(most: number, bytes: Uint8Array, start: number, end: number): boolean {
    return most < this.min || compareDecimals(asciiText(bytes, start, end), this.minText ?? '') < 0;
  }

  #isGreater(least: number, bytes: Uint8Array, start: number, end: number): boolean {
    return least > this.max || compareDecimals(asciiText(bytes, start, end), this.maxText ?? '') > 0;
  }
}

/** The first and the last point in time of a column, with their texts as written. */
export class DateExtremes {
  readonly #min = new AsciiCopy();
  readonly #max = new AsciiCopy();
  #minSeconds = Number.POSITIVE_INFINITY;
  #minNanoseconds = 0;
  #maxSeconds = Number.NEGATIVE_INFINITY;
  #maxNanoseconds = 0;

  /** Adds the date that was just read. */
  add(date: IsoDateReader, bytes: Uint8Array, start: number, end: number): void {
    const { seconds, nanoseconds } = date;
    if (seconds < this.#minSeconds || (seconds === this.#minSeconds && nanoseconds < this.#minNanoseconds)) {
      this.#minSeconds = seconds;
      this.#minNanoseconds = nanoseconds;
      this.#min.set(bytes, start, end);
    }
    if (seconds > this.#maxSeconds || (seconds === this.#maxSeconds && nanoseconds > this.#maxNanoseconds)) {
      this.#maxSeconds = seconds;
      this.#maxNanoseconds = nanoseconds;
      this.#max.set(bytes, start, end);
    }
  }

  /** Takes the extremes of another part of the same column. */
  merge(other: DateExtremes): void {
    const date = new IsoDateReader();
    for (const text of [other.minText, other.maxText]) {
      const bytes = new TextEncoder().encode(text);
      if (date.read(bytes, 0, bytes.length)) this.add(date, bytes, 0, bytes.length);
    }
  }

  get minText(): string | undefined {
    return this.#min.length > 0 ? this.#min.text : undefined;
  }

  get maxText(): string | undefined {
    return this.#max.length > 0 ? this.#max.text : undefined;
  }
}

/** A short text as bytes in a buffer of its own: sorted columns have a new extreme in each row. */
class AsciiCopy {
  length = 0;
  #bytes = new Uint8Array(32);

  set(bytes: Uint8Array, start: number, end: number): void {
    this.length = end - start;
    if (this.length > this.#bytes.length) this.#bytes = new Uint8Array(this.length);
    for (let i = 0; i < this.length; i++) this.#bytes[i] = bytes[start + i] as number;
  }

  get text(): string {
    return asciiText(this.#bytes, 0, this.length);
  }
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}
