import { RowCount, type TableNote } from '../notes.ts';
import { type HeadRow, isRule } from './head-row.ts';
import { findNextPart, rowsAboveNext, rowsOfNext, type TableAbove } from './next-table.ts';
import { type ColumnRange, tablesSideBySide } from './side-by-side.ts';
import { type HeaderKnowledge, TableFinder, type TableLayout } from './table-finder.ts';

/** By so many rows it is decided where a table begins. */
const headRows = 50;

/** A table whose rows are added one by one. */
export interface RowTable<Row> {
  readonly rows: number;
  readonly columns: number;
  /** What is known of it where another one may begin. */
  readonly above: TableAbove;
  add(row: Row): void;
  /** Skips rows that are none of the data. */
  skip(rows: readonly Row[], kind: SkippedKind): void;
  /** There are no more rows. */
  end(): void;
}

/** Why rows are none of the data. */
export type SkippedKind = 'repeated-header' | 'rule-lines';

export function skippedRows(): Readonly<Record<SkippedKind, RowCount>> {
  return { 'repeated-header': new RowCount(), 'rule-lines': new RowCount() };
}

export function skippedNotes(skipped: Readonly<Record<SkippedKind, RowCount>>): TableNote[] {
  return (['repeated-header', 'rule-lines'] as const).flatMap((kind) => skipped[kind].notes(kind));
}

/** How the rows of a carrier are read. */
export interface RowReading<Row, Table extends RowTable<Row>> extends Omit<HeaderKnowledge, 'namesOf'> {
  readonly head: (rows: readonly Row[]) => readonly HeadRow[];
  readonly namesOf: (rows: readonly Row[]) => NonNullable<HeaderKnowledge['namesOf']>;
  /** `columns`: those of the table, if there are others beside it. */
  readonly begin: (rows: readonly Row[], layout: TableLayout, columns: ColumnRange | undefined) => Table;
  /** Receives the rows, as far as they are at hand, of tables beside another one. */
  readonly onBeside: (rows: readonly Row[], columns: ColumnRange) => void;
  /** Receives each table but the largest. */
  readonly onOther: (table: Table) => void;
}

/** Of two tables the one with more rows; of equally many, with more columns. */
export function isLarger(table: Pick<RowTable<never>, 'rows' | 'columns'>, than: typeof table): boolean {
  return table.rows === than.rows ? table.columns > than.columns : table.rows > than.rows;
}

/** Finds the tables among rows that have values, and keeps the largest. */
export class SeveralTables<Row extends { readonly isAfterBlank: boolean }, Table extends RowTable<Row>> {
  /** Rows that are kept until it is known what they are; `undefined`: rows are data of `last`. */
  kept: Row[] | undefined = [];
  last: Table | undefined;
  largest: Table | undefined;
  readonly #reading: RowReading<Row, Table>;
  /** The first row of a table without a header: a blank row above it separates it from titles, not from a table. */
  #firstRow: Row | undefined;

  constructor(reading: RowReading<Row, Table>) {
    this.#reading = reading;
  }

  /** Whether the next row is data of `last`, which was not kept. `isAfterBlank`: of that row. */
  isData(isAfterBlank: boolean, isFull = false): boolean {
    if (this.kept && (this.kept.length >= headRows || isFull)) this.#decide(this.kept, false);
    if (this.kept === undefined && isAfterBlank && !this.#reading.isStart) this.kept = [];
    return this.kept === undefined;
  }

  end(): void {
    if (this.kept && this.kept.length > 0) this.#decide(this.kept, true);
    this.#finish();
  }

  /** Adds the kept rows to their tables; keeps the last ones below a blank row if they are too few to know what they are. */
  #decide(kept: readonly Row[], isEnd: boolean): void {
    this.kept = undefined;
    const { head, isStart } = this.#reading;
    const rules = new Set(head(kept).flatMap((row, index) => (isRule(row) ? index : [])));
    const places = kept.flatMap((_, index) => (rules.has(index) ? [] : index));
    const rows = kept.filter((_, index) => !rules.has(index));
    /** Skips the rules above a row, where they are among the data. */
    const skipRules = (place = kept.length) => {
      for (const rule of rules) {
        if (rule >= place) break;
        this.last?.skip(kept.slice(rule, rule + 1), 'rule-lines');
        rules.delete(rule);
      }
    };
    let stacked: number | undefined;
    let i = 0;
    if (this.last === undefined) {
      stacked = isStart ? undefined : rowsAboveNext(head(rows));
      i = this.#begin(rows.slice(0, stacked));
    }
    for (; i < rows.length; i++) {
      const row = rows[i] as Row;
      if (!isStart && this.last && row !== this.#firstRow && (row.isAfterBlank || i === stacked)) {
        const next = rows.slice(i, i + rowsOfNext);
        if (next.length < rowsOfNext && !isEnd && i > 0) {
          skipRules();
          this.kept = next;
          return;
        }
        const isStacked = i === stacked && !row.isAfterBlank;
        const found = isStacked
          ? { kind: 'table', rows: next.length }
          : findNextPart(head(next), this.last.above);
        if (found !== undefined) {
          const part = rows.slice(i, i + found.rows);
          i += found.kind === 'table' ? this.#begin(part, true) - 1 : found.rows - 1;
          if (found.kind === 'repeated') this.last.skip(part, 'repeated-header');
          continue;
        }
      }
      skipRules(places[i]);
      this.last?.add(row);
    }
    skipRules();
  }

  /** Begins a table. Returns the number of rows above its data. */
  #begin(rows: readonly Row[], isNext = false): number {
    this.#finish();
    const { head, namesOf, begin, onBeside, header, isStart, known } = this.#reading;
    const all = head(rows);
    const [part, ...beside] = isStart ? [] : tablesSideBySide(all);
    const own = part ? part.places.flatMap((place) => rows[place] ?? []) : rows;
    const knowledge = isNext ? {} : { header, isStart, known, namesOf: namesOf(own) };
    const layout = new TableFinder(part?.rows ?? all).layout(knowledge);
    this.last = begin(own, layout, part?.columns);
    for (const { places, columns } of beside)
      onBeside(
        places.flatMap((place) => rows[place] ?? []),
        columns,
      );
    const above = layout.first + layout.headerRows;
    const next = part ? (part.places[above - 1] ?? -1) + 1 : above;
    this.#firstRow = layout.headerRows === 0 ? rows[next] : undefined;
    return next;
  }

  #finish(): void {
    const { last, largest } = this;
    this.last = undefined;
    if (last === undefined) return;
    last.end();
    if (largest === undefined || isLarger(last, largest)) this.largest = last;
    const smaller = this.largest === last ? largest : last;
    if (smaller !== undefined) this.#reading.onOther(smaller);
  }
}
