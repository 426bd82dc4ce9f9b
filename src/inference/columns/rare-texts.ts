import { limits } from '../inference-limits.ts';
import { copyValue, type Escaping, sameBytes } from '../values/values.ts';

/** A text as it is read, with its first row. */
interface RareText {
  readonly value: Uint8Array;
  readonly row: number;
}

/** The texts of a column as long as they are few: what may keep it from a narrower type. */
export class RareTexts {
  /** How many values they are; infinite once they are too many, too different, or too long. */
  count = 0;
  /** Each of them once, in the order of rows. */
  texts: RareText[] = [];

  add(row: number, bytes: Uint8Array, start: number, end: number, escaping: Escaping): void {
    if (end - start > maxBytes) this.#giveUp();
    else this.#add({ value: copyValue(bytes, start, end, escaping), row }, 1);
  }

  /** Takes those of further rows, which come after `rows` others. */
  merge(other: RareTexts, rows: number): void {
    for (const { value, row } of other.texts) this.#add({ value, row: row + rows }, 0);
    this.#count(other.count);
  }

  #add(text: RareText, count: number): void {
    const isKnown = this.texts.some(
      ({ value }) => value.length === text.value.length && sameBytes(value, text.value, 0),
    );
    if (!isKnown) this.texts.push(text);
    this.#count(count);
  }

  #count(count: number): void {
    this.count += count;
    if (this.count > limits.rareTexts || this.texts.length > limits.listedRows) this.#giveUp();
  }

  #giveUp(): void {
    this.count = Number.POSITIVE_INFINITY;
    this.texts = [];
  }
}

/** A longer text, as it is written, stands for no missing value. */
const maxBytes = 100;
