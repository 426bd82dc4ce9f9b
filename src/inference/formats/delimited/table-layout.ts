import { decodeText } from '../../bytes/encoding.ts';
import { HeaderFinder } from '../../columns/header-finder.ts';
import type { KnownNames } from '../../columns/known-names.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { kind } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { byte, type Dialect } from './dialect.ts';
import type { HeadRecord } from './head-record.ts';
import { cellBytes, joinNames } from './header-cells.ts';

/** Records that a title can have at most. */
const maxTitleRecords = 100;

/** Records that a title with as many fields as the table can have at most. */
const maxWideTitle = 5;

/** Records of a header at most: names of groups may be above those of columns. */
const maxHeader = 3;

/** Of the records after a title more have as many fields as the table has columns, and few have more of them. */
const leastShares = { within: 0.9, full: 0.5 };

/** Where the table is among the first records of a file, and which of them is its header. */
export interface TableLayout {
  /** The number of records before the table. */
  readonly first: number;
  /** Of the first record; `unnamed-first`: it has one name fewer than all other records have fields; `like-data`: numbers or dates in steps, which could be data. */
  readonly header: 'none' | 'names' | 'unnamed-first' | 'like-data';
  /** Records of the header, and an empty one below it. */
  readonly headerRecords: number;
  /** Columns of the table. */
  readonly width: number;
}

/** How records are read. */
export interface HeadReading {
  readonly dialect: Dialect;
  readonly nulls?: NullTexts | undefined;
  /** The names by which their header is known. */
  readonly known?: KnownNames | undefined;
}

/** Records at the start of a file, by how they read. */
export class HeadRecords extends HeaderFinder {
  readonly bytes: Uint8Array;
  readonly records: readonly HeadRecord[];
  readonly #known: KnownNames | undefined;
  readonly #dialect: Dialect;
  /** The kinds of their fields. */
  readonly #cells: readonly (readonly number[])[];

  constructor(bytes: Uint8Array, records: readonly HeadRecord[], { dialect, nulls, known }: HeadReading) {
    super();
    this.bytes = bytes;
    this.records = records;
    this.#known = known;
    this.#dialect = dialect;
    const dates = new IsoDateReader();
    this.#cells = records.map(({ fields }) =>
      fields.map(({ start, end, hasEscapes, isMalformed }) => {
        if (start === end || (nulls && nulls.find(bytes, start, end) >= 0)) return 0;
        if (hasEscapes || isMalformed) return kind.text;
        return classify(bytes, start, end, dialect.delimiter === byte.comma, dates);
      }),
    );
  }

  get length(): number {
    return this.records.length;
  }

  /** `header`: whether the user says that there is one. `isStart`: the table starts with the first record. */
  layout(header: boolean | undefined, isStart: boolean): TableLayout {
    const width = this.#usualWidth();
    const none = { first: 0, header: 'none', headerRecords: 0, width } as const;
    if (header === false) return none;
    const found = this.#findLayout(header, isStart, none);
    // Who says that there is a header means the first record of the table.
    const known = this.#known?.header(this.#headers(isStart, width, header ? found.first : undefined));
    if (known === undefined)
      return header === undefined && this.#known?.areNumbered ? { ...none, first: found.first } : found;
    const { first, last } = known;
    if (this.#known?.mayLackFirst && first === last && this.#widthOf(first) === width - 1)
      return { ...none, first, header: 'unnamed-first', headerRecords: 1 };
    const headerRecords = this.#headerRecords(first, last);
    const isSame = found.header !== 'none' && found.first === first && found.headerRecords === headerRecords;
    return isSame ? found : { ...none, first, header: 'names', headerRecords, width: this.#widthOf(last) };
  }

  /** The records that may be a header, with the names that they give to columns. `only`: the one that it begins with. */
  *#headers(isStart: boolean, width: number, only: number | undefined) {
    let titles = 0;
    while (!isStart && titles < maxTitleRecords && this.#isTitle(titles, width)) titles++;
    const end = isStart || width < 2 ? 1 : Math.min(titles + maxWideTitle, this.length);
    for (let first = 0; first < end; first++) {
      // A record without any name belongs to the title.
      if (this.#filled(first) === 0 || (only !== undefined && first !== only)) continue;
      const cells: Uint8Array[][] = [];
      for (let last = first; last < Math.min(first + maxHeader, this.length); last++) {
        const fields = this.records[last]?.fields ?? [];
        cells.push(this.cellsOf(last));
        const joined = joinNames(cells, fields.length);
        yield { first, last, names: joined.map((cell) => (cell ? decodeText(cell) : '')) };
        // Names of groups leave cells empty, up to the next group.
        if (isStart || fields.every(({ start, end }) => start < end)) break;
      }
    }
  }

  /** The names in a record. */
  cellsOf(index: number): Uint8Array[] {
    return this.records[index]?.fields.map((field) => cellBytes(this.bytes, field, this.#dialect)) ?? [];
  }

  protected namesAt(index: number): string[] {
    return this.cellsOf(index).map((cell) => decodeText(cell));
  }

  #headerRecords(first: number, last: number): number {
    return last + 1 - first + (this.#filled(last + 1) === 0 && last + 2 < this.length ? 1 : 0);
  }

  /** Finds the table by its values. */
  #findLayout(
    header: boolean | undefined,
    isStart: boolean,
    none: TableLayout & { readonly header: 'none' },
  ): TableLayout {
    const { width } = none;
    const start = isStart ? 0 : this.#firstOfTable(width);
    const isNamedBefore =
      start > 0 &&
      !this.records[start]?.isAfterBlank &&
      !this.records[start - 1]?.isComment &&
      this.misfits(start).length === 0 &&
      this.#hasUnnamedFirst(start - 1, width);
    const names = isNamedBefore ? start - 1 : start;
    if (this.#hasUnnamedFirst(names, width))
      return { ...none, first: names, header: 'unnamed-first', headerRecords: 1 };
    const groups = isStart ? undefined : this.firstOfGroups(start);
    const found = header || groups !== undefined ? 'names' : this.headerAt(start);
    if (found === 'data') return { ...none, first: start };
    const first = groups ?? start;
    const last = isStart ? first : this.lastOfHeader(first);
    const headerRecords = this.#headerRecords(first, last);
    const isLikeData = found === 'steps' && last === first;
    return { first, header: isLikeData ? 'like-data' : 'names', headerRecords, width: this.#widthOf(last) };
  }

  /** Whether a record has the fields of the table, and otherwise only empty ones. */
  isFull(index: number, width: number): boolean {
    return this.#widthOf(index) >= width && this.#filled(index) <= width;
  }

  /** Whether a record has several different texts, and maybe empty fields behind them. */
  areNamesOnly(index: number): boolean {
    const names = this.#filled(index);
    return names > 1 && !this.hasData(index) && this.areDifferent(index, names);
  }

  /** Whether the records below one have several fields, but for a last one, and none has more than it. */
  areShortBelow(index: number): boolean {
    const widths = this.records.slice(index + 1).map((record) => record.fields.length);
    return widths.every((width) => width <= this.#widthOf(index)) && !widths.slice(0, -1).includes(1);
  }

  #filled(index: number): number {
    return this.records[index]?.filled ?? 0;
  }

  #widthOf(index: number): number {
    return this.records[index]?.fields.length ?? 0;
  }

  /** The number of fields that most records have, without those that are empty in all; those of a title come first. */
  #usualWidth(): number {
    const counts = new Map<number, number>();
    for (let i = Math.floor(this.length / 2); i < this.length; i++)
      counts.set(this.#widthOf(i), (counts.get(this.#widthOf(i)) ?? 0) + 1);
    const own = this.#widthOf(0);
    let usual = own;
    for (const [width, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = width;
    const filled = this.records.reduce((most, _, index) => Math.max(most, this.#filled(index)), 0);
    return Math.max(Math.min(usual, filled), Math.min(own, usual));
  }

  #firstOfTable(width: number): number {
    if (width < 2) return 0;
    let first = this.namesBelowSparse(width) ?? 0;
    while (first < maxTitleRecords && this.#isTitle(first, width)) first++;
    first = this.#afterBlankLine(first, width);
    const after = this.records.slice(first);
    // Most rows may have no value in the last columns.
    const most = this.hasData(first) ? width : Math.max(width, this.#filled(first));
    if (first === 0 || after.length < 2 || this.#widthOf(first) < width || this.#filled(first) > most)
      return 0;
    const share = (matches: (index: number) => boolean) =>
      after.filter((_, index) => matches(first + index)).length / after.length;
    const isWithin = (index: number) => this.#filled(index) <= most;
    if (share(isWithin) < leastShares.within) return 0;
    if (share((index) => this.#widthOf(index) >= width && isWithin(index)) <= leastShares.full) return 0;
    const differs = this.misfits(first).length > 0;
    // A name above decimal commas, or above texts with commas.
    const hasCommas = (width === 2 && this.hasData(first)) || this.#hasSpaces(first);
    if (this.#widthOf(0) === 1 && !differs && hasCommas) return 0;
    const isSparse = this.records.slice(0, first).some((_, index) => this.isFull(index, width));
    if (isSparse) return differs || this.areDifferent(first) || this.lastOfHeader(first) > first ? first : 0;
    // Short records with data are rows of a ragged table.
    const areTexts = this.records.slice(0, first).every((_, index) => !this.hasData(index));
    return differs || areTexts || this.headerAt(first) !== 'data' ? first : 0;
  }

  /**
   * A title may have as many fields as the table, which begins after a blank line then. Names above values are a table of
   * their own.
   */
  #afterBlankLine(first: number, width: number): number {
    for (let index = Math.max(1, first); index < first + maxWideTitle; index++) {
      if (this.hasData(index - 1) && !this.hasData(first)) break;
      if (!this.records[index]?.isAfterBlank || !this.isFull(index, width) || !this.areDifferent(index))
        continue;
      if (this.#areNames(index) || (index === first + 1 && this.#areBelowSentence(index))) return index;
    }
    return first;
  }

  /** Whether a record has texts below one with spaces behind its delimiters, as sentences have. */
  #areBelowSentence(index: number): boolean {
    const [above, record] = [this.records[index - 1], this.records[index]];
    return above?.isSpaced === true && record?.isSpaced === false && !this.hasData(index);
  }

  /** Whether a record has only texts, above values that are none. */
  #areNames(index: number): boolean {
    return !this.hasData(index) && this.#filled(index) > 1 && this.misfits(index).length > 0;
  }

  /** Whether a record is too short, is a comment, or has most fields empty above names. */
  #isTitle(index: number, width: number): boolean {
    const record = this.records[index];
    if (record === undefined) return false;
    const { fields, isComment } = record;
    if (!this.isFull(index, width)) return fields.length < width || isComment;
    const areNamesBelow = this.#filled(index + 1) === width && !this.hasData(index + 1);
    const areSurelyBelow = areNamesBelow && this.#areNames(index + 1);
    // A header may begin with `#`, but not above another one or other comments.
    if (isComment)
      return (
        areSurelyBelow || (this.records[index + 1]?.isComment === true && !this.isFull(index + 1, width))
      );
    const filled = fields.filter(({ start, end }) => end > start).length;
    if (width > 2 && filled <= Math.max(1, Math.floor(width / 4))) return true;
    return filled * 2 < width ? areNamesBelow : filled * 2 === width && areSurelyBelow;
  }

  #hasSpaces(first: number): boolean {
    const fields = this.records.slice(first).flatMap((record) => record.fields.slice(1));
    return fields.filter(({ isSpaced }) => isSpaced).length * 2 > fields.length;
  }

  /** Whether all records but the first have one field more, which isn't only a delimiter at the end of each line. */
  #hasUnnamedFirst(first: number, width: number): boolean {
    const rows = this.records.slice(first + 1);
    // Two columns may be a name above decimal commas.
    if (
      width < (this.#dialect.delimiter === byte.space ? 2 : 3) ||
      this.#widthOf(first) !== width - 1 ||
      rows.length < 2
    )
      return false;
    if (this.records[first]?.fields.some(({ start, end }) => start === end)) return false;
    if (rows.some(({ fields }) => fields.length !== width)) return false;
    return !this.hasData(first) || this.misfits(first, 1).length > 0;
  }

  protected textOf(index: number, column: number): string {
    const { start = 0, end = 0 } = this.records[index]?.fields[column] ?? {};
    return String.fromCharCode(...this.bytes.subarray(start, Math.min(end, start + 100)));
  }

  protected timeOf(index: number, column: number): number {
    const text = this.textOf(index, column);
    if (this.cells(index)[column] === kind.date) return Date.parse(text) / 1000;
    return /^(?:1[89]|20|21)\d\d$/.test(text) ? Number(text) : Number.NaN;
  }

  cells(index: number): readonly number[] {
    return this.#cells[index] ?? [];
  }
}
