import { type ColumnProfile, mode } from '../../columns/column-profile.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { kind, numberKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { parseNumber } from '../../values/numbers.ts';
import { byte, type Dialect } from './dialect.ts';

/** Adds single values of delimited text to their columns. */
export class FieldReader {
  readonly dates = new IsoDateReader();
  /** 1 for each length of a text that counts as a missing value. */
  readonly nullLengths: Uint8Array;
  readonly #isCommaDelimited: boolean;

  constructor(nulls: NullTexts, { delimiter }: Dialect) {
    this.nullLengths = nulls.lengths;
    this.#isCommaDelimited = delimiter === byte.comma;
  }

  /** Adds a value that is not empty. */
  add(profile: ColumnProfile, row: number, bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (this.nullLengths[length < 255 ? length : 255] !== 0 && profile.addNullText(bytes, start, end)) return;
    const valueKind = classify(bytes, start, end, this.#isCommaDelimited, this.dates);
    if ((valueKind & numberKinds) !== 0) {
      const value = parseNumber(bytes, start, end);
      if (!profile.numbers.contains(value)) profile.numbers.add(value, bytes, start, end);
    } else if (valueKind === kind.date) profile.dates.add(this.dates, bytes, start, end);
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
    quoteEscape: Dialect['quoteEscape'],
  ): void {
    if (hasEscapes) {
      profile.quoted++;
      if (profile.mode !== mode.text)
        profile.add(
          kind.text,
          row,
          bytes,
          start,
          end,
          quoteEscape === 'backslash' ? 'backslashes' : 'doubled-quotes',
        );
      return;
    }
    const { empty } = profile;
    if (profile.mode === mode.text) profile.addNullText(bytes, start, end);
    else this.add(profile, row, bytes, start, end);
    if (profile.empty === empty) profile.quoted++;
  }
}
