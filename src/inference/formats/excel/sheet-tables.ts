import type { ProfiledTable } from '../../data-format.ts';
import type { Cell } from '../../head/cell-row.ts';
import type { CellRange } from '../../head/head-row.ts';
import type { CellReading } from '../../head/row-table.ts';
import { SeveralTables } from '../../head/several-tables.ts';
import { checkColumnCount } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { rangeText } from './cells.ts';

/** Finds the tables of a sheet, and keeps the largest. Blank rows are not counted. */
export class SheetTables {
  readonly #tables: SeveralTables;
  #number = 0;
  #cells: Cell[] = [];
  /** The number of the row above that has cells. */
  #above = 0;
  readonly #merged: CellRange[] = [];

  constructor(reading: CellReading) {
    this.#tables = new SeveralTables(reading);
  }

  /** Adds a cell that is not empty. Its bytes stay as they are. `row`: from 1. */
  add(row: number, cell: Cell): void {
    if (row !== this.#number) this.#endRow();
    this.#number = row;
    this.#cells.push(cell);
    checkColumnCount(this.#cells.length);
  }

  #endRow(): void {
    if (this.#cells.length === 0) return;
    const isAfterBlank = this.#above > 0 && this.#number !== this.#above + 1;
    const row = { number: this.#number, cells: this.#cells };
    this.#tables.add(isAfterBlank, () => row);
    this.#above = this.#number;
    this.#cells = [];
  }

  /** There are no more cells. */
  end(): void {
    this.#endRow();
    this.#tables.end();
  }

  /** Adds the range of merged cells, which come after all cells. */
  addMerged(range: CellRange): void {
    const { titles = [], named = [] } = this.#tables.largest.found?.start ?? {};
    const groups = [...titles.slice(-1), ...named.slice(0, -1)];
    if (groups.some(({ number }) => number === range.top) && this.#merged.length < limits.columns)
      this.#merged.push(range);
  }

  /** The sheet's largest table; `undefined` if it is empty. */
  table(name: string): ProfiledTable | undefined {
    const { largest } = this.#tables;
    if (largest.found === undefined) return undefined;
    const { table } = largest.found.finish(this.#merged);
    const others = largest.notes((range) => rangeText(name, range));
    return { ...table, name, format: 'xlsx', notes: [...table.notes, ...others] };
  }
}
