import { HeaderFinder } from '../../columns/header-finder.ts';
import type { KnownNames } from '../../columns/known-names.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { isoDateKinds, kind, otherDateKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { type DateSystem, numberOf } from './cells.ts';
import { joinedName, namesOf, type SheetCell, type SheetRow, spreadNames } from './sheet-names.ts';

/** Where a table begins. */
export interface SheetLayout {
  /** The index of its first row. */
  readonly first: number;
  /** How many rows of it are its header. */
  readonly headerRows: number;
  /** The header could be data. */
  readonly isHeaderLikeData: boolean;
  /** The header has names that are known. */
  readonly isKnown?: boolean;
}

/** By what else the head of a sheet is read. */
export interface SheetHeadInput {
  readonly nulls: NullTexts;
  readonly known: KnownNames | undefined;
  readonly dateSystem: DateSystem;
}

/** Rows of a header at most: names of groups may be above those of columns. */
const maxHeader = 3;

/** Rows after those of a title that may have the known names. */
const rowsOfNames = 5;

/**
 * The first table with a header, below titles. Below another table its header must be above something else than texts, in
 * a column that `isMixed` doesn't say has texts and other cells anyway.
 */
export function findTable(
  rows: readonly SheetRow[],
  input: SheetHeadInput,
  isMixed?: (column: number) => boolean,
): SheetLayout | undefined {
  for (let start = 0, end = 0; start < rows.length; start = end) {
    do end++;
    while (end < rows.length && rows[end]?.number === (rows[end - 1]?.number ?? 0) + 1);
    // Rows between blank rows are many in some sheets, and a row alone shows nothing.
    if (end - start < 2) continue;
    const block = new SheetHead(rows.slice(start, end), isMixed ? { ...input, known: undefined } : input);
    const layout = block.layout(undefined, false);
    if (layout.isKnown) return { ...layout, first: start + layout.first };
    const above = headerAboveBlank(rows.slice(start), end - start, input, isMixed);
    if (above !== undefined) return { ...above, first: start + above.first };
    const isSure = block.isCertain(layout.first, isMixed);
    const longest = isSure ? block.width - 1 : Math.max(1, block.width / 2);
    const areTitles =
      start === 0 || (block.width > 1 && rows.slice(0, start).every(({ cells }) => cells.length <= longest));
    const isTable = isMixed ? isSure : layout.headerRows > 0;
    if (isTable && areTitles) return { ...layout, first: start + layout.first };
  }
  return undefined;
}

/** The layout of a table whose header ends with `count` rows of names, above one blank row and its data. */
function headerAboveBlank(
  rows: readonly SheetRow[],
  count: number,
  input: SheetHeadInput,
  isMixed?: (column: number) => boolean,
): SheetLayout | undefined {
  const isBelow = rows[count]?.number === (rows[count - 1]?.number ?? 0) + 2;
  if (!isBelow || count > maxHeader) return undefined;
  const joined = new SheetHead(rows, isMixed ? { ...input, known: undefined } : input);
  const layout = joined.layout(undefined, false);
  const isHeader = layout.headerRows > 1 && layout.first + layout.headerRows === count;
  return isHeader && joined.isCertain(count - 1, isMixed) ? layout : undefined;
}

/** Rows of a sheet that a table may begin in. */
export class SheetHead extends HeaderFinder {
  readonly #rows: readonly SheetRow[];
  readonly #input: SheetHeadInput;
  /** Those that have cells, in their order. */
  readonly #columns: readonly number[];
  readonly #kinds = new Map<number, readonly number[]>();
  readonly #dates = new IsoDateReader();

  constructor(rows: readonly SheetRow[], input: SheetHeadInput) {
    super();
    this.#rows = rows;
    this.#input = input;
    const columns = new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)));
    this.#columns = [...columns].sort((a, b) => a - b);
  }

  get length(): number {
    return this.#rows.length;
  }

  get width(): number {
    return this.#columns.length;
  }

  /** `header`: whether the user says that there is one. `isStart`: the table starts with the first row. */
  layout(header: boolean | undefined, isStart: boolean): SheetLayout {
    const found = this.#findLayout(header, isStart);
    const { known } = this.#input;
    if (header === false || known === undefined) return found;
    const named = known.header(this.#headers(isStart));
    if (named === undefined)
      return header === undefined && known.areNumbered ? { ...found, headerRows: 0 } : found;
    const { first, last } = named;
    // A row above it may belong to the header, as merged cells tell later.
    if (found.headerRows > 0 && last === found.first + found.headerRows - 1)
      return { ...found, isKnown: true };
    return { first, headerRows: last + 1 - first, isHeaderLikeData: false, isKnown: true };
  }

  /** The rows that may be a header, with the names that they give to columns. */
  *#headers(isStart: boolean) {
    const { dateSystem } = this.#input;
    const end = isStart ? 1 : Math.min(this.#titles() + rowsOfNames, this.length);
    for (let first = 0; first < end; first++) {
      const groups: Map<number, string>[] = [];
      for (const row of this.#rows.slice(first, first + maxHeader)) {
        const parts = [...groups, namesOf(row, dateSystem)];
        const names = this.#columns.map((column) => joinedName(parts, column) ?? '');
        yield { first, last: first + groups.length, names };
        // Names of groups leave cells empty, up to the next group.
        if (row.cells.length >= this.width) break;
        groups.push(spreadNames(row, [], dateSystem));
      }
    }
  }

  /** Finds the table by its values. */
  #findLayout(header: boolean | undefined, isStart: boolean): SheetLayout {
    const start = isStart || header === false ? 0 : this.#firstOfTable();
    if (header === false) return { first: start, headerRows: 0, isHeaderLikeData: false };
    const groups = isStart ? undefined : this.firstOfGroups(start);
    const first = groups ?? start;
    const found = header || groups !== undefined ? 'names' : this.headerAt(first);
    if (found === 'data') return { first, headerRows: 0, isHeaderLikeData: false };
    const headerRows = this.lastOfHeader(first) + 1 - first;
    return { first, headerRows, isHeaderLikeData: found === 'steps' && headerRows === 1 };
  }

  /** `isMixed`: by the columns of the sheet. */
  override isCertain(index: number, isMixed = (_column: number) => false): boolean {
    return super.isCertain(index, (column) => isMixed(this.#columns[column] as number));
  }

  /** The number of rows that end before most others, such as titles. */
  #titles(): number {
    const ends = this.#rows.map(({ cells }) => cells.at(-1)?.column ?? 0);
    const counts = new Map<number, number>();
    for (const end of ends.slice(Math.floor(ends.length / 2))) counts.set(end, (counts.get(end) ?? 0) + 1);
    const [usual] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0]);
    return this.namesBelowSparse(this.width) ?? ends.findIndex((end) => end >= usual);
  }

  #firstOfTable(): number {
    const first = this.#titles();
    if (first <= 0 || first + 1 >= this.length || this.headerAt(first) === 'data') return 0;
    const above = this.#rows.slice(0, first).map(({ cells }) => cells.length);
    const areSparse = above.every((cells) => cells * 4 <= this.width);
    const areSingle = above.every((cells, row) => cells === 1 && !this.hasData(row));
    const isHeader = (areSingle && this.areDifferent(first)) || this.misfits(first).length > 0;
    return areSparse || isHeader ? first : 0;
  }

  protected cells(index: number): readonly number[] {
    let kinds = this.#kinds.get(index);
    if (kinds === undefined) {
      const known = new Map(this.#rows[index]?.cells.map((cell) => [cell.column, this.#kindOf(cell)]));
      kinds = this.#columns.map((column) => known.get(column) ?? 0);
      this.#kinds.set(index, kinds);
    }
    return kinds;
  }

  #kindOf({ type, dateFormat, value }: SheetCell): number {
    if (type === 'boolean') return kind.boolean;
    if (type === 'number') {
      if (dateFormat !== undefined) return kind.date;
      return Number.isInteger(numberOf(value, 0, value.length)) ? kind.integer : kind.fraction;
    }
    if (this.#input.nulls.find(value, 0, value.length) >= 0) return 0;
    const found = classify(value, 0, value.length, false, this.#dates);
    return (found & (isoDateKinds | otherDateKinds)) === 0 ? kind.text : found;
  }

  protected textOf(index: number, column: number): string {
    return new TextDecoder().decode(this.#cellAt(index, column)?.value);
  }

  protected timeOf(index: number, column: number): number {
    const cell = this.#cellAt(index, column);
    if (cell === undefined) return Number.NaN;
    const { type, dateFormat, value } = cell;
    if (type === 'text') return this.#dates.read(value, 0, value.length) ? this.#dates.seconds : Number.NaN;
    const number = numberOf(value, 0, value.length);
    if (dateFormat !== undefined) return number * 86_400;
    return Number.isInteger(number) && number >= 1800 && number < 2200 ? number : Number.NaN;
  }

  #cellAt(index: number, column: number): SheetCell | undefined {
    return this.#rows[index]?.cells.find((each) => each.column === this.#columns[column]);
  }
}
