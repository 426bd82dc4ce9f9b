import { HeaderFinder } from '../../columns/header-finder.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { kind } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { byte, type DelimitedRecord, type Dialect } from './dialect.ts';

/** Records that a title can have at most. */
const maxTitleRecords = 100;

/** How many of the records after a title have the same number of fields. */
const steadyShare = 0.9;

/** Where the table is among the first records of a file, and which of them is its header. */
export interface TableLayout {
  /** The number of records before the table. */
  readonly first: number;
  /** Of the first record; `unnamed-first`: it has one name fewer than all other records have fields. */
  readonly header: 'none' | 'names' | 'unnamed-first';
  /** Columns of the table. */
  readonly width: number;
  /** The header could be data: numbers or dates in steps. */
  readonly isHeaderLikeData: boolean;
}

/** Records at the start of a file, by how they read. */
export class HeadRecords extends HeaderFinder {
  readonly #bytes: Uint8Array;
  readonly #records: readonly DelimitedRecord[];
  readonly #nulls: NullTexts | undefined;
  readonly #delimiter: number | undefined;
  readonly #dates = new IsoDateReader();

  constructor(
    bytes: Uint8Array,
    records: readonly DelimitedRecord[],
    { delimiter }: Dialect,
    nulls: NullTexts | undefined,
  ) {
    super();
    this.#bytes = bytes;
    this.#records = records;
    this.#nulls = nulls;
    this.#delimiter = delimiter;
  }

  get length(): number {
    return this.#records.length;
  }

  /** `header`: whether the user says that there is one. `isStart`: the table starts with the first record. */
  layout(header: boolean | undefined, isStart: boolean): TableLayout {
    const width = this.#usualWidth();
    if (header === false) return { first: 0, header: 'none', width, isHeaderLikeData: false };
    const start = isStart ? 0 : this.#firstOfTable(width);
    const isNamedBefore =
      start > 0 && this.misfits(start).length === 0 && this.#hasUnnamedFirst(start - 1, width);
    const first = isNamedBefore ? start - 1 : start;
    if (this.#hasUnnamedFirst(first, width))
      return { first, header: 'unnamed-first', width, isHeaderLikeData: false };
    const found = header ? 'names' : this.headerAt(first);
    return {
      first,
      header: found === 'data' ? 'none' : 'names',
      width: found === 'data' ? width : this.#widthOf(first),
      isHeaderLikeData: found === 'steps',
    };
  }

  #widthOf(index: number): number {
    return this.#records[index]?.fields.length ?? 0;
  }

  /** The number of fields that most records have; those of a title come first. */
  #usualWidth(): number {
    const counts = new Map<number, number>();
    for (let i = Math.floor(this.#records.length / 2); i < this.#records.length; i++)
      counts.set(this.#widthOf(i), (counts.get(this.#widthOf(i)) ?? 0) + 1);
    const own = this.#widthOf(0);
    let usual = own;
    for (const [width, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = width;
    return usual;
  }

  #firstOfTable(width: number): number {
    if (width < 2 || this.#endsWithDelimiter(width)) return 0;
    let first = 0;
    while (first < maxTitleRecords && this.#isTitle(first, width)) first++;
    const after = this.#records.slice(first);
    const steady = after.filter(({ fields }) => fields.length === width).length;
    if (first === 0 || after.length < 2 || this.#widthOf(first) !== width) return 0;
    if (steady < after.length * steadyShare) return 0;
    const differs = this.misfits(first).length > 0;
    // A name, and a list of texts with commas.
    if (this.#widthOf(0) === 1 && !differs && (width === 2 || this.#hasSpaces(first))) return 0;
    const isSparse = this.#records.slice(0, first).some(({ fields }) => fields.length === width);
    if (isSparse) return differs ? first : 0;
    // Short records with data are rows of a ragged table.
    const areTexts = this.#records.slice(0, first).every((_, index) => !this.hasData(index));
    return differs || areTexts || this.headerAt(first) !== 'data' ? first : 0;
  }

  /** Whether a record is too short, is a comment, or has almost nothing but empty fields. */
  #isTitle(index: number, width: number): boolean {
    const record = this.#records[index];
    if (record === undefined) return false;
    const { fields } = record;
    if (fields.length !== width) return fields.length < width || this.#bytes[fields[0]?.start ?? 0] === 0x23;
    const filled = fields.filter(({ start, end }) => end > start).length;
    return width > 2 && filled <= Math.max(1, Math.floor(width / 4));
  }

  #hasSpaces(first: number): boolean {
    const fields = this.#records.slice(first).flatMap((record) => record.fields.slice(1));
    return fields.filter(({ isSpaced }) => isSpaced).length * 2 > fields.length;
  }

  /** Whether all records but the first have one field more, which isn't only a delimiter at the end of each line. */
  #hasUnnamedFirst(first: number, width: number): boolean {
    const rows = this.#records.slice(first + 1);
    // Two columns may be a name above decimal commas.
    if (
      width < (this.#delimiter === byte.space ? 2 : 3) ||
      (first === 0 && this.#endsWithDelimiter(width)) ||
      this.#widthOf(first) !== width - 1 ||
      rows.length < 2
    )
      return false;
    if (this.#records[first]?.fields.some(({ start, end }) => start === end)) return false;
    if (rows.some(({ fields }) => fields.length !== width)) return false;
    return !this.hasData(first) || this.misfits(first, 1).length > 0;
  }

  /** Whether each line but the first ends with a delimiter. */
  #endsWithDelimiter(width: number): boolean {
    const isEmpty = ({ fields: { [width - 1]: last } }: DelimitedRecord) =>
      last !== undefined && last.start === last.end;
    return this.#widthOf(0) === width - 1 && this.#records.slice(1).every(isEmpty);
  }

  protected timeOf(index: number, column: number): number {
    const field = this.#records[index]?.fields[column];
    if (field === undefined || field.start === field.end) return Number.NaN;
    if (this.cells(index)[column] === kind.date) {
      this.#dates.read(this.#bytes, field.start, field.end);
      return this.#dates.seconds;
    }
    const text = String.fromCharCode(
      ...this.#bytes.subarray(field.start, Math.min(field.end, field.start + 8)),
    );
    return /^(?:1[89]|20|21)\d\d$/.test(text) ? Number(text) : Number.NaN;
  }

  readonly #known = new Map<number, readonly number[]>();

  protected cells(index: number): readonly number[] {
    let cells = this.#known.get(index);
    cells ??= this.#records[index]?.fields.map(({ start, end, hasEscapes, isMalformed }) => {
      if (start === end || (this.#nulls && this.#nulls.find(this.#bytes, start, end) >= 0)) return 0;
      if (hasEscapes || isMalformed) return kind.text;
      return classify(this.#bytes, start, end, this.#delimiter === byte.comma, this.#dates);
    });
    this.#known.set(index, cells ?? []);
    return cells ?? [];
  }
}
