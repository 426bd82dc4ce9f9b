import { IsoDateReader } from '../values/iso-date.ts';
import { type CellRow, type KeptRow, keptRow } from './cell-row.ts';
import { isRule } from './head-row.ts';
import { LargestTable } from './largest-table.ts';
import { findNextPart, rowsOfNext } from './next-table.ts';
import { type CellReading, RowTable } from './row-table.ts';
import { chosenStart, findTable } from './table-start.ts';

/** By so many rows it is decided where a table begins, or by fewer that take so many bytes. */
const maxKept = { rows: 50, bytes: 1_000_000 };

/** Units of work for each byte that rows take in which tables are looked for. */
const workOfByte = 2;

/** Finds the tables among rows that have values, and keeps the largest. */
export class SeveralTables {
  readonly largest: LargestTable<RowTable>;
  /** The one whose rows are being read. */
  last: RowTable | undefined;
  /** Rows that are kept until it is known what they are; `undefined`: rows are data of `last`. */
  #kept: KeptRow[] | undefined = [];
  readonly #reading: CellReading;
  readonly #dates = new IsoDateReader();
  /** Whether nothing separates tables. */
  readonly #isOnlyOne: boolean;
  /** The first row of a table without a header: a blank row above it separates it from titles, not from a table. */
  #firstRow: CellRow | undefined;

  constructor(reading: CellReading) {
    this.#reading = reading;
    const { header, range } = reading.choices;
    this.largest = new LargestTable(chosenStart(reading.choices).isStart);
    // Without names, nothing shows where another table begins. A range is of one table.
    this.#isOnlyOne = header === false || range !== undefined;
  }

  /** Adds a row. `isAfterBlank`: whether a row without values is above it. `read`: of a row that is kept, the cells stay as they are. */
  add(isAfterBlank: boolean, read: (isKept: boolean) => CellRow): void {
    const kept = this.#kept;
    if (kept && (kept.length >= maxKept.rows || bytesOf(kept) >= maxKept.bytes)) this.#decide(kept, false);
    if (isAfterBlank && !this.#isOnlyOne) this.#kept ??= [];
    const row = read(this.isWaiting);
    if (this.#kept === undefined) this.last?.add(row);
    else this.#kept.push(keptRow(row, isAfterBlank, this.#reading.nulls, this.#dates));
  }

  /** Whether rows are kept. */
  get isWaiting(): boolean {
    return this.#kept !== undefined;
  }

  /** There are no more rows. */
  end(): void {
    if (this.#kept && this.#kept.length > 0) this.#decide(this.#kept, true);
    this.#finish();
  }

  /** Adds the kept rows to their tables; keeps the last ones below a blank row if they are too few to know what they are. */
  #decide(kept: readonly KeptRow[], isEnd: boolean): void {
    this.#kept = undefined;
    const rules = kept.filter(isRule);
    const rows = kept.filter((row) => !rules.includes(row));
    /** Skips the rules above a row, where they are among the data. */
    const skipRules = (end = Number.POSITIVE_INFINITY) => {
      const count = rules.filter(({ number }) => number < end).length;
      for (const rule of rules.splice(0, count)) this.last?.skip([rule], 'rule-lines');
    };
    /** Where another table begins without a blank row above it. */
    let stacked: number | undefined;
    let i = 0;
    const begin = (part: readonly KeptRow[]) => {
      const { above, end } = this.#begin(part);
      stacked = end === undefined ? undefined : i + end;
      i += above;
    };
    if (this.last === undefined) begin(rows);
    while (i < rows.length) {
      const row = rows[i] as KeptRow;
      if (!this.#isOnlyOne && row.row !== this.#firstRow && (row.isAfterBlank || i === stacked)) {
        const next = rows.slice(i, i + rowsOfNext);
        if (next.length < rowsOfNext && !isEnd && i > 0) {
          skipRules();
          this.#kept = next;
          return;
        }
        this.#work(next);
        const isStacked = i === stacked && !row.isAfterBlank;
        const found = isStacked
          ? ({ kind: 'table', rows: next.length } as const)
          : this.last && findNextPart(next, this.last.above);
        const part = next.slice(0, found?.rows);
        if (found?.kind === 'table') {
          begin(part);
          continue;
        }
        if (found?.kind === 'repeated') {
          this.last?.skip(part, 'repeated-header');
          i += part.length;
          continue;
        }
      }
      skipRules(row.number);
      this.last?.add(row.row);
      i++;
    }
    skipRules();
  }

  #begin(rows: readonly KeptRow[]) {
    const { choices, known } = this.#reading;
    const isFirst = this.largest.found === undefined && this.last === undefined;
    this.#finish();
    this.#work(rows);
    const { header, isStart } = isFirst ? chosenStart(choices) : { header: choices.header };
    const start = findTable(rows, { header, isStart, known });
    this.last = new RowTable(start, this.#reading);
    for (const { rows, columns } of start.beside)
      this.largest.addBeside(rows[0]?.number ?? 0, rows.at(-1)?.number ?? 0, columns);
    this.#firstRow = start.headerRows === 0 ? rows[start.above]?.row : undefined;
    return start;
  }

  #work(rows: readonly KeptRow[]): void {
    this.#reading.checkpoint.budget.work(workOfByte * bytesOf(rows));
  }

  #finish(): void {
    if (this.last) this.largest.add(this.last);
    this.last = undefined;
  }
}

function bytesOf(rows: readonly KeptRow[]): number {
  return rows.reduce((sum, { size }) => sum + size, 0);
}
