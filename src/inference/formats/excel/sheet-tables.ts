import { CellColumn } from '../../columns/cell-column.ts';
import { namedColumns } from '../../columns/column-profile.ts';
import { headerNotes } from '../../columns/header-notes.ts';
import { checkColumnCount, InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { FirstFew, type TableNote } from '../../notes.ts';
import { quotedText } from '../../values/values.ts';
import type { FormatInput, ProfiledTable } from '../data-format.ts';
import {
  type CellRange,
  type DateSystem,
  isSerialDate,
  numberOf,
  rangeText,
  serialDateText,
} from './cells.ts';
import { findTable, SheetHead, type SheetHeadInput, type SheetLayout } from './sheet-head.ts';
import { type CellStyle, joinedName, namesOf, type SheetRow, spreadNames, textOf } from './sheet-names.ts';

/** By so many rows, or cells, it is decided where a table begins. */
const headLimits = { rows: 50, cells: 20_000 };

/** By so many rows after a blank one it is decided whether they are another table. */
const rowsOfOther = 10;

/** How the cells of a sheet are read. */
export interface SheetInput
  extends SheetHeadInput,
    Pick<FormatInput, 'profiles' | 'choices' | 'checkpoint'> {}

/** Finds the tables of a sheet, and keeps the largest. Blank rows are not counted. */
export class SheetTables {
  readonly #input: SheetInput;
  readonly #header: boolean | undefined;
  /** Whether the user says where the table is. */
  readonly #isStart: boolean;
  /** Rows that are kept until it is known what they are; `undefined`: rows are data of the last table. */
  #head: SheetRow[] | undefined = [];
  #headCells = 0;
  #last: SheetTable | undefined;
  #largest: SheetTable | undefined;
  /** The other tables. */
  readonly #others = new FirstFew<CellRange>();
  #row = 0;
  readonly #merges: CellRange[] = [];

  constructor(input: SheetInput) {
    this.#input = input;
    const { header, headerRow, skip, range } = input.choices;
    this.#header = headerRow === undefined ? header : true;
    this.#isStart = (header ?? headerRow ?? skip ?? range) !== undefined;
  }

  /** Adds a cell that is not empty. `row`: from 1. */
  add(row: number, cell: Readonly<CellStyle>, bytes: Uint8Array, start: number, end: number): void {
    if (row !== this.#row) this.#startRow(row);
    if (this.#head === undefined) this.#last?.add(cell, bytes, start, end);
    else {
      this.#head.at(-1)?.cells.push({ ...cell, value: bytes.slice(start, end) });
      if (++this.#headCells > headLimits.cells + limits.columns)
        throw new InferenceError({ kind: 'too-many-columns' });
    }
  }

  #startRow(row: number): void {
    if (this.#head && (this.#head.length >= headLimits.rows || this.#headCells >= headLimits.cells))
      this.#decide(this.#head, false);
    if (this.#head === undefined && !this.#isStart && row !== this.#row + 1) this.#keep([]);
    this.#row = row;
    if (this.#head) this.#head.push({ number: row, cells: [] });
    else this.#last?.startRow(row);
  }

  #keep(rows: SheetRow[] | undefined): void {
    this.#head = rows;
    this.#headCells = rows?.reduce((sum, { cells }) => sum + cells.length, 0) ?? 0;
  }

  /** Adds the kept rows to their tables; keeps the last ones after a blank row if they are too few to know what they are. */
  #decide(rows: SheetRow[], isEnd: boolean): void {
    this.#keep(undefined);
    this.#input.checkpoint.budget.work(100 * rows.length);
    let i = 0;
    if (this.#last === undefined) {
      const found = this.#isStart ? undefined : findTable(rows, this.#input);
      const layout = found ?? new SheetHead(rows, this.#input).layout(this.#header, this.#isStart);
      i = this.#begin(rows, layout);
    }
    for (; i < rows.length; i++) {
      const { number, cells } = rows[i] as SheetRow;
      if (!this.#isStart && number !== (this.#last?.range.bottom ?? 0) + 1) {
        const next = rows.slice(i, i + rowsOfOther);
        if (next.length < rowsOfOther && !isEnd && i > 0) {
          this.#keep(next);
          return;
        }
        this.#input.checkpoint.budget.work(100 * next.reduce((sum, row) => sum + row.cells.length, 0));
        const found = findTable(next, this.#input, (column) => this.#last?.isMixed(column) ?? false);
        if (found !== undefined) {
          i += this.#begin(next, found) - 1;
          continue;
        }
      }
      this.#last?.startRow(number);
      for (const cell of cells) this.#last?.add(cell, cell.value, 0, cell.value.length);
    }
  }

  /** Begins a table. Returns the number of rows above its data. */
  #begin(rows: readonly SheetRow[], layout: SheetLayout): number {
    this.#finish();
    this.#last = new SheetTable(rows, layout, this.#input);
    return layout.first + layout.headerRows;
  }

  #finish(): void {
    let smaller = this.#last;
    if ((this.#last?.size ?? -1) > (this.#largest?.size ?? -1)) {
      smaller = this.#largest;
      this.#largest = this.#last;
    }
    this.#last = undefined;
    if (smaller !== undefined) this.#others.add(smaller.range);
  }

  /** There are no more cells. */
  end(): void {
    if (this.#head && this.#head.length > 0) this.#decide(this.#head, true);
    this.#finish();
  }

  /** Adds the range of merged cells, which come after all cells. */
  addMerged(range: CellRange): void {
    if (this.#largest?.mayHaveGroups(range.top) && this.#merges.length < limits.columns)
      this.#merges.push(range);
  }

  /** The sheet's largest table; `undefined` if it is empty. */
  table(name: string): ProfiledTable | undefined {
    if (this.#largest === undefined) return undefined;
    const table = this.#largest.profiled(name, this.#merges, this.#header === undefined);
    const { count, items } = this.#others;
    if (count === 0) return table;
    const ranges = items.map((range) => rangeText(name, range));
    return { ...table, notes: [...table.notes, { kind: 'other-tables', count, ranges }] };
  }
}

/** A table of a sheet, whose cells are profiled as columns. */
class SheetTable {
  #rows = 0;
  readonly range = { top: 0, left: Number.POSITIVE_INFINITY, bottom: 0, right: 0 };
  readonly #columns = new Map<number, CellColumn>();
  readonly #input: SheetInput;
  readonly #layout: SheetLayout;
  /** Rows above it. */
  readonly #titles: readonly SheetRow[];
  readonly #header: readonly SheetRow[];
  readonly #names: ReadonlyMap<number, string>;
  /** With those of groups, as far as the rows above may have them. */
  readonly #namesOfGroups: readonly ReadonlyMap<number, string>[];

  constructor(rows: readonly SheetRow[], layout: SheetLayout, input: SheetInput) {
    this.#input = input;
    this.#layout = layout;
    this.#titles = rows.slice(0, layout.first);
    this.#header = rows.slice(layout.first, layout.first + layout.headerRows);
    this.range.top = rows[layout.first]?.number ?? 0;
    this.#names = namesOf(this.#header.at(-1), input.dateSystem);
    const upper = this.#header.length > 1 ? this.#header.slice(0, -1) : this.#titles.slice(-1);
    const groups = upper.map((row) => spreadNames(row, [], input.dateSystem));
    this.#namesOfGroups = [...groups, this.#names];
    for (const { number, cells } of this.#header) {
      this.range.bottom = number;
      for (const { column } of cells) this.#columnAt(column);
    }
  }

  get size(): number {
    return this.#rows * this.#columns.size;
  }

  /** Whether a row may have names of groups: one of the header but the last, or else the row above, which may belong to it. */
  mayHaveGroups(row: number): boolean {
    if (this.#header.length <= 1) return row === this.range.top - 1;
    return this.#header.some(({ number }, index) => number === row && index < this.#header.length - 1);
  }

  isMixed(column: number): boolean {
    return this.#columns.get(column)?.isMixed ?? false;
  }

  startRow(number: number): void {
    this.#rows++;
    this.range.bottom = number;
  }

  add(
    { column, type, dateFormat }: Readonly<CellStyle>,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    const cells = this.#columnAt(column);
    const row = this.#rows;
    if (type === 'text') cells.addText(row, bytes, start, end);
    else if (type === 'boolean') cells.addBoolean(row, bytes[start] === 0x31);
    else {
      const value = numberOf(bytes, start, end);
      if (Number.isNaN(value)) cells.addText(row, bytes, start, end);
      else if (dateFormat !== undefined && isSerialDate(value))
        cells.addDate(row, value, () => serialDateText(value, this.#input.dateSystem));
      else cells.addNumber(row, value, bytes, start, end, true);
    }
  }

  #columnAt(column: number): CellColumn {
    let cells = this.#columns.get(column);
    if (cells === undefined) {
      const { profiles } = this.#input;
      const [name = '', joined = ''] = [this.#names.get(column), joinedName(this.#namesOfGroups, column)];
      cells = new CellColumn(profiles.add(profiles.counted(name) | profiles.counted(joined)));
      this.#columns.set(column, cells);
      this.#input.checkpoint.budget.keepColumns(1);
      checkColumnCount(this.#columns.size);
      this.range.left = Math.min(this.range.left, column);
      this.range.right = Math.max(this.range.right, column);
    }
    return cells;
  }

  /** `isDetected`: nobody said whether there is a header. */
  profiled(name: string, merged: readonly CellRange[], isDetected: boolean): ProfiledTable {
    const columns = [...this.#columns].sort(([a], [b]) => a - b);
    const { left, right } = this.range;
    // What is merged over the whole table is a title.
    const groups = merged.filter((range) => range.left > left || range.right < right);
    const [notes, above] = this.#titles.length > 1 ? this.#titles.slice(-2) : [undefined, ...this.#titles];
    const isNextTo = this.#header.length === 1 && above?.number === this.range.top - 1;
    const areDifferent = new Set(this.#names.values()).size === this.#names.size;
    // Below other texts side by side it is a note as well, unless the names need it.
    const isNote = areDifferent && (notes?.cells.length ?? 0) > 1;
    const isAbove = isNextTo && groups.length > 0 && !isNote;
    const titles = isAbove ? this.#titles.slice(0, -1) : this.#titles;
    const upper = isAbove ? [above] : this.#header.slice(0, -1);
    const spread = upper.map((row) => {
      const ofRow = groups.filter(({ top }) => top === row.number);
      return spreadNames(row, ofRow, this.#input.dateSystem);
    });
    const names = [...spread, this.#names];
    const header = this.#layout.isHeaderLikeData ? 'like-data' : this.#header.length > 0 ? 'names' : 'none';
    const profiles = columns.map(([, { profile }]) => profile);
    return {
      name,
      format: 'xlsx',
      rows: this.#rows,
      columns: namedColumns(
        columns.map(([column, { profile, values }]) => {
          profile.empty = this.#rows - values;
          return { sourceName: joinedName(names, column), profile };
        }),
      ),
      notes: [
        ...titleNotes(titles, this.#input.dateSystem),
        ...headerNotes(header, isDetected, titles.length, this.#rows, profiles),
      ],
    };
  }
}

function titleNotes(titles: readonly SheetRow[], dateSystem: DateSystem): TableNote[] {
  if (titles.length === 0) return [];
  const listed = titles.slice(0, limits.listedRows);
  const lines = listed.map(({ number }) => number);
  const texts = listed.map(({ cells }) =>
    cells.map((cell) => quotedText(textOf(cell, dateSystem))).join(' '),
  );
  return [{ kind: 'title', count: titles.length, lines, texts }];
}
