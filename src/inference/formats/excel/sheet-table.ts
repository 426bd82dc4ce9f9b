import { CellColumn } from '../../columns/cell-column.ts';
import { namedColumns } from '../../columns/column-profile.ts';
import type { FormatInput, ProfiledTable } from '../../data-format.ts';
import { headerNotes, titleNotes } from '../../head/header-notes.ts';
import type { KnownNames } from '../../head/known-names.ts';
import type { TableAbove } from '../../head/next-table.ts';
import { takeRemarks } from '../../head/remarks.ts';
import { type RowTable, type SkippedKind, skippedNotes, skippedRows } from '../../head/several-tables.ts';
import type { ColumnRange } from '../../head/side-by-side.ts';
import type { TableLayout } from '../../head/table-finder.ts';
import { checkColumnCount } from '../../inference-error.ts';
import { kind } from '../../values/kinds.ts';
import { quotedText } from '../../values/values.ts';
import { type CellRange, type DateSystem, isSerialDate, numberOf, serialDateText } from './cells.ts';
import {
  type CellStyle,
  joinedName,
  rowTexts,
  type SheetCell,
  type SheetRow,
  spreadNames,
  textOf,
} from './sheet-names.ts';

/** How the cells of a sheet are read. */
export interface SheetInput extends Pick<FormatInput, 'profiles' | 'choices' | 'checkpoint' | 'nulls'> {
  readonly known: KnownNames | undefined;
  readonly dateSystem: DateSystem;
}

/** A table of a sheet, whose cells are profiled as columns. */
export class SheetTable implements RowTable<SheetRow> {
  rows = 0;
  readonly #skipped = skippedRows();
  /** Cells of the row that is being read that are equal to those of the header. */
  #same = -1;
  readonly range = { top: 0, left: Number.POSITIVE_INFINITY, bottom: 0, right: 0 };
  readonly #columns = new Map<number, CellColumn>();
  readonly #input: SheetInput;
  readonly #layout: TableLayout;
  /** Its columns, if there are other tables beside it. */
  readonly #own: ColumnRange;
  /** The row that is being read, if it has no cell in them yet. */
  #startedRow: number | undefined;
  /** Rows above it. */
  readonly #titles: readonly SheetRow[];
  readonly #header: readonly SheetRow[];
  /** The cells of the header's last row. */
  readonly #last: readonly SheetCell[];
  readonly #names: ReadonlyMap<number, string>;
  readonly #areDifferent: boolean;
  /** With those of groups, as far as the rows above may have them. */
  readonly #namesOfGroups: readonly ReadonlyMap<number, string>[];

  constructor(
    all: readonly SheetRow[],
    layout: TableLayout,
    input: SheetInput,
    columns: ColumnRange = { left: 0, right: Number.POSITIVE_INFINITY },
  ) {
    const isOwn = ({ column }: SheetCell) => column >= columns.left && column <= columns.right;
    const rows = all.map((row) => ({ ...row, cells: row.cells.filter(isOwn) }));
    this.#own = columns;
    this.#input = input;
    this.#layout = layout;
    this.#titles = rows.slice(0, layout.first);
    this.#header = rows.slice(layout.first, layout.first + layout.headerRows);
    this.#names = rowTexts(this.#header.at(-1), input.dateSystem);
    this.#areDifferent = new Set(this.#names.values()).size === this.#names.size;
    // Where names are the same, rows that equal them may be data.
    this.#last = this.#areDifferent ? (this.#header.at(-1)?.cells ?? []) : [];
    this.range.top = rows[layout.first]?.number ?? 0;
    const upper = this.#header.length > 1 ? this.#header.slice(0, -1) : this.#titles.slice(-1);
    const groups = upper.map((row) => spreadNames(row, [], input.dateSystem));
    this.#namesOfGroups = [...groups, this.#names];
    for (const { number, cells } of this.#header) {
      this.range.bottom = number;
      for (const { column } of cells) this.#columnAt(column);
    }
  }

  get columns(): number {
    return this.#columns.size;
  }

  get above(): TableAbove {
    const [names, kinds]: [string[], number[]] = [[], []];
    for (const [column, { profile, hasOthers }] of this.#columns) {
      names[column] = this.#names.get(column) ?? '';
      kinds[column] = profile.kinds | (hasOthers ? kind.integer : 0);
    }
    return { names: Array.from(names, (name = '') => name), kinds, isRagged: false };
  }

  /** Whether a row may have names of groups: one of the header but the last, or else the row above, which may belong to it. */
  mayHaveGroups(row: number): boolean {
    if (this.#header.length <= 1) return row === this.range.top - 1;
    return this.#header.some(({ number }, index) => number === row && index < this.#header.length - 1);
  }

  add({ number, cells }: SheetRow): void {
    this.startRow(number);
    for (const cell of cells) this.addCell(cell, cell.value, 0, cell.value.length);
  }

  skip(rows: readonly SheetRow[], kind: SkippedKind): void {
    this.end();
    this.range.bottom = rows.at(-1)?.number ?? this.range.bottom;
    this.#skipped[kind].add(this.rows + 1, rows.length);
  }

  startRow(number: number): void {
    this.#startedRow = number;
  }

  /** A row whose cells are those of the header is none of the data. */
  end(): void {
    const same = this.#same;
    this.#same = -1;
    if (same > 1 && same === this.#last.length) this.#skipped['repeated-header'].add(this.rows--);
    else
      for (const cell of this.#last.slice(0, Math.max(0, same)))
        this.#addValue(cell, cell.value, 0, cell.value.length);
  }

  addCell(cell: Readonly<CellStyle>, bytes: Uint8Array, start: number, end: number): void {
    if (cell.column < this.#own.left || cell.column > this.#own.right) return;
    if (this.#startedRow !== undefined) {
      this.end();
      this.rows++;
      this.#same = 0;
      this.range.bottom = this.#startedRow;
      this.#startedRow = undefined;
    }
    if (this.#same >= 0) {
      if (isSameCell(this.#last[this.#same], cell, bytes, start, end)) {
        this.#same++;
        return;
      }
      // The row has other cells than the header.
      const cells = this.#last.slice(0, this.#same);
      this.#same = -1;
      for (const before of cells) this.#addValue(before, before.value, 0, before.value.length);
    }
    this.#addValue(cell, bytes, start, end);
  }

  #addValue(
    { column, type, dateFormat }: Readonly<CellStyle>,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    const cells = this.#columnAt(column);
    const row = this.rows;
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
    const above = this.#titles.at(-1);
    const isNextTo = this.#header.length === 1 && above?.number === this.range.top - 1;
    // Below other texts side by side it is a note as well, unless the names need it.
    const isNote = this.#areDifferent && (this.#titles.at(-2)?.cells.length ?? 0) > 1;
    const isAbove = isNextTo && groups.length > 0 && !isNote;
    const upper = isAbove ? [above] : this.#header.slice(0, -1);
    const spread = upper.map((row) => {
      const ofRow = groups.filter(({ top }) => top === row.number);
      return spreadNames(row, ofRow, this.#input.dateSystem);
    });
    const joined = [...spread, this.#names];
    // What is above the names that the table has in the dataset is a title.
    const [names, isNamed] = this.#isNamedByLast(joined) ? [[this.#names], true] : [joined, false];
    const titles = isNamed
      ? [...this.#titles, ...this.#header.slice(0, -1)]
      : this.#titles.slice(0, isAbove ? -1 : undefined);
    const profiles = columns.map(([, { profile }]) => profile);
    const named = columns.map(([column, { profile, values }]) => {
      profile.empty = this.rows - values;
      return { sourceName: joinedName(names, column), profile, place: column };
    });
    const remarks = takeRemarks(named, this.rows);
    return {
      name,
      format: 'xlsx',
      rows: this.rows,
      columns: namedColumns(named),
      notes: [
        ...titleNotes(titles, ({ number, cells }) => ({
          line: number,
          text: cells.map((cell) => quotedText(textOf(cell, this.#input.dateSystem))).join(' '),
        })),
        ...remarks,
        ...skippedNotes(this.#skipped),
        ...headerNotes(this.#layout.header, isDetected, titles.length, this.rows, profiles),
      ],
    };
  }

  /** Whether the last row of the header gives more of the names that the data is checked for than all its rows together. */
  #isNamedByLast(joined: readonly ReadonlyMap<number, string>[]): boolean {
    const { known } = this.#input;
    if (known === undefined || joined.length === 1) return false;
    const columns = [...this.#columns.keys()];
    const all = { names: columns.map((column) => joinedName(joined, column) ?? '') };
    const last = { names: columns.map((column) => this.#names.get(column) ?? '') };
    return known.header([all, last]) === last;
  }
}

function isSameCell(
  known: SheetCell | undefined,
  { column, type }: Readonly<CellStyle>,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  if (known?.column !== column || known.type !== type || known.value.length !== end - start) return false;
  return known.value.every((value, index) => value === bytes[start + index]);
}
