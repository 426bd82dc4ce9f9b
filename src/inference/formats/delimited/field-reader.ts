import type { ColumnProfile } from '../../columns/column-profile.ts';
import type { ReadingChoices } from '../../source.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { commaKinds, isoDateKinds, kind, numberKinds, pointKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { parseNumber, withUsualSeparators } from '../../values/numbers.ts';
import { copyValue, type QuoteEscape } from '../../values/values.ts';
import { byte, type Dialect } from './dialect.ts';

/** Adds single values of delimited text to their columns. */
export class FieldReader {
  readonly dates = new IsoDateReader();
  /** 1 for each byte that a text for a missing value starts with. */
  readonly nullStarts: Uint8Array;
  readonly #nulls: NullTexts;
  /** Whether commas separate fields, and no decimals. */
  readonly isCommaDelimited: boolean;
  readonly #isDecimalComma: boolean;
  /** Between thousands. */
  readonly #separator: string | undefined;
  /** The delimiter, where numbers may have it in quotes. */
  readonly #delimiterInNumbers: number | undefined;
  readonly #quoteEscape: QuoteEscape;

  constructor(
    nulls: NullTexts,
    { delimiter, quoteEscape }: Dialect,
    { decimalComma = false, thousands }: Pick<ReadingChoices, 'decimalComma' | 'thousands'>,
  ) {
    this.nullStarts = nulls.starts;
    this.#nulls = nulls;
    this.#quoteEscape = quoteEscape;
    this.isCommaDelimited = delimiter === byte.comma && !decimalComma && thousands !== '.';
    this.#isDecimalComma = decimalComma;
    this.#separator = decimalComma && thousands === ',' ? undefined : thousands;
    const isInNumbers =
      delimiter === this.#separator?.charCodeAt(0) || (delimiter === byte.comma && !this.isCommaDelimited);
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
    let valueKind = classify(bytes, start, end, this.isCommaDelimited, this.dates);
    if (this.#isDecimalComma && valueKind === kind.commaThree) valueKind = kind.commaFraction;
    if (this.#separator !== undefined && (valueKind & separatedKinds) !== 0) {
      const text = withUsualSeparators(new TextDecoder().decode(bytes.subarray(start, end)));
      const digits = withoutThousands(text, this.#separator);
      const { length } = digits;
      const found = length === 0 ? kind.text : classify(digits, 0, length, this.isCommaDelimited, this.dates);
      if ((found & numberKinds) !== 0) {
        const known = (found & kind.commaThree) !== 0 ? kind.commaFraction : found;
        profile.addNumber(known, row, parseNumber(digits, 0, length), digits, 0, length);
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
      const escaping = this.#quoteEscape;
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

/** Kinds that a number with thousands separators has as long as nobody says so. */
const separatedKinds = kind.thousands | pointKinds | commaKinds;

/** No bytes if a separator isn't between one to three digits and three digits of the integer. */
function withoutThousands(text: string, separator: string): Uint8Array {
  const parts = text.split(separator);
  return new TextEncoder().encode(parts.length === 1 || areThousands(parts) ? parts.join('') : '');
}

function areThousands([first = '', ...others]: readonly string[]): boolean {
  const last = others.pop() ?? '';
  return (
    /^-?\d{1,3}$/.test(first) && others.every((group) => /^\d{3}$/.test(group)) && /^\d{3}(?!\d)/.test(last)
  );
}
