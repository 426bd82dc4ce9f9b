import { maxNumberLength } from '../values/classify.ts';
import { IsoDateReader } from '../values/iso-date.ts';
import { kind } from '../values/kinds.ts';
import type { ColumnProfile } from './column-profile.ts';

/** Beyond them an integer is no `Int64`; doubles, exact. */
const int64 = { min: -(2 ** 63), end: 2 ** 63 };

/** What a number is in a carrier that has doubles only. */
export function kindOfDouble(value: number): number {
  const isInteger = Number.isInteger(value) && value >= int64.min && value < int64.end;
  return isInteger ? kind.integer : kind.fraction;
}

/** A column of cells that say themselves whether they are texts, numbers, booleans or dates. */
export class CellColumn {
  readonly profile: ColumnProfile;
  /** Cells that are not empty. */
  values = 0;
  #firstDate = Number.POSITIVE_INFINITY;
  #lastDate = Number.NEGATIVE_INFINITY;
  readonly #dates = new IsoDateReader();

  constructor(profile: ColumnProfile) {
    this.profile = profile;
  }

  addText(row: number, bytes: Uint8Array, start: number, end: number): void {
    if (start !== end && this.profile.addText(row, bytes, start, end, this.#dates)) this.values++;
  }

  addInteger(row: number, value: bigint): void {
    const bytes = new TextEncoder().encode(String(value));
    this.addNumber(kind.integer, row, Number(value), bytes, 0, bytes.length);
  }

  /** A number of a kind, also as a double. */
  addNumber(
    numberKind: number,
    row: number,
    value: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    if (end - start > maxNumberLength) {
      this.addText(row, bytes, start, end);
      return;
    }
    const { profile } = this;
    if (profile.addNullNumber(value, bytes, start, end)) return;
    this.values++;
    if (profile.isText) return;
    profile.addNumber(numberKind, row, value, bytes, start, end);
  }

  addBoolean(row: number, value: boolean): void {
    const bytes = value ? trueBytes : falseBytes;
    this.values++;
    if (this.profile.lacks(kind.boolean)) this.profile.add(kind.boolean, row, bytes, 0, bytes.length);
  }

  /** A date whose text in ISO 8601 is made only if it is needed; `order` grows with time. */
  addDate(row: number, order: number, isoText: () => string): void {
    const { profile } = this;
    this.values++;
    if (profile.isText) return;
    const isBetween = order >= this.#firstDate && order <= this.#lastDate;
    if (isBetween && !profile.lacks(kind.date)) return;
    this.#firstDate = Math.min(order, this.#firstDate);
    this.#lastDate = Math.max(order, this.#lastDate);
    const text = isoText();
    const bytes = new TextEncoder().encode(text);
    const { length } = bytes;
    if (this.#dates.read(bytes, 0, length)) profile.dates.add(this.#dates.seconds, bytes, 0, length);
    if (profile.lacks(kind.date)) profile.add(kind.date, row, bytes, 0, bytes.length);
  }

  /** A value of another kind, such as a list. */
  addOther(valueKind: number, row: number, bytes: Uint8Array, start: number, end: number): void {
    this.values++;
    if (this.profile.lacks(valueKind)) this.profile.add(valueKind, row, bytes, start, end);
  }
}

const trueBytes = new TextEncoder().encode('true');
const falseBytes = new TextEncoder().encode('false');
