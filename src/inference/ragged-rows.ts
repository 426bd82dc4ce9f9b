import { RowCount, type TableNote } from './notes.ts';

/** Rows with fewer or more fields than the header. */
export interface OddRows {
  readonly count: number;
  /** The first of them, with its number of fields. `line`: in text with a row in each line. */
  readonly first: { readonly row: number; readonly line: number | undefined; readonly fields: number };
  readonly expectedFields: number;
  /** Whether no value is affected: surplus fields are empty, and the columns that are missing have no value in any row. */
  readonly isWithoutValues: boolean;
}

/** Rows with another number of fields that are remembered. */
const maxOddRows = 100;

/** Rows that don't fit the header or the dialect. */
export class RaggedRows {
  readonly missing = new RowCount();
  /** Without fields that are empty at the end of a row. */
  readonly surplus = new RowCount();
  readonly #emptySurplus = new RowCount();
  readonly textAfterQuote = new RowCount();
  /** Up to its last surplus field that is not empty, the fields of the row that is being read. */
  surplusEnd = 0;
  #count = 0;
  #first: OddRows['first'] | undefined;
  /** The first of them. */
  readonly #rows: number[] = [];
  /** Rows have at least so many fields. */
  #fewestFields = Number.POSITIVE_INFINITY;

  /** Adds a row with another number of fields than expected. */
  add(row: number, line: number | undefined, fields: number, expected: number): void {
    this.#count++;
    this.#first ??= { row, line, fields };
    if (this.#rows.length < maxOddRows) this.#rows.push(row);
    if (fields > expected) {
      if (this.surplusEnd > 0) this.surplus.add(row, this.surplusEnd - expected);
      else this.#emptySurplus.add(row, fields - expected);
      this.surplusEnd = 0;
    } else {
      this.missing.add(row, expected - fields);
      this.#fewestFields = Math.min(this.#fewestFields, fields);
    }
  }

  /** Whether a row has another number of fields, or may have one. It can be kept for longer than the table. */
  readonly has = (row: number): boolean =>
    this.#rows.includes(row) || (this.#rows.length === maxOddRows && row > (this.#rows.at(-1) ?? 0));

  /** `undefined` if there are none. `hasValues`: for each column whether it has a value in any row. */
  oddRows(hasValues: readonly boolean[]): OddRows | undefined {
    if (this.#first === undefined) return undefined;
    const hasMissingValue = hasValues.slice(this.#fewestFields).includes(true);
    return {
      count: this.#count,
      first: this.#first,
      expectedFields: hasValues.length,
      isWithoutValues: this.surplus.count === 0 && !hasMissingValue,
    };
  }

  notes(): TableNote[] {
    return [
      ...this.missing.notes('missing-fields'),
      ...this.surplus.notes('surplus-fields'),
      ...this.#emptySurplus.notes('empty-surplus-fields'),
      ...this.textAfterQuote.notes('text-after-quote'),
    ];
  }
}
