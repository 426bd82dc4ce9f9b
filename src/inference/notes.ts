import { limits } from './inference-limits.ts';
import type { ReadingChoices } from './source.ts';
import type { NarrowType } from './values/data-types.ts';
import { withUsualSeparators } from './values/numbers.ts';

/** Notes of several kinds with the same facts. */
type NotesOf<Kinds extends string, Facts = unknown> = {
  [Kind in Kinds]: { readonly kind: Kind } & Facts;
}[Kinds];

/**
 * What is lost of a declared type, which became `string`; except for `tiny-booleans`: `tinyint(1)`, which became `bool`,
 * `wide-integers`: decimals without a fraction and more than 18 digits, which became `Int64`, and
 * `numbers-without-precision`: a decimal of an uncertain dialect, which became a fraction.
 */
export type DeclaredNote =
  | NotesOf<
      | 'unsigned-integers'
      | 'bytes'
      | 'declared-lists'
      | 'declared-maps'
      | 'several-types'
      | 'recursive-type'
      | 'no-declared-type'
      | 'tiny-booleans'
      | 'wide-integers'
      | 'numbers-without-precision'
    >
  | NotesOf<'unknown-type' | 'no-data-type', { readonly type: string }>;

/** The first value that a note is about. */
interface FirstValue {
  readonly row: number;
  readonly value: string;
}

/** What a person should know about a column. `spaced-offsets`: dates with a space before the offset, or with ` UTC`. */
export type ColumnNote =
  | DeclaredNote
  | NotesOf<'only-empty' | 'spaced-offsets' | 'zero-one' | 'yes-no' | 'true-false-letters'>
  | NotesOf<'decimal-commas' | 'quoted-values' | 'lists' | 'objects'>
  /** `decorated-numbers`: with a currency, a percent sign, parentheses, or a plus sign. */
  | NotesOf<'big-integers' | 'leading-zeros' | 'decorated-numbers' | 'unusual-numbers', FirstValue>
  | NotesOf<'trailing-minus', FirstValue>
  /** Of fractions: in another spelling, and with more digits than a double keeps. */
  | NotesOf<'bare-fractions' | 'long-fractions', FirstValue>
  /** Each comma, or each point beside decimal commas, is before three digits. */
  | NotesOf<'ambiguous-thousands', FirstValue>
  /** `isReadable`: all values are numbers for who names the separator. */
  | NotesOf<'thousands-separators', FirstValue & { readonly isReadable?: boolean }>
  /** The orders of day and month that fit all values of the column. */
  | {
      readonly kind: 'other-dates';
      readonly order: 'day-first' | 'month-first' | 'either' | 'contradictory' | 'clear' | 'none';
    }
  | NotesOf<'spaces' | 'quoted-empty', { readonly count: number }>
  /** A text for a missing value, and whether it counts as empty. */
  | { readonly kind: 'null-text'; readonly text: string; readonly count: number; readonly isEmpty: boolean };

/**
 * What a note about rows says. `rows`: the first few of them; after a comment or a `null` that was skipped, the next row. `line`: of
 * the first one, in text with a row in each line.
 */
interface RowFacts {
  readonly count: number;
  readonly rows: readonly number[];
  readonly line?: number;
}

export type RowsNote = NotesOf<
  | 'missing-fields'
  | 'surplus-fields'
  /** In rows without other surplus fields, as a delimiter at the end of each line makes them. */
  | 'empty-surplus-fields'
  | 'text-after-quote'
  | 'control-characters'
  /** Lines that begin with `#`. */
  | 'comments'
  /** Records that are equal to the header, and the titles above them. */
  | 'repeated-header'
  /** Lines of dashes, and the number of rows below them. */
  | 'rule-lines'
  | 'repeated-properties'
  /** `null` in place of objects. */
  | 'nulls',
  RowFacts
>;

export type TableNote =
  | RowsNote
  | NotesOf<'header-assumed' | 'only-header' | 'windows-1252'>
  /** In JSON: it has parts of a JSON Schema, but doesn't say that it is one. */
  | NotesOf<'like-schema'>
  /** Bytes that are no characters in the encoding, which became U+FFFD. Row 0 is the header. */
  | ({ readonly kind: 'invalid-characters'; readonly encoding: string } & RowFacts)
  /** The first record is data, because its values fit their columns. */
  | NotesOf<'no-header'>
  /** The header has years or dates in steps, which could be values. */
  | NotesOf<'header-like-data'>
  /** The header has one name fewer than the rows have fields. */
  | NotesOf<'unnamed-first-column'>
  /** Records before the table were skipped. `lines`, `texts`: of the first few; `lines` are the rows of a sheet. */
  | {
      readonly kind: 'title';
      readonly count: number;
      readonly lines: readonly number[];
      readonly texts: readonly string[];
      readonly line?: number;
    }
  /** Texts beside the table, each of them the only one in a column without a name. */
  | ({ readonly kind: 'remarks'; readonly texts: readonly string[] } & RowFacts)
  /** Only values in rows with more or fewer fields than the header keep columns from narrower types. `row`: the first. */
  | { readonly kind: 'odd-rows'; readonly columns: number; readonly row: number }
  /** Only a few values keep columns from a narrower type. */
  | {
      readonly kind: 'few-texts';
      /** The type that the columns would have without these values. */
      readonly type: NarrowType;
      readonly columns: number;
      /** The first of the columns, and the first row of the first text in it. */
      readonly column: string;
      readonly row: number;
      /** How many values of each column they are. */
      readonly count: number;
      readonly texts: readonly string[];
      /** Whether all of them can stand for missing values. */
      readonly canBeEmpty: boolean;
      /** Whether they would have the type if they were no texts. */
      readonly areStoredAsText: boolean;
    }
  /** Only these texts for missing values do. */
  | { readonly kind: 'missing-texts'; readonly columns: number; readonly texts: readonly string[] }
  /** In JSON: values beside tables, and properties with rows in them. */
  | NotesOf<
      'skipped-properties' | 'skipped-tables',
      { readonly count: number; readonly names: readonly string[] }
    >
  | { readonly kind: 'empty-sheet'; readonly name: string }
  /** Columns whose names others have in another case. `names`: of the first few. */
  | { readonly kind: 'renamed-columns'; readonly count: number; readonly names: readonly string[] }
  /** A program wrote formulas without their values. */
  | { readonly kind: 'uncalculated-formulas'; readonly count: number }
  /** A sheet or a text has other tables, which are smaller. */
  | {
      readonly kind: 'other-tables';
      readonly count: number;
      /** Of the first few of them: the cells of a sheet, or the lines of a text, such as `7-9`. */
      readonly ranges: readonly string[];
      /** Whether `ranges` are of arrays, by their places. */
      readonly isOfArrays?: boolean;
      /** The lines of their headers in a text, or the places of these arrays. */
      readonly headerRows?: readonly number[];
      readonly line?: number;
    }
  /** Several files became one table. `first`: the label of the one whose first rows are kept. */
  | {
      readonly kind: 'merged';
      readonly files: number;
      readonly first: string;
      /** How many names other than that of the first are dropped, and the first few of them. */
      readonly count: number;
      readonly names: readonly string[];
    };

/** A note of one kind about many columns: that of the first of them, with the names of all. */
export function notesByKind(
  columns: readonly { readonly name: string; readonly notes: readonly ColumnNote[] }[],
): { readonly note: ColumnNote; readonly names: string[] }[] {
  const groups = new Map<string, { readonly note: ColumnNote; readonly names: string[] }>();
  for (const { name, notes } of columns)
    for (const note of notes) {
      const kind = note.kind === 'null-text' ? `${note.kind} ${note.text}` : note.kind;
      const group = groups.get(kind) ?? { note, names: [] };
      groups.set(kind, group);
      group.names.push(name);
    }
  return [...groups.values()];
}

/** The option whose value only the user knows, after a note. */
export function noteOption({ kind }: ColumnNote | TableNote): 'encoding' | undefined {
  return kind === 'windows-1252' || kind === 'invalid-characters' ? 'encoding' : undefined;
}

/** What the user can choose after a note: each of these reads the data in another way. */
export function noteChoices(note: ColumnNote | TableNote): readonly ReadingChoices[] {
  switch (note.kind) {
    case 'few-texts':
      return note.canBeEmpty ? [{ nulls: note.texts }] : [];
    case 'missing-texts':
      return [{ nulls: note.texts }];
    case 'ambiguous-thousands':
      return note.value.includes(',') ? [{ thousands: ',' }, { decimalComma: true }] : [{ thousands: '.' }];
    case 'thousands-separators': {
      const [, separator] = /^-?\d+([,. '])/.exec(withUsualSeparators(note.value)) ?? [];
      return note.isReadable && separator !== undefined ? [{ thousands: separator }] : [];
    }
    case 'unusual-numbers':
      return note.value.includes(',') ? [{ decimalComma: true }] : [];
    case 'other-dates':
      return dateOrders[note.order].map((dateOrder) => ({ dateOrder }));
    case 'other-tables':
      return note.headerRows?.map((headerRow) => ({ headerRow })) ?? note.ranges.map((range) => ({ range }));
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
  /** Of the first of them, where it is known. */
  #line: number | undefined;

  /** `line`: in text with a row in each line. */
  override add(row: number, count = 1, line?: number): void {
    if (this.count === 0) this.#line = line;
    if (this.items.at(-1) === row) this.count += count;
    else super.add(row, count);
  }

  /** A note if there is anything to count. */
  notes<Kind extends string>(kind: Kind): NotesOf<Kind, RowFacts>[] {
    if (this.count === 0) return [];
    const facts = { count: this.count, rows: this.items };
    return [{ kind, ...facts, ...(this.#line !== undefined && { line: this.#line }) }] as NotesOf<
      Kind,
      RowFacts
    >[];
  }
}
