import { typeOf } from '../values/data-types.ts';
import { dataKinds, isWithin, kind, numberKinds, unusualNumberKinds } from '../values/kinds.ts';

/** Decides which of the first records of a table is its header, by what is below. */
export abstract class HeaderFinder {
  abstract get length(): number;

  /** The kinds of a record's cells; 0 for those that are empty or stand for a missing value. */
  protected abstract cells(index: number): readonly number[];

  /** A year, or the seconds of a date; not a number for anything else. */
  protected abstract timeOf(index: number, column: number): number;

  /** Whether a field of a record reads as a number, a date or a boolean. */
  hasData(index: number): boolean {
    return this.cells(index).some((cell) => (cell & dataKinds) !== 0);
  }

  /** What a record is: names, data, or numbers and dates in steps beside texts, such as years. */
  headerAt(index: number): 'names' | 'steps' | 'data' {
    if (!this.hasData(index)) return 'names';
    const columns = this.#columns(index, 0);
    const cells = this.cells(index);
    const labels = cells.flatMap((cell, column) =>
      (cell & dataKinds) !== 0 && fits(cell, columns[column] ?? 0) ? [column] : [],
    );
    const misfits = this.misfits(index).length;
    const isStepping =
      (labels.length > 1 || labels.every((column) => isNumeric(columns[column] ?? 0))) &&
      this.#areSteps(index, labels);
    // Of a row with data one value may be a text, too.
    if (misfits > 0 && (misfits >= labels.length || isStepping)) return 'names';
    return isStepping && cells.some((cell) => cell === kind.text) ? 'steps' : 'data';
  }

  /** The columns in which a record is not what the values below are. `shift`: the columns before the first cell. */
  misfits(index: number, shift = 0): number[] {
    const columns = this.#columns(index, shift);
    return this.cells(index).flatMap((cell, column) => (fits(cell, columns[column] ?? 0) ? [] : [column]));
  }

  /** The kinds of the values below a record. */
  #columns(index: number, shift: number): number[] {
    const columns = this.cells(index).map(() => 0);
    for (let row = index + 1; row < this.length; row++)
      for (const [column, cell] of this.cells(row).entries())
        if (column >= shift && column - shift < columns.length)
          columns[column - shift] = (columns[column - shift] as number) | cell;
    return columns;
  }

  /** Whether some cells are years, or dates, one after the other in equal steps, above values that are not. */
  #areSteps(index: number, columns: readonly number[]): boolean {
    const values = columns.map((column) => this.timeOf(index, column));
    if (values.length === 0 || values.some(Number.isNaN)) return false;
    const [first = 0, second = first] = values;
    const isSteady = values.every((value, i) => {
      const step = i === 0 ? second - first : value - (values[i - 1] as number);
      // Months have 28 to 31 days.
      return Math.abs(step - (second - first)) <= Math.abs(second - first) / 8 && (i === 0 || step !== 0);
    });
    if (!isSteady) return false;
    for (let row = index + 1; row < this.length; row++)
      if (columns.some((column) => Number.isNaN(this.timeOf(row, column)))) return true;
    return false;
  }
}

/** Whether a cell could be a value of its column: numbers fit all numbers, however they are written. */
function fits(cell: number, column: number): boolean {
  const type = typeOf(column);
  if (cell === 0 || type === undefined) return true;
  if (isNumeric(column)) return isNumeric(cell);
  return type === 'string' || typeOf(column | cell) === type;
}

function isNumeric(kinds: number): boolean {
  return isWithin(kinds, numberKinds | unusualNumberKinds);
}
