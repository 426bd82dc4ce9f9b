import { CellColumn } from '../columns/cell-column.ts';
import type { FormatInput } from '../data-format.ts';
import { checkColumnCount, checkNameLength } from '../inference-error.ts';
import { RowCount } from '../notes.ts';
import { RaggedRows } from '../ragged-rows.ts';
import { quotedText } from '../values/values.ts';
import { addCell, areSameCells, type Cell, type CellRow, type KeptRow } from './cell-row.ts';
import type { CellRange } from './head-row.ts';
import { areDifferentNames, joinNames, namesAtEnd } from './header-names.ts';
import type { KnownNames } from './known-names.ts';
import type { OtherTable } from './largest-table.ts';
import type { TableAbove } from './next-table.ts';
import { finishTable } from './table-end.ts';
import type { TableStart } from './table-start.ts';

/** How the cells of tables are profiled. */
export type CellReading = Pick<FormatInput, 'profiles' | 'choices' | 'checkpoint' | 'nulls'> & {
  readonly known: KnownNames | undefined;
};

/** A table whose rows are added one by one. */
export class RowTable {
  rows = 0;
  readonly start: TableStart<KeptRow>;
  readonly ragged = new RaggedRows();
  readonly #reading: CellReading;
  /** By their places; those without a name or a cell are missing. */
  readonly #columns: CellColumn[] = [];
  /** The number of its columns. */
  width = 0;
  /** How many cells its rows should have, where the carrier says how many they have. */
  readonly #fields: number | undefined;
  readonly #skipped = { 'repeated-header': new RowCount(), 'rule-lines': new RowCount() };
  /** The names that its columns may have, with and without those of groups. */
  readonly #possible: readonly (readonly string[])[];
  /** The last cells of the header, if rows that equal them are none of the data. */
  readonly #header: readonly Cell[];
  readonly #top: number;
  #bottom: number;

  constructor(start: TableStart<KeptRow>, reading: CellReading) {
    this.start = start;
    this.#reading = reading;
    const { named, titles, names, rows, first } = start;
    const last = named.at(-1);
    this.#possible = [names, joinNames(named.slice(-1)), joinNames([...titles.slice(-1), ...named])];
    const cells = last ? this.#own(last.row) : [];
    this.#header = cells.length > 1 && areDifferentNames(names) ? cells : [];
    this.#top = rows[first]?.number ?? 0;
    this.#bottom = last?.number ?? this.#top;
    if (rows[first]?.fields !== undefined) {
      const widest = rows.slice(first).reduce((most, { fields = 0 }) => Math.max(most, fields), 0);
      this.#fields = last ? names.length : widest;
      checkColumnCount(this.#fields);
      for (let column = 0; column < this.#fields; column++) this.#columnAt(column);
    }
    for (const { columns } of named) for (const column of columns) this.#columnAt(column);
    for (const name of names) checkNameLength(name.length, 0);
  }

  get range(): OtherTable {
    const places = this.#columns.flatMap((_, place) => place);
    const [left, right] = [places[0] ?? 0, places.at(-1) ?? 0];
    return { top: this.#top, left, bottom: this.#bottom, right, hasHeader: this.start.headerRows > 0 };
  }

  /** The place of the row below its header, from 0. */
  get firstRow(): number {
    return this.start.named.at(-1)?.number ?? this.#top - 1;
  }

  /** What is known of it where another one may begin. */
  get above(): TableAbove {
    const { missing, surplus } = this.ragged;
    const kinds = this.#columns.map(({ profile }) => profile.kinds);
    return { names: this.start.names, kinds, isRagged: missing.count + surplus.count > 0 };
  }

  add(row: CellRow): void {
    const cells = this.#own(row);
    const { fields } = row;
    // A sheet has no rows where a table has no cells.
    if (cells.length === 0 && fields === undefined) return;
    this.#bottom = row.number;
    if (cells.length > 0 && areSameCells(this.#header, cells)) {
      this.#skipped['repeated-header'].add(this.rows + 1);
      return;
    }
    this.rows++;
    for (const cell of cells)
      if (cell.column < (this.#fields ?? Number.POSITIVE_INFINITY))
        addCell(this.#columnAt(cell.column), this.rows, cell);
      else this.ragged.surplusEnd = cell.column + 1;
    if (fields !== undefined && fields !== this.#fields)
      this.ragged.add(this.rows, undefined, fields, this.#fields ?? fields);
  }

  /** Skips rows that are none of the data. */
  skip(rows: readonly KeptRow[], kind: 'repeated-header' | 'rule-lines'): void {
    this.#bottom = rows.at(-1)?.number ?? this.#bottom;
    this.#skipped[kind].add(this.rows + 1, rows.length);
  }

  #own({ cells }: CellRow): readonly Cell[] {
    const { own } = this.start;
    return own ? cells.filter(({ column }) => column >= own.left && column <= own.right) : cells;
  }

  #columnAt(column: number): CellColumn {
    const known = this.#columns[column];
    if (known !== undefined) return known;
    const { profiles, checkpoint } = this.#reading;
    const counted = this.#possible.reduce((all, names) => all | profiles.counted(names[column] ?? ''), 0);
    const added = new CellColumn(profiles.add(counted));
    this.#columns[column] = added;
    checkpoint.budget.keepColumns(1);
    checkColumnCount(++this.width);
    return added;
  }

  /** Its columns, and what is said about it. `merged`: the cells of a sheet that are merged. */
  finish(merged: readonly CellRange[] = []) {
    const { choices, known } = this.#reading;
    const { start, rows } = this;
    const { names, titles } = namesAtEnd(start, merged, this.range, known);
    const columns = this.#columns.flatMap(({ profile, values }, place) => {
      profile.empty = rows - values;
      return { sourceName: names[place] || undefined, profile, place };
    });
    return finishTable({
      rows,
      columns,
      own: start.own,
      header: start.header,
      titles: titles.map(({ number, columns, nameOf }) => ({
        row: number,
        text: columns.map((_, index) => quotedText(new TextEncoder().encode(nameOf(index)))).join(' '),
      })),
      skipped: (['repeated-header', 'rule-lines'] as const).flatMap((kind) =>
        this.#skipped[kind].notes(kind),
      ),
      ragged: this.ragged,
      choices,
    });
  }
}
