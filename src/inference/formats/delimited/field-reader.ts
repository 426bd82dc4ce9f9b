import type { ColumnProfile } from '../../columns/column-profile.ts';
import type { ReadingChoices } from '../../source.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { commaKinds, isoDateKinds, kind, numberKinds, pointKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { parseNumber } from '../../values/numbers.ts';
import { copyValue, type Escaping } from '../../values/values.ts';
import { byte, type Dialect, escapings } from './dialect.ts';

/** Adds single values of delimited text to their columns. */
export class FieldReader {
  readonly dates = new IsoDateReader();
  /** 1 for each byte that a text for a missing value starts with. */
  readonly nullStarts: Uint8Array;
  readonly #nulls: NullTexts;
  readonly #isCommaDelimited: boolean;
  readonly #isDecimalComma: boolean;
  readonly #thousands: number;
  /** The delimiter, where numbers may have it in quotes. */
  readonly #delimiterInNumbers: number | undefined;
  readonly #escaping: Escaping;
  /** A number without its thousands separators. */
  readonly #digits = new Uint8Array(64);

  constructor(nulls: NullTexts, { delimiter, quoteEscape }: Dialect, choices: SeparatorChoices = {}) {
    const { decimalComma = false, thousands } = choices;
    this.nullStarts = nulls.starts;
    this.#nulls = nulls;
    this.#escaping = escapings[quoteEscape];
    this.#isCommaDelimited = !mayHaveDecimalCommas(delimiter, choices);
    this.#isDecimalComma = decimalComma;
    this.#thousands = decimalComma && thousands === ',' ? -1 : (thousands?.charCodeAt(0) ?? -1);
    const isInNumbers =
      delimiter === this.#thousands || (delimiter === byte.comma && !this.#isCommaDelimited);
    this.#delimiterInNumbers = isInNumbers ? delimiter : undefined;
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
    if (this.#thousands >= 0 && (valueKind & separatedKinds) !== 0) {
      const length = this.#withoutThousands(bytes, start, end);
      const found =
        length === 0 ? kind.text : classify(this.#digits, 0, length, this.#isCommaDelimited, this.dates);
      if ((found & numberKinds) !== 0) {
        const known = (found & kind.commaThree) !== 0 ? kind.commaFraction : found;
        profile.addNumber(known, row, parseNumber(this.#digits, 0, length), this.#digits, 0, length);
        return;
      }
      if ((valueKind & numberKinds) !== 0) valueKind = kind.text;
    }
    if ((valueKind & numberKinds) !== 0) {
      const value = parseNumber(bytes, start, end);
      if (!profile.numbers.contains(value)) profile.numbers.add(value, bytes, start, end);
    } else if ((valueKind & isoDateKinds) !== 0) profile.dates.add(this.dates.seconds, bytes, start, end);
    if (profile.lacks(valueKind)) profile.add(valueKind, row, bytes, start, end);
  }

  /** The number of bytes without separators; 0 if one isn't between one to three digits and three digits of the integer. */
  #withoutThousands(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.#digits.length) return 0;
    const first = bytes[start] === 0x2d ? start + 1 : start;
    let length = 0;
    let group = 0;
    for (let i = start; i < end; i++) {
      if (bytes[i] !== this.#thousands) {
        this.#digits[length++] = bytes[i] as number;
        // Behind the decimal separator there are no thousands.
        if (i >= first) group = isDigit(bytes[i] as number) ? group + 1 : Number.NaN;
      } else if (group >= 1 && group <= 3 && areThreeDigits(bytes, i + 1, end)) group = 0;
      else return 0;
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
  ): void {
    const { empty } = profile;
    if (hasEscapes) {
      const escaping = this.#escaping;
      const value = this.#nulls.mayBeEscaped(bytes, start, end) && copyValue(bytes, start, end, escaping);
      const nullText = value && profile.addNullText(value, 0, value.length);
      const valueKind = nullText === 'missing' ? kind.missing : kind.text;
      if (nullText !== 'empty' && !profile.isText) profile.add(valueKind, row, bytes, start, end, escaping);
    } else if (profile.isText) profile.addNullText(bytes, start, end);
    else this.add(profile, row, bytes, start, end);
    if (profile.empty > empty) return;
    profile.quoted++;
    const delimiter = this.#delimiterInNumbers;
    if (delimiter !== undefined && bytes.subarray(start, end).includes(delimiter)) profile.neededQuotes++;
  }
}

type SeparatorChoices = Pick<ReadingChoices, 'decimalComma' | 'thousands'>;

/** Whether a comma can separate decimals. */
export function mayHaveDecimalCommas(
  delimiter: Dialect['delimiter'],
  { decimalComma = false, thousands }: SeparatorChoices,
): boolean {
  return delimiter !== byte.comma || decimalComma || thousands === '.';
}

/** Kinds that a number with thousands separators has as long as nobody says so. */
const separatedKinds = kind.thousands | pointKinds | commaKinds;

function areThreeDigits(bytes: Uint8Array, start: number, end: number): boolean {
  const isDigitAt = (i: number) => i < end && isDigit(bytes[i] as number);
  return isDigitAt(start) && isDigitAt(start + 1) && isDigitAt(start + 2) && !isDigitAt(start + 3);
}

function isDigit(value: number): boolean {
  return value >= 0x30 && value <= 0x39;
}
