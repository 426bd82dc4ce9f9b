import { limits } from './inference-limits.ts';
import type { ReadingChoices } from './source.ts';
import type { NarrowType } from './values/data-types.ts';

/** Why a declared type became `string`. */
export type DeclaredNote =
  | { readonly kind: 'unsigned-integers' }
  | { readonly kind: 'bytes' }
  | { readonly kind: 'declared-lists' }
  | { readonly kind: 'declared-maps' }
  | { readonly kind: 'several-types' }
  | { readonly kind: 'recursive-type' }
  | { readonly kind: 'unknown-type'; readonly type: string };

/** What a person should know about a column. `row` and `value`: the first value that the note is about. */
export type ColumnNote =
  | DeclaredNote
  | { readonly kind: 'only-empty' }
  | { readonly kind: 'big-integers'; readonly row: number; readonly value: string }
  | { readonly kind: 'leading-zeros'; readonly row: number; readonly value: string }
  | { readonly kind: 'plus-signs'; readonly row: number; readonly value: string }
  /** `isReadable`: all values are numbers for who names the separator. */
  | {
      readonly kind: 'thousands-separators';
      readonly row: number;
      readonly value: string;
      readonly isReadable?: boolean;
    }
  | { readonly kind: 'currencies'; readonly row: number; readonly value: string }
  | { readonly kind: 'percentages'; readonly row: number; readonly value: string }
  | { readonly kind: 'parentheses'; readonly row: number; readonly value: string }
  /** Each comma, or each point beside decimal commas, is before three digits. */
  | { readonly kind: 'ambiguous-thousands'; readonly row: number; readonly value: string }
  /** Dates with a space before the offset, or with ` UTC`. */
  | { readonly kind: 'spaced-offsets' }
  | { readonly kind: 'unusual-numbers'; readonly row: number; readonly value: string }
  /** The orders of day and month that fit all values of the column. */
  | {
      readonly kind: 'other-dates';
      readonly order: 'day-first' | 'month-first' | 'either' | 'contradictory' | 'clear' | 'none';
    }
  | { readonly kind: 'zero-one' }
  | { readonly kind: 'yes-no' }
  | { readonly kind: 'true-false-letters' }
  | { readonly kind: 'decimal-commas' }
  | { readonly kind: 'quoted-values' }
  | { readonly kind: 'lists' }
  | { readonly kind: 'objects' }
  | { readonly kind: 'spaces'; readonly count: number }
  | { readonly kind: 'quoted-empty'; readonly count: number }
  /** A text for a missing value, and whether it counts as empty. */
  | { readonly kind: 'null-text'; readonly text: string; readonly count: number; readonly isEmpty: boolean };

/** `rows`: the first few of them. */
export type TableNote =
  | { readonly kind: 'header-assumed' }
  | { readonly kind: 'only-header' }
  /** The first record is data, because its values fit their columns. */
  | { readonly kind: 'no-header' }
  /** The header has years or dates in steps, which could be values. */
  | { readonly kind: 'header-like-data' }
  /** The header has one name fewer than the rows have fields. */
  | { readonly kind: 'unnamed-first-column' }
  /** Records before the table were skipped. `lines`, `texts`: of the first few; `lines` are the rows of a sheet. */
  | {
      readonly kind: 'title';
      readonly count: number;
      readonly lines: readonly number[];
      readonly texts: readonly string[];
    }
  /** Only a few texts keep columns from a narrower type. */
  | {
      readonly kind: 'few-texts';
      /** The type that the columns would have without these texts. */
      readonly type: NarrowType;
      readonly columns: number;
      /** The first of the columns, and the first row of the first text in it. */
      readonly column: string;
      readonly row: number;
      /** How many values of each column they are. */
      readonly count: number;
      readonly texts: readonly string[];
    }
  /** Only these texts for missing values do. */
  | { readonly kind: 'missing-texts'; readonly columns: number; readonly texts: readonly string[] }
  | { readonly kind: 'windows-1252' }
  | { readonly kind: 'missing-fields'; readonly count: number; readonly rows: readonly number[] }
  /** Lines that begin with `#`. `rows`: those that come after them. */
  | { readonly kind: 'comments'; readonly count: number; readonly rows: readonly number[] }
  | { readonly kind: 'surplus-fields'; readonly count: number; readonly rows: readonly number[] }
  | { readonly kind: 'control-characters'; readonly count: number; readonly rows: readonly number[] }
  | { readonly kind: 'text-after-quote'; readonly count: number; readonly rows: readonly number[] }
  | { readonly kind: 'repeated-properties'; readonly count: number; readonly rows: readonly number[] }
  /** `null` in place of objects. `rows`: those that come after it. */
  | { readonly kind: 'nulls'; readonly count: number; readonly rows: readonly number[] }
  /** Values beside tables in JSON. */
  | { readonly kind: 'skipped-properties'; readonly count: number; readonly names: readonly string[] }
  /** Properties with rows in them. */
  | { readonly kind: 'skipped-tables'; readonly count: number; readonly names: readonly string[] }
  | { readonly kind: 'empty-sheet'; readonly name: string }
  /** A sheet has other tables, which are smaller. `ranges`: the first few of them. */
  | { readonly kind: 'other-tables'; readonly count: number; readonly ranges: readonly string[] }
  /** Several files became one table. `first`: the label of the one whose first rows are kept. */
  | { readonly kind: 'merged'; readonly files: number; readonly first: string };

/** What the user can choose after a note: each of these reads the data in another way. */
export function noteChoices(note: ColumnNote | TableNote): readonly ReadingChoices[] {
  switch (note.kind) {
    case 'few-texts':
    case 'missing-texts':
      return [{ nulls: note.texts }];
    case 'ambiguous-thousands':
      return note.value.includes(',') ? [{ thousands: ',' }, { decimalComma: true }] : [{ thousands: '.' }];
    case 'thousands-separators': {
      const [, separator] = /^-?\d+([,. '])/.exec(note.value) ?? [];
      return note.isReadable && separator !== undefined ? [{ thousands: separator }] : [];
    }
    case 'other-dates':
      return dateOrders[note.order].map((dateOrder) => ({ dateOrder }));
    case 'other-tables':
      return note.ranges.map((range) => ({ range }));
    case 'header-assumed':
    case 'header-like-data':
      return [{ header: false }];
    case 'no-header':
      return [{ header: true }];
    default:
      return [];
  }
}

/** The orders that may make dates of all values. */
const dateOrders = {
  'day-first': ['dmy'],
  'month-first': ['mdy'],
  either: ['dmy', 'mdy'],
  contradictory: [],
  clear: ['ymd'],
  none: [],
} as const;

/** A note about rows. */
export type RowsNote = Extract<TableNote, { readonly rows: readonly number[] }>;

/** How many there are, and the first few of them. */
export class FirstFew<Item> {
  count = 0;
  readonly items: Item[] = [];

  add(item: Item, count = 1): void {
    this.count += count;
    if (this.items.length < limits.listedRows) this.items.push(item);
  }
}

/** How many there are in rows, and the first few of the rows. */
export class RowCount extends FirstFew<number> {
  override add(row: number, count = 1): void {
    if (this.items.at(-1) === row) this.count += count;
    else super.add(row, count);
  }

  /** Takes what another one counted in the same rows. */
  merge(other: RowCount): void {
    this.count += other.count;
    const rows = new Set([...this.items, ...other.items].sort((a, b) => a - b));
    this.items.splice(0, this.items.length, ...[...rows].slice(0, limits.listedRows));
  }

  /** A note if there is anything to count. */
  notes(kind: RowsNote['kind']): RowsNote[] {
    return this.count === 0 ? [] : [{ kind, count: this.count, rows: this.items }];
  }
}

/** Rows with fewer or more fields than the header. */
export interface OddRows {
  readonly count: number;
  /** The first of them, with its number of fields. `line`: in text with a row in each line. */
  readonly first: { readonly row: number; readonly line: number | undefined; readonly fields: number };
  readonly expectedFields: number;
  /** Whether no value is affected: surplus fields are empty, and the columns that are missing have no value in any row. */
  readonly isWithoutValues: boolean;
}

/** Rows that don't fit the header or the dialect. */
export class RaggedRows {
  readonly missing = new RowCount();
  /** Without fields that are empty at the end of a row, as delimiters at the end of each line make them. */
  readonly surplus = new RowCount();
  readonly textAfterQuote = new RowCount();
  /** Up to its last surplus field that is not empty, the fields of the row that is being read. */
  surplusEnd = 0;
  #count = 0;
  #first: OddRows['first'] | undefined;
  /** Rows have at least so many fields. */
  #fewestFields = Number.POSITIVE_INFINITY;

  /** Adds a row with another number of fields than expected. */
  add(row: number, line: number | undefined, fields: number, expected: number): void {
    this.#count++;
    this.#first ??= { row, line, fields };
    if (fields > expected) {
      if (this.surplusEnd > 0) this.surplus.add(row, this.surplusEnd - expected);
      this.surplusEnd = 0;
    } else {
      this.missing.add(row, expected - fields);
      this.#fewestFields = Math.min(this.#fewestFields, fields);
    }
  }

  /** `undefined` if there are none. `hasValues`: for each column whether it has a value in any row. */
  oddRows(hasValues: readonly boolean[]): OddRows | undefined {
    if (this.#first === undefined) return undefined;
    const hasMissingValue = hasValues.slice(this.#fewestFields).includes(true);
    return {
      count: this.#count,
      first: this.#first,
      expectedFields: hasValues.length,
      isWithoutValues: this.surplus.count === 0 && !hasMissingValue,
    };
  }

  notes(): TableNote[] {
    return [
      ...this.missing.notes('missing-fields'),
      ...this.surplus.notes('surplus-fields'),
      ...this.textAfterQuote.notes('text-after-quote'),
    ];
  }
}
