import { HeaderFinder } from '../../columns/header-finder.ts';
import { classify } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { isoDateKinds, kind, otherDateKinds } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { type CellType, numberOf } from './cells.ts';

/** A cell that is not empty, with its text. */
export interface SheetCell {
  readonly column: number;
  readonly type: CellType;
  /** By which it shows a date or a time. */
  readonly dateFormat: string | undefined;
  readonly value: Uint8Array;
}

export interface SheetRow {
  /** In the sheet, from 1. */
  readonly number: number;
  readonly cells: SheetCell[];
}

/** Where a table begins. */
export interface SheetLayout {
  /** The index of its first row. */
  readonly first: number;
  /** How many rows of it are its header. */
  readonly headerRows: 0 | 1 | 2;
  /** The header could be data. */
  readonly isHeaderLikeData: boolean;
}

/**
 * The first table with a header, below titles. Below another table its header must be above something else than texts, in
 * a column that `isMixed` doesn't say has texts and other cells anyway.
 */
export function findTable(
  rows: readonly SheetRow[],
  nulls: NullTexts,
  isMixed?: (column: number) => boolean,
): SheetLayout | undefined {
  for (let start = 0, end = 0; start < rows.length; start = end) {
    do end++;
    while (end < rows.length && rows[end]?.number === (rows[end - 1]?.number ?? 0) + 1);
    // Rows between blank rows are many in some sheets, and a row alone shows nothing.
    if (end - start < 2) continue;
    const block = new SheetHead(rows.slice(start, end), nulls);
    const layout = block.layout(undefined, false);
    const isSure = block.isCertain(layout.first, isMixed);
    const longest = isSure ? block.width - 1 : Math.max(1, block.width / 2);
    const areTitles =
      start === 0 || (block.width > 1 && rows.slice(0, start).every(({ cells }) => cells.length <= longest));
    const isTable = isMixed ? isSure : layout.headerRows > 0;
    if (isTable && areTitles) return { ...layout, first: start + layout.first };
  }
  return undefined;
}

/** Rows of a sheet that a table may begin in. */
export class SheetHead extends HeaderFinder {
  readonly #rows: readonly SheetRow[];
  readonly #nulls: NullTexts;
  /** Those that have cells, in their order. */
  readonly #columns: readonly number[];
  readonly #kinds = new Map<number, readonly number[]>();
  readonly #dates = new IsoDateReader();

  constructor(rows: readonly SheetRow[], nulls: NullTexts) {
    super();
    this.#rows = rows;
    this.#nulls = nulls;
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
    const first = isStart || header === false ? 0 : this.#firstOfTable();
    const found = header === false ? 'data' : header ? 'names' : this.headerAt(first);
    const headerRows = found === 'data' ? 0 : this.#isInTwoRows(first) ? 2 : 1;
    return { first, headerRows, isHeaderLikeData: found === 'steps' && headerRows === 1 };
  }

  /** Whether a row has several names, and not all columns are texts. */
  isCertain(index: number, isMixed = (_column: number) => false): boolean {
    if ((this.#rows[index]?.cells.length ?? 0) < 2 || !this.#areTexts(index)) return false;
    return this.misfits(index).some((column) => !isMixed(this.#columns[column] as number));
  }

  /** After rows that end before most others, such as titles. */
  #firstOfTable(): number {
    const ends = this.#rows.map(({ cells }) => cells.at(-1)?.column ?? 0);
    const counts = new Map<number, number>();
    for (const end of ends.slice(Math.floor(ends.length / 2))) counts.set(end, (counts.get(end) ?? 0) + 1);
    const [usual] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0]);
    let first = ends.findIndex((end) => end >= usual);
    while (this.#isSparseTitle(first)) first++;
    if (first <= 0 || first + 1 >= this.length || this.headerAt(first) === 'data') return 0;
    const areSparse = this.#rows.slice(0, first).every(({ cells }) => cells.length * 4 <= this.width);
    return areSparse || this.misfits(first).length > 0 ? first : 0;
  }

  /** Whether a row has most names empty, above a full one of names. */
  #isSparseTitle(index: number): boolean {
    const [cells = 0, next] = [this.#rows[index]?.cells.length, this.#rows[index + 1]?.cells.length];
    return (
      cells * 2 < this.width &&
      next === this.width &&
      this.isCertain(index + 1) &&
      this.areDifferent(index + 1) &&
      !this.hasData(index)
    );
  }

  #areTexts(index: number): boolean {
    return this.cells(index).every((cell) => cell === 0 || cell === kind.text);
  }

  /** Whether a row lacks cells on the right of others, and the next one has names there. */
  #isInTwoRows(index: number): boolean {
    if (index + 2 >= this.length || !this.#areTexts(index + 1) || this.misfits(index + 1).length === 0)
      return false;
    const upper = this.cells(index);
    const lower = this.cells(index + 1);
    const hasGap = upper.some((cell, column) => cell === 0 && (upper[column - 1] ?? 0) !== 0);
    return hasGap && upper.every((cell, column) => cell !== 0 || lower[column] !== 0);
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
    if (this.#nulls.find(value, 0, value.length) >= 0) return 0;
    const found = classify(value, 0, value.length, false, this.#dates);
    return (found & (isoDateKinds | otherDateKinds)) === 0 ? kind.text : found;
  }

  protected textOf(index: number, column: number): string {
    const cell = this.#rows[index]?.cells.find((each) => each.column === this.#columns[column]);
    return cell === undefined ? '' : new TextDecoder().decode(cell.value);
  }

  protected timeOf(index: number, column: number): number {
    const cell = this.#rows[index]?.cells.find((each) => each.column === this.#columns[column]);
    if (cell === undefined) return Number.NaN;
    const { type, dateFormat, value } = cell;
    if (type === 'text') return this.#dates.read(value, 0, value.length) ? this.#dates.seconds : Number.NaN;
    const number = numberOf(value, 0, value.length);
    if (dateFormat !== undefined) return number * 86_400;
    return Number.isInteger(number) && number >= 1800 && number < 2200 ? number : Number.NaN;
  }
}
