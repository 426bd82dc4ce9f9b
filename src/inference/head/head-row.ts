import { classify } from '../values/classify.ts';
import type { IsoDateReader } from '../values/iso-date.ts';
import { kind, numberKinds } from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';

/** A row with values at the start of a text, of a sheet, or of a list of arrays: what the finder of tables knows of it. */
export interface HeadRow {
  /** The columns of its values, from 0, in their order. */
  readonly columns: readonly number[];
  /** The kind of each value; 0 for one that stands for a missing value. */
  readonly kinds: readonly number[];
  /** How many cells it has, also without values; `undefined` where the carrier doesn't say it. */
  readonly fields?: number;
  /** Whether a row without values is above it. */
  readonly isAfterBlank: boolean;
  /** Whether it begins with `#`. */
  readonly isComment: boolean;
  /** Whether there are spaces around its values, as behind the commas of a sentence. */
  readonly isSpaced: boolean;
  /** The first characters of a value by its place in `columns`: a date in ISO 8601. */
  readonly textOf: (index: number) => string;
}

/** Characters by which names are compared. */
export const comparedLength = 100;

/** Whether a row has nothing but lines, as programs draw them below a header. */
export function isRule({ columns, kinds, textOf }: HeadRow): boolean {
  if (columns.length === 0 || kinds.some((each) => (each & ~kind.text & ~kind.missing) !== 0)) return false;
  const texts = columns.map((_, index) => textOf(index));
  return texts.every((text) => /^[-+=|]+$/.test(text)) && texts.some((text) => /[-=]{3}/.test(text));
}

/** The kind of a text in a carrier that says what is text: a number in it is none. */
export function kindOfText(text: Uint8Array, nulls: NullTexts | undefined, dates: IsoDateReader): number {
  if (nulls && nulls.find(text, 0, text.length) >= 0) return 0;
  const found = classify(text, 0, text.length, true, dates);
  return (found & (numberKinds | kind.boolean)) === 0 ? found : kind.text;
}
