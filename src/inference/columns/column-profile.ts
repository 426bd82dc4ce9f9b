import { limits } from '../inference-limits.ts';
import type { DeclaredNote } from '../notes.ts';
import { tidyName, uniqueNames } from '../unique-names.ts';
import { classify } from '../values/classify.ts';
import type { IsoDateReader } from '../values/iso-date.ts';
import { isoDateKinds, kind, textKinds } from '../values/kinds.ts';
import type { NullTexts } from '../values/null-texts.ts';
import { copyValue, type Escaping } from '../values/values.ts';
import { Extremes, NumberExtremes } from './extremes.ts';
import { RareTexts } from './rare-texts.ts';

/** A value of one kind, such as the first. */
export interface FirstOfKind {
  readonly kind: number;
  readonly row: number;
  /** In text with a row in each line. */
  readonly line: number | undefined;
  readonly value: Uint8Array;
}

/** The lines of a text that are no rows, up to the one that is being read. */
export interface LineCount {
  others: number;
}

export interface ProfileOptions {
  /** Kinds whose values are counted, because the data is checked. */
  readonly counted?: number;
  readonly lines?: LineCount | undefined;
  /** Among the columns of the file, in the order in which they are found. */
  readonly position?: number;
  /** Receives all values that are counted. */
  readonly onCounted?: (value: FirstOfKind) => void;
}

/** What is known of a column's values, in memory that doesn't grow with their number. */
export class ColumnProfile {
  /** Whether it is `string` whatever follows, so that values only have to be counted. */
  isText = false;
  /** All kinds of its values, as bits. */
  kinds = 0;
  /** In the order of rows. */
  firsts: FirstOfKind[] = [];
  empty = 0;
  /** Empty values in quotes, also counted as empty. */
  quotedEmpty = 0;
  /** Values in quotes that are not empty. */
  quoted = 0;
  /** Of these, numbers that need their quotes, because they contain the delimiter. */
  neededQuotes = 0;
  /** Values with spaces or tabs around them. */
  spaced = 0;
  /** Whether `empty` is known. Formats that declare their types don't always say it. */
  hasCounts = true;
  /** Whether `numbers` and `dates` are those of all values. */
  hasExtremes = true;
  /** About the type that the file declares. */
  readonly declaredNotes: DeclaredNote[] = [];
  /** For each of the null texts how often it occurs. */
  readonly nullTexts: number[];
  /** The values of the first rows, cut after one byte more than is shown; empty ones are missing. */
  readonly head: Uint8Array[] = [];
  readonly rareTexts = new RareTexts();
  readonly numbers = new NumberExtremes();
  readonly dates = new Extremes();
  readonly counted: number;
  readonly position: number;
  /** The type as it is written in a schema. */
  sourceType: string | undefined;
  /** The line of a schema that declares it, from 1. */
  line: number | undefined;
  /** Whether the file declares the type, so that values aren't read. */
  isDeclared = false;
  /** For each counted kind how many values are of it. */
  readonly #counts = new Map<number, number>();
  readonly #lines: LineCount | undefined;
  readonly #onCounted: ProfileOptions['onCounted'];
  /** Whether the first rows are complete: only the first value of each kind is added then. */
  #hasHead = false;
  readonly #nulls: NullTexts;

  constructor(nulls: NullTexts, { counted = 0, lines, position = 0, onCounted }: ProfileOptions = {}) {
    this.#nulls = nulls;
    this.counted = counted;
    this.position = position;
    this.#lines = lines;
    this.#onCounted = onCounted;
    this.nullTexts = nulls.texts.map(() => 0);
  }

  /** Counts a text that means a missing value. Returns whether it counts as empty, or else is a value of its own kind. */
  addNullText(bytes: Uint8Array, start: number, end: number): 'empty' | 'missing' | undefined {
    return this.#countNull(this.#nulls.find(bytes, start, end));
  }

  /** Counts a number that means a missing value, and returns whether it does. */
  addNullNumber(value: number, bytes: Uint8Array, start: number, end: number): boolean {
    return this.#countNull(this.#nulls.findNumber(value, bytes, start, end)) !== undefined;
  }

  #countNull(index: number): 'empty' | 'missing' | undefined {
    if (index < 0) return undefined;
    this.nullTexts[index] = (this.nullTexts[index] ?? 0) + 1;
    if (!this.#nulls.isEmpty(index)) return 'missing';
    this.empty++;
    return 'empty';
  }

  /** Adds a text that is not empty, in a format that says what is text. Returns whether it counts as a value. */
  addText(row: number, bytes: Uint8Array, start: number, end: number, dates: IsoDateReader): boolean {
    const nullText = this.addNullText(bytes, start, end);
    if (nullText === 'empty') return false;
    if (this.isText) return true;
    const found = nullText === 'missing' ? kind.missing : classify(bytes, start, end, false, dates);
    if ((found & isoDateKinds) !== 0) this.dates.add(dates.seconds, bytes, start, end);
    const valueKind = (found & (textKinds | kind.missing)) === 0 ? kind.text : found;
    if (this.lacks(valueKind)) this.add(valueKind, row, bytes, start, end);
    return true;
  }

  /** Adds a number, also as a double. */
  addNumber(
    valueKind: number,
    row: number,
    value: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    if (!this.numbers.contains(value)) this.numbers.add(value, bytes, start, end);
    if (this.lacks(valueKind)) this.add(valueKind, row, bytes, start, end);
  }

  /** Adds a value that is not empty. Extremes are added apart from it. */
  add(
    valueKind: number,
    row: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    escaping: Escaping = 'none',
  ): void {
    if ((this.kinds & valueKind) === 0) {
      this.kinds |= valueKind;
      this.firsts.push(this.#valueAt(valueKind, row, bytes, start, end, escaping));
    }
    if ((this.counted & valueKind) !== 0) {
      this.#counts.set(valueKind, (this.#counts.get(valueKind) ?? 0) + 1);
      this.#onCounted?.(this.#valueAt(valueKind, row, bytes, start, end, escaping));
    }
    this.rareTexts.add(valueKind, row, bytes, start, end, escaping);
    this.#hasHead = row > limits.headRows;
    if (!this.#hasHead)
      this.head[row - 1] = copyValue(bytes, start, end, escaping, limits.headValueBytes + 1);
    else if ((this.kinds & kind.text & ~this.counted) !== 0) this.isText = !this.rareTexts.areRare(kind.text);
  }

  #valueAt(
    ...[valueKind, row, bytes, start, end, escaping = 'none']: Parameters<ColumnProfile['add']>
  ): FirstOfKind {
    const line = this.#lines && this.#lines.others + row;
    return { kind: valueKind, row, line, value: copyValue(bytes, start, end, escaping) };
  }

  /** Forgets the values of a kind, which turned out to be none. */
  forget(valueKind: number): void {
    this.kinds &= ~valueKind;
    this.firsts = this.firsts.filter((first) => first.kind !== valueKind);
  }

  /** How many values are of the given kinds, where they are counted. */
  countOf(kinds: number): number {
    let count = 0;
    for (const [each, values] of this.#counts) if ((kinds & each) !== 0) count += values;
    return count;
  }

  /** Whether a value of a kind has to be added: it may be the first one, an example, rare, or counted. */
  lacks(valueKind: number): boolean {
    if ((this.kinds & valueKind) === 0 || !this.#hasHead || (this.counted & valueKind) !== 0) return true;
    return this.rareTexts.areRare(valueKind);
  }

  /** Takes what is known of further rows of the same column, which come after `rows` others. */
  merge(other: ColumnProfile, rows: number): void {
    for (const first of other.firsts)
      if ((this.kinds & first.kind) === 0) this.firsts.push({ ...first, row: first.row + rows });
    this.kinds |= other.kinds;
    this.hasCounts &&= other.hasCounts;
    this.hasExtremes &&= other.hasExtremes;
    for (const note of other.declaredNotes)
      if (!this.declaredNotes.some(({ kind }) => kind === note.kind)) this.declaredNotes.push(note);
    this.empty += other.empty;
    this.quotedEmpty += other.quotedEmpty;
    this.quoted += other.quoted;
    this.neededQuotes += other.neededQuotes;
    this.spaced += other.spaced;
    for (const [index, count] of other.nullTexts.entries())
      this.nullTexts[index] = (this.nullTexts[index] ?? 0) + count;
    this.rareTexts.merge(other.rareTexts, rows);
    this.numbers.merge(other.numbers);
    this.dates.merge(other.dates);
  }
}

/** A column before its type is decided. Columns of several files can be merged as long as they are profiles. */
export interface ProfiledColumn {
  readonly name: string;
  readonly sourceName: string | undefined;
  readonly profile: ColumnProfile;
}

/**
 * Columns with tidy names, of which no two are the same; `Column1` where the file has none, by their places in the table.
 * `place`: its own, where columns without cells are left out. What has neither a name nor a value is no column, unless the data is checked for it.
 */
export function namedColumns(
  columns: readonly (Omit<ProfiledColumn, 'name'> & { readonly place?: number })[],
  expected: readonly { readonly name: string }[] = [],
): ProfiledColumn[] {
  const isColumn = ({ sourceName = '', profile }: (typeof columns)[number]) =>
    tidyName(sourceName) !== '' || profile.kinds !== 0 || profile.isDeclared;
  const first = Math.max(0, columns.findIndex(isColumn));
  const placeOf = (index: number) => columns[index]?.place ?? index;
  const names = uniqueNames(
    columns.slice(first).map(({ sourceName = '' }) => sourceName),
    (position) => `Column${placeOf(first + position - 1) - placeOf(first) + 1}`,
  );
  return columns.slice(first).flatMap((column, index) => {
    const name = names[index] ?? '';
    const { sourceName, profile } = column;
    return isColumn(column) || expected.some((each) => each.name === name)
      ? [{ name, sourceName, profile }]
      : [];
  });
}
