import { limits } from '../../limits.ts';
import type { TableNote } from '../../notes.ts';

/** A count of something in rows, and the first few of the rows. */
class RowCount {
  count = 0;
  readonly rows: number[] = [];

  add(row: number, count = 1): void {
    this.count += count;
    if (this.rows.length < limits.listedRows && this.rows.at(-1) !== row) this.rows.push(row);
  }
}

/** Rows that don't fit the header or the dialect. */
export class RaggedRows {
  readonly missing = new RowCount();
  readonly surplus = new RowCount();
  readonly textAfterQuote = new RowCount();

  notes(): TableNote[] {
    const counts = [
      ['missing-fields', this.missing],
      ['surplus-fields', this.surplus],
      ['text-after-quote', this.textAfterQuote],
    ] as const;
    return counts
      .filter(([, { count }]) => count > 0)
      .map(([kind, { count, rows }]) => ({ kind, count, rows }));
  }
}
