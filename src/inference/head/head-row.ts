import { kind } from '../values/kinds.ts';

/** A row with values at the start of a text, of a sheet, or of a list of arrays: what the finder of tables knows of it. */
export interface HeadRow {
  /** Its place in a sheet or in a list, or its line, from 1. */
  readonly number: number;
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
  /** All of them, as they are shown: a name of a column. */
  readonly nameOf: (index: number) => string;
}

/** Columns from one to another, from 0. */
export interface ColumnRange {
  readonly left: number;
  readonly right: number;
}

/** Cells, or rows of another carrier, which count from 1. */
export interface CellRange extends ColumnRange {
  readonly top: number;
  readonly bottom: number;
}

/** Characters by which names are compared. */
export const comparedLength = 100;

/** Whether a row has nothing but lines, as programs draw them below a header. */
export function isRule({ columns, kinds, textOf }: HeadRow): boolean {
  if (columns.length === 0 || kinds.some((each) => (each & ~kind.text & ~kind.missing) !== 0)) return false;
  const texts = columns.map((_, index) => textOf(index));
  return texts.every((text) => /^[-+=|]+$/.test(text)) && texts.some((text) => /[-=]{3}/.test(text));
}
