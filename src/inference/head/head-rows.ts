import { typeOf } from '../values/data-types.ts';
import { areKindsWithin, dataKinds, kind, numberKinds, unusualNumberKinds } from '../values/kinds.ts';
import type { HeadRow } from './head-row.ts';

/** The first rows of a text, of a sheet, or of a list of arrays: what each could be by what is below. Columns without any value don't count. */
export class HeadRows {
  readonly rows: readonly HeadRow[];
  /** The columns that have values, in their order. */
  readonly columns: readonly number[];
  readonly #cells: readonly (readonly number[])[];

  constructor(rows: readonly HeadRow[]) {
    this.rows = rows;
    const found = new Set<number>();
    for (const { columns } of rows) for (const column of columns) found.add(column);
    this.columns = [...found].sort((a, b) => a - b);
    const places = new Map(this.columns.map((column, place) => [column, place]));
    this.#cells = rows.map(({ columns, kinds }) => {
      const width = (places.get(columns.at(-1) ?? -1) ?? -1) + 1;
      if (width === kinds.length) return kinds;
      const cells = new Array<number>(width).fill(0);
      for (const [index, column] of columns.entries()) cells[places.get(column) ?? 0] = kinds[index] ?? 0;
      return cells;
    });
  }

  get length(): number {
    return this.rows.length;
  }

  /** The kinds of a row's cells, up to its last value; 0 for those that are empty or stand for a missing value. */
  cells(index: number): readonly number[] {
    return this.#cells[index] ?? [];
  }

  /** How many values a row has. */
  count(index: number): number {
    return this.rows[index]?.columns.length ?? 0;
  }

  /** The text of a cell; empty where it has no value. */
  protected textOf(index: number, place: number): string {
    const row = this.rows[index];
    const column = this.columns[place];
    if (row === undefined || column === undefined) return '';
    const at = row.columns[place] === column ? place : row.columns.indexOf(column);
    return at < 0 ? '' : row.textOf(at);
  }

  /** A year, or the seconds of a date; not a number for anything else. */
  #timeOf(index: number, place: number): number {
    const text = this.textOf(index, place);
    if (this.cells(index)[place] === kind.date) return Date.parse(text) / 1000;
    return isYear(text) ? Number(text) : Number.NaN;
  }

  /** Whether a field of a record reads as a number, a date or a boolean. */
  hasData(index: number): boolean {
    return this.cells(index).some((cell) => (cell & dataKinds) !== 0);
  }

  /** What a record is: names, data (`none`), or numbers and dates in steps beside texts, such as years. */
  headerAt(index: number): 'names' | 'like-data' | 'none' {
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
    return mayStep && labels.length < cells.length && this.#areSteps(index, labels) ? 'like-data' : 'none';
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

  #filled(index: number): number {
    return this.cells(index).filter((cell) => cell !== 0).length;
  }

  #areGroups(first: number, last: number): boolean {
    if (this.hasData(last) || this.misfits(last).length === 0) return false;
    const rows = Array.from({ length: last - first }, (_, index) => first + index);
    if (rows.some((row) => this.rows[row + 1]?.isAfterBlank || !this.#mayBeGroups(row))) return false;
    const lower = this.cells(last);
    const uppers = rows.map((row) => this.cells(row).slice(0, endOfNames(this.cells(row))));
    // Behind the last name there are only delimiters.
    const width = Math.max(endOfNames(lower), ...uppers.map((cells) => cells.length));
    const areNamed = Array.from({ length: width }, (_, column) =>
      [lower, ...uppers].some((cells) => cells[column]),
    );
    const groups = this.#filled(first);
    if (groups < 2 || areNamed.includes(false)) return false;
    // Each group has names of its own.
    if (!this.areDifferent(last, width))
      return rows.every((row) => hasGap(this.cells(row), width) || this.hasRepeated(row));
    // Below other texts side by side they are notes as well.
    const areNotes = first > 0 && !this.rows[first]?.isAfterBlank && this.#filled(first - 1) > 1;
    return uppers.every((cells) => hasGap(cells, cells.length)) && !areNotes && groups * 2 >= width;
  }

  /** Names of groups are texts or years, and no labels of values beside them. */
  #mayBeGroups(index: number): boolean {
    const { columns, kinds, textOf } = this.rows[index] as HeadRow;
    return columns.every((_, at) => {
      const text = textOf(at);
      return ((kinds[at] ?? 0) & dataKinds) === 0 ? !isLabel(text) : isYear(text);
    });
  }

  /** Whether a record has a name several times, as for each of the columns of a group. */
  protected hasRepeated(index: number): boolean {
    const texts = this.cells(index).flatMap((cell, column) =>
      cell === 0 ? [] : [this.textOf(index, column)],
    );
    return new Set(texts).size < texts.length;
  }

  /** Whether a record has several names, and not all columns below are texts. */
  isCertain(index: number): boolean {
    return !this.hasData(index) && this.#filled(index) > 1 && this.misfits(index).length > 0;
  }

  /** Whether no cell of a record is empty, as far as the width says, and all are different. */
  areDifferent(index: number, width = this.cells(index).length): boolean {
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
    for (let row = index + 1; row < this.length; row++) {
      if (this.#isTitleOrSame(row, index)) continue;
      for (const [column, cell] of this.cells(row).entries())
        if (column >= shift && column - shift < columns.length)
          columns[column - shift] = (columns[column - shift] as number) | cell;
    }
    return columns;
  }

  /** Whether a row is none of the data below another one: the same again, or a title of the rows below it. */
  #isTitleOrSame(row: number, header: number): boolean {
    const count = this.count(row);
    if (count === 1)
      return this.columns.length > 1 && this.rows[row]?.isAfterBlank === true && !this.hasData(row);
    if (count !== this.count(header) || this.hasData(row)) return false;
    return this.cells(row).every((_, place) => this.textOf(row, place) === this.textOf(header, place));
  }

  /** Whether some cells are years, or dates, one after the other in equal steps, above values that are not. */
  #areSteps(index: number, columns: readonly number[]): boolean {
    const values = columns.map((column) => this.#timeOf(index, column));
    const steps = values.slice(1).map((value, i) => value - (values[i] as number));
    const sizes = steps.map((step) => step * Math.sign(steps[0] ?? 0));
    // Months have 28 to 31 days, and one of them may be left out.
    const isSteady = Math.min(...sizes) > 0 && Math.max(...sizes) < 2.3 * Math.min(...sizes);
    if (values.length === 0 || values.some(Number.isNaN) || !isSteady) return false;
    for (let row = index + 1; row < this.length; row++)
      if (columns.some((column) => this.cells(row)[column] && Number.isNaN(this.#timeOf(row, column))))
        return true;
    return false;
  }
}

/** Behind the last cell that is not empty. */
function endOfNames(cells: readonly number[]): number {
  return cells.findLastIndex((cell) => cell !== 0) + 1;
}

/** Whether a cell after a name is empty, as those of the other columns of a group are. */
function hasGap(cells: readonly number[], width: number): boolean {
  for (let column = 1; column < width; column++) if (!cells[column] && cells[column - 1]) return true;
  return false;
}

/** Whether a text is for the value beside it, as in `Customer no: | 7654321`. */
export function isLabel(text: string): boolean {
  return /[:：]\s*$/.test(text);
}

function isYear(text: string): boolean {
  return /^(?:1[89]|20|21)\d\d$/.test(text);
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
  return areKindsWithin(kinds, numberKinds | unusualNumberKinds);
}
