import { FirstFew, type TableNote } from '../notes.ts';
import type { CellRange, ColumnRange } from './head-row.ts';

/** Where a table is that is not read. */
export interface OtherTable extends CellRange {
  /** Whether its first row names its columns, and those of no table beside it. */
  readonly hasHeader: boolean;
}

interface SizedTable {
  readonly rows: number;
  /** The number of its columns. */
  readonly width: number;
  readonly range: OtherTable;
}

/** The table of several that is read: the one with most rows; of equally many, with most columns. */
export class LargestTable<Table extends SizedTable> {
  found: Table | undefined;
  readonly #others = new FirstFew<OtherTable>();
  readonly #isFirst: boolean;

  /** `isFirst`: the user says where it begins. */
  constructor(isFirst: boolean | undefined) {
    this.#isFirst = isFirst ?? false;
  }

  add(table: Table): void {
    const { found } = this;
    const isLarger =
      found === undefined ||
      (!this.#isFirst && (table.rows === found.rows ? table.width > found.width : table.rows > found.rows));
    const smaller = isLarger ? found : table;
    if (isLarger) this.found = table;
    if (smaller !== undefined) this.#others.add(smaller.range);
  }

  /** Adds a table beside another one, which no row of a header chooses. */
  addBeside(top: number, bottom: number, columns: ColumnRange): void {
    this.#others.add({ ...columns, top, bottom, hasHeader: false });
  }

  /** What is said about the others. `of`: what their places count, or the text of their cells. */
  notes(of: 'lines' | 'arrays' | ((range: CellRange) => string)): TableNote[] {
    const { count, items } = this.#others;
    if (count === 0) return [];
    const tables = items.toSorted((a, b) => a.top - b.top);
    if (typeof of === 'function') return [{ kind: 'other-tables', count, ranges: tables.map(of) }];
    const ranges = tables.map(({ top, bottom }) => `${top}-${bottom}`);
    const headerRows = tables.flatMap(({ top, hasHeader }) => (hasHeader ? top : []));
    const facts = of === 'arrays' ? { isOfArrays: true } : { line: tables[0]?.top };
    return [{ kind: 'other-tables', count, ranges, headerRows, ...facts }];
  }
}
