import { typeOf } from '../values/data-types.ts';
import { dataKinds, isWithin, kind, numberKinds, unusualNumberKinds } from '../values/kinds.ts';

/** Decides which of the first records of a table is its header, by what is below. */
export abstract class HeaderFinder {
  abstract get length(): number;

  /** The kinds of a record's cells; 0 for those that are empty or stand for a missing value. */
  protected abstract cells(index: number): readonly number[];

  /** A year, or the seconds of a date; not a number for anything else. */
  protected abstract timeOf(index: number, column: number): number;

  protected abstract textOf(index: number, column: number): string;

  /** Whether a field of a record reads as a number, a date or a boolean. */
  hasData(index: number): boolean {
    return this.cells(index).some((cell) => (cell & dataKinds) !== 0);
  }

  /** What a record is: names, data, or numbers and dates in steps beside texts, such as years. */
  headerAt(index: number): 'names' | 'steps' | 'data' {
    if (!this.hasData(index)) return 'names';
    const columns = this.kindsBelow(index);
    const cells = this.cells(index);
    const isData = (column: number) => ((cells[column] ?? 0) & dataKinds) !== 0;
    const misfits = this.misfits(index);
    if (misfits.some((column) => !isData(column))) return 'names';
    const labels = cells.flatMap((_, column) => (isData(column) ? [column] : []));
    const areAboveTexts = labels.some((column) => areTexts(columns[column] ?? 0));
    // Such as dates above numbers.
    const areAboveOthers = misfits.length === labels.length && labels.length < cells.length;
    // One record below shows nothing.
    if (index + 2 < this.length && (areAboveTexts || areAboveOthers) && this.areDifferent(index))
      return 'names';
    const mayStep = labels.length > 1 || labels.every((column) => isNumeric(columns[column] ?? 0));
    return mayStep && labels.length < cells.length && this.#areSteps(index, labels) ? 'steps' : 'data';
  }

  /**
   * The last record of the header that starts with a record: names of groups of columns may be above those of the columns.
   * A record with few names, or with names only at its start, above others that need none is a title.
   */
  lastOfHeader(first: number): number {
    for (let last = Math.min(first + 2, this.length - 2); last > first; last--)
      if (this.#areGroups(first, last)) return last;
    return first;
  }

  /** The first record of a header in several ones: names of groups look like titles. `start`: where the table seems to start. */
  firstOfGroups(start: number): number | undefined {
    return [start - 2, start - 1, start].find(
      (each) => each >= 0 && this.lastOfHeader(each) > Math.max(each, start - 1),
    );
  }

  /** The full record of names where most names of the first record are empty, and there are only texts in between. */
  protected namesBelowSparse(width: number): number | undefined {
    if (this.#filled(0) * 2 >= width) return undefined;
    let names = 1;
    while (names < this.length && this.#filled(names) < width && !this.hasData(names)) names++;
    return this.isCertain(names) && this.areDifferent(names) ? names : undefined;
  }

  #filled(index: number): number {
    return this.cells(index).filter((cell) => cell !== 0).length;
  }

  #areGroups(first: number, last: number): boolean {
    if (this.hasData(last) || this.misfits(last).length === 0) return false;
    const rows = Array.from({ length: last - first }, (_, index) => first + index);
    const lower = this.cells(last);
    const uppers = rows.map((row) => this.cells(row).slice(0, endOfNames(this.cells(row))));
    // Behind the last name there are only delimiters.
    const width = Math.max(endOfNames(lower), ...uppers.map((cells) => cells.length));
    const areNamed = Array.from({ length: width }, (_, column) =>
      [lower, ...uppers].some((cells) => cells[column]),
    );
    const groups = this.#filled(first);
    if (groups < 2 || width > lower.length || areNamed.includes(false)) return false;
    // Each group has names of its own.
    if (!this.areDifferent(last))
      return rows.every((row) => hasGap(this.cells(row).slice(0, width)) || this.#hasRepeated(row));
    // Below other texts side by side they are notes as well.
    const areNotes = first > 0 && this.#filled(first - 1) > 1;
    return uppers.every(hasGap) && !areNotes && groups * 2 >= lower.length;
  }

  /** Whether a record has a name several times, as for each of the columns of a group. */
  #hasRepeated(index: number): boolean {
    const texts = this.cells(index).flatMap((cell, column) =>
      cell === 0 ? [] : [this.textOf(index, column)],
    );
    return new Set(texts).size < texts.length;
  }

  /**
   * Whether a record has several names, and not all columns below are texts. `isMixed`: the columns that have texts and other
   * values anyway.
   */
  isCertain(index: number, isMixed = (_column: number) => false): boolean {
    if (this.hasData(index) || this.#filled(index) < 2) return false;
    return this.misfits(index).some((column) => !isMixed(column));
  }

  /** Whether no cell of a record is empty, as far as the width says, and all are different. */
  protected areDifferent(index: number, width = this.cells(index).length): boolean {
    const texts = Array.from({ length: width }, (_, column) => this.textOf(index, column));
    return new Set(texts).size === texts.length && !texts.includes('');
  }

  /** The columns in which a record is not what the values below are. `shift`: the columns before the first cell. */
  misfits(index: number, shift = 0): number[] {
    const columns = this.kindsBelow(index, shift);
    return this.cells(index).flatMap((cell, column) => (fits(cell, columns[column] ?? 0) ? [] : [column]));
  }

  /** The kinds of the values below a record. */
  protected kindsBelow(index: number, shift = 0): number[] {
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
    const steps = values.slice(1).map((value, i) => value - (values[i] as number));
    const sizes = steps.map((step) => step * Math.sign(steps[0] ?? 0));
    // Months have 28 to 31 days, and one of them may be left out.
    const isSteady = Math.min(...sizes) > 0 && Math.max(...sizes) < 2.3 * Math.min(...sizes);
    if (values.length === 0 || values.some(Number.isNaN) || !isSteady) return false;
    for (let row = index + 1; row < this.length; row++)
      if (columns.some((column) => this.cells(row)[column] && Number.isNaN(this.timeOf(row, column))))
        return true;
    return false;
  }
}

/** Behind the last cell that is not empty. */
function endOfNames(cells: readonly number[]): number {
  return cells.findLastIndex((cell) => cell !== 0) + 1;
}

/** Whether a cell after a name is empty, as those of the other columns of a group are. */
function hasGap(cells: readonly number[]): boolean {
  return cells.some((cell, column) => cell === 0 && (cells[column - 1] ?? 0) !== 0);
}

/** Whether a cell could be a value of its column: numbers fit all numbers, however they are written. */
function fits(cell: number, column: number): boolean {
  const type = typeOf(column);
  if (cell === 0 || type === undefined) return true;
  if (isNumeric(column)) return isNumeric(cell);
  return type === 'string' || typeOf(column | cell) === type;
}

function areTexts(kinds: number): boolean {
  return (kinds & kind.text) !== 0 && (kinds & dataKinds) === 0;
}

function isNumeric(kinds: number): boolean {
  return isWithin(kinds, numberKinds | unusualNumberKinds);
}
