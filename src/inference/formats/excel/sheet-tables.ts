import type { ProfiledTable } from '../../data-format.ts';
import { SeveralTables } from '../../head/several-tables.ts';
import { InferenceError } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { FirstFew } from '../../notes.ts';
import { type CellRange, rangeText } from './cells.ts';
import type { CellStyle, SheetRow } from './sheet-names.ts';
import { sheetHeadRows, sheetNames } from './sheet-rows.ts';
import { type SheetInput, SheetTable } from './sheet-table.ts';

/** By so many cells it is decided where a table begins. */
const headCells = 20_000;

/** Finds the tables of a sheet, and keeps the largest. Blank rows are not counted. */
export class SheetTables {
  readonly #header: boolean | undefined;
  readonly #tables: SeveralTables<SheetRow, SheetTable>;
  #keptCells = 0;
  /** The other tables. */
  readonly #others = new FirstFew<CellRange>();
  #row = 0;
  readonly #merges: CellRange[] = [];

  constructor(input: SheetInput) {
    const { header, headerRow, skip, range } = input.choices;
    this.#header = headerRow === undefined ? header : true;
    const { nulls, known, dateSystem, checkpoint } = input;
    this.#tables = new SeveralTables({
      header: this.#header,
      isStart: (header ?? headerRow ?? skip ?? range) !== undefined,
      known,
      head: (rows) => {
        checkpoint.budget.work(100 * rows.reduce((sum, row) => sum + row.cells.length, 0));
        return sheetHeadRows(rows, nulls, dateSystem);
      },
      namesOf: (rows) => (first, last) => sheetNames(rows.slice(first, last + 1), dateSystem),
      begin: (rows, layout, columns) => new SheetTable(rows, layout, input, columns),
      onBeside: (rows, { left, right }) =>
        this.#others.add({ top: rows[0]?.number ?? 0, left, bottom: rows.at(-1)?.number ?? 0, right }),
      onOther: ({ range }) => this.#others.add(range),
    });
  }

  /** Adds a cell that is not empty. `row`: from 1. */
  add(row: number, cell: Readonly<CellStyle>, bytes: Uint8Array, start: number, end: number): void {
    if (row !== this.#row) this.#startRow(row);
    const { kept, last } = this.#tables;
    if (kept === undefined) last?.addCell(cell, bytes, start, end);
    else {
      kept.at(-1)?.cells.push({ ...cell, value: bytes.slice(start, end) });
      if (++this.#keptCells > headCells + limits.columns)
        throw new InferenceError({ kind: 'too-many-columns' });
    }
  }

  #startRow(number: number): void {
    const isAfterBlank = this.#row > 0 && number !== this.#row + 1;
    this.#row = number;
    if (this.#tables.isData(isAfterBlank, this.#keptCells >= headCells)) this.#tables.last?.startRow(number);
    else {
      const { kept = [] } = this.#tables;
      if (kept.length === 0) this.#keptCells = 0;
      kept.push({ number, isAfterBlank, cells: [] });
    }
  }

  /** There are no more cells. */
  end(): void {
    this.#tables.end();
  }

  /** Adds the range of merged cells, which come after all cells. */
  addMerged(range: CellRange): void {
    if (this.#tables.largest?.mayHaveGroups(range.top) && this.#merges.length < limits.columns)
      this.#merges.push(range);
  }

  /** The sheet's largest table; `undefined` if it is empty. */
  table(name: string): ProfiledTable | undefined {
    const { largest } = this.#tables;
    if (largest === undefined) return undefined;
    const table = largest.profiled(name, this.#merges, this.#header === undefined);
    const { count, items } = this.#others;
    if (count === 0) return table;
    const ranges = items.map((range) => rangeText(name, range));
    return { ...table, notes: [...table.notes, { kind: 'other-tables', count, ranges }] };
  }
}
