import { type ColumnProfile, mode } from '../../columns/column-profile.ts';
import type { ReadingChoices } from '../../source.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { isoDateKinds, kind, numberKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { parseNumber } from '../../values/numbers.ts';
import { byte, type Dialect, escapings } from './dialect.ts';

/** Adds single values of delimited text to their columns. */
export class FieldReader {
  readonly dates = new IsoDateReader();
  /** 1 for each byte that a text for a missing value starts with. */
  readonly nullStarts: Uint8Array;
  readonly #isCommaDelimited: boolean;
  readonly #isDecimalComma: boolean;
  readonly #thousands: number;
  /** A number without its thousands separators. */
  readonly #digits = new Uint8Array(64);

  constructor(
    nulls: NullTexts,
    { delimiter }: Dialect,
    { decimalComma = false, thousands }: Pick<ReadingChoices, 'decimalComma' | 'thousands'> = {},
  ) {
    this.nullStarts = nulls.starts;
    this.#isCommaDelimited = delimiter === byte.comma && !decimalComma;
    this.#isDecimalComma = decimalComma;
    this.#thousands = thousands?.charCodeAt(0) ?? -1;
  }

  /** Adds a value that is not empty. */
  add(profile: ColumnProfile, row: number, bytes: Uint8Array, start: number, end: number): void {
    if (this.nullStarts[bytes[start] as number] !== 0) {
      const nullText = profile.addNullText(bytes, start, end);
      if (nullText === 'empty') return;
      if (nullText === 'missing') {
        if (profile.lacks(kind.missing)) profile.add(kind.missing, row, bytes, start, end);
        return;
      }
    }
    let valueKind = classify(bytes, start, end, this.#isCommaDelimited, this.dates);
    if (this.#isDecimalComma && valueKind === kind.commaThree) valueKind = kind.commaFraction;
    if (this.#thousands >= 0 && (valueKind & groupedKinds) !== 0) {
      const length = this.#withoutThousands(bytes, start, end);
      const found = length === 0 ? kind.text : classify(this.#digits, 0, length, false, this.dates);
      if ((found & numberKinds) !== 0) {
        const known = (found & kind.commaThree) !== 0 ? kind.commaFraction : found;
        profile.addNumber(known, row, parseNumber(this.#digits, 0, length), this.#digits, 0, length);
        return;
      }
    }
    if ((valueKind & numberKinds) !== 0) {
      const value = parseNumber(bytes, start, end);
      if (!profile.numbers.contains(value)) profile.numbers.add(value, bytes, start, end);
    } else if ((valueKind & isoDateKinds) !== 0) profile.dates.add(this.dates, bytes, start, end);
    if (profile.lacks(valueKind)) profile.add(valueKind, row, bytes, start, end);
  }

  /** The number of bytes without separators, each of which is before three digits; 0 if one isn't. */
  #withoutThousands(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.#digits.length) return 0;
    let length = 0;
    for (let i = start; i < end; i++) {
      if (bytes[i] !== this.#thousands) this.#digits[length++] = bytes[i] as number;
      else if (!areThreeDigits(bytes, i + 1, end)) return 0;
    }
    return length;
  }

  /** Adds a value in quotes that is not empty. */
  addQuoted(
    profile: ColumnProfile,
    row: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    hasEscapes: boolean,
    quoteEscape: Dialect['quoteEscape'],
  ): void {
    if (hasEscapes) {
      profile.quoted++;
      if (profile.mode !== mode.text) profile.add(kind.text, row, bytes, start, end, escapings[quoteEscape]);
      return;
    }
    const { empty } = profile;
    if (profile.mode === mode.text) profile.addNullText(bytes, start, end);
    else this.add(profile, row, bytes, start, end);
    if (profile.empty === empty) profile.quoted++;
  }
}

/** Kinds that a number with thousands separators has as long as nobody says so. */
const groupedKinds = kind.thousands | kind.commaThree | kind.pointThree;

function areThreeDigits(bytes: Uint8Array, start: number, end: number): boolean {
  const isDigit = (i: number) => i < end && (bytes[i] as number) >= 0x30 && (bytes[i] as number) <= 0x39;
  return isDigit(start) && isDigit(start + 1) && isDigit(start + 2) && !isDigit(start + 3);
}
