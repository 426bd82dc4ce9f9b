import type { HeadRow } from './head-row.ts';
import { HeadRows, isLabel } from './head-rows.ts';
import { joinNames } from './header-names.ts';
import type { KnownNames } from './known-names.ts';

/** Rows that a title can have at most. */
const maxTitle = 100;

/** Rows that a title with as many cells as the table can have at most. */
const maxWideTitle = 5;

/** Rows of a header at most: names of groups may be above those of columns. */
const maxHeader = 3;

/** Of the rows after a title more have as many cells as the table has columns, and few have more of them. */
const leastShares = { within: 0.9, full: 0.5 };

/** A table has a value in a column in at least this part of its rows. */
const leastReach = 0.1;

/** Where the table is among the first rows, and which of them is its header. */
export interface TableLayout {
  /** The number of rows before the table. */
  readonly first: number;
  /** Of the first row; `unnamed-first`: it has one name fewer than all others have cells; `like-data`: numbers or dates in steps, which could be data. */
  readonly header: 'none' | 'names' | 'unnamed-first' | 'like-data';
  readonly headerRows: number;
}

/** By what else a header is known than by the values below. */
export interface HeaderKnowledge {
  /** What the user says. */
  readonly header?: boolean | undefined;
  /** Whether the table starts with the first row. */
  readonly isStart?: boolean | undefined;
  /** So many columns has a table at least whose first one may lack its name: of two, one may be a text with a comma. */
  readonly leastUnnamed?: number | undefined;
  readonly known?: KnownNames | undefined;
}

/** Finds the table in the first rows, and decides which of them is its header. */
export class TableFinder extends HeadRows {
  /** For each row how many columns with values its cells reach. */
  readonly #fields: readonly number[];
  /** The columns of most rows, without those at the end that hardly any row has a value in. */
  readonly #width: number;

  constructor(rows: readonly HeadRow[]) {
    super(rows);
    const { columns } = this;
    const { length } = columns;
    const isDense = length === (columns.at(-1) ?? -1) + 1;
    this.#fields = rows.map(({ fields = Number.POSITIVE_INFINITY }) =>
      isDense ? Math.min(fields, length) : columns.findLastIndex((column) => column < fields) + 1,
    );
    this.#width = this.#usualWidth();
  }

  layout({ header, isStart = false, leastUnnamed = 3, known }: HeaderKnowledge): TableLayout {
    const none = { first: 0, header: 'none', headerRows: 0 } as const;
    if (header === false) return none;
    const found = this.#findLayout(header, isStart, leastUnnamed);
    if (known === undefined) return found;
    // Who says that there is a header means the first row of the table.
    const end = isStart || this.#width < 2 ? 1 : Math.max(found.first + 1, this.#titles() + maxWideTitle);
    const named = known.header(this.#headers(found, isStart, header ? found.first : undefined, end));
    if (named === undefined)
      return header === undefined && known.areNumbered ? { ...none, first: found.first } : found;
    const { first, last } = named;
    if (known.mayLackFirst && first === last && this.#fieldsOf(first) === this.#width - 1)
      return { first, header: 'unnamed-first', headerRows: 1 };
    const headerRows = last + 1 - first;
    const isFound = found.header !== 'none' && found.first === first && found.headerRows === headerRows;
    return isFound ? found : { first, header: 'names', headerRows };
  }

  /** The rows that may be a header, with the names that they give to columns, those found by the values first. `only`: the one that it begins with. */
  *#headers(found: TableLayout, isStart: boolean, only: number | undefined, end: number) {
    const headerAt = (first: number, last: number) => ({
      first,
      last,
      names: joinNames(this.rows.slice(first, last + 1)),
    });
    if (found.headerRows > 0) yield headerAt(found.first, found.first + found.headerRows - 1);
    for (let first = 0; first < Math.min(end, this.length); first++) {
      if (only !== undefined && first !== only) continue;
      for (let last = first; last < Math.min(first + maxHeader, this.length); last++) {
        yield headerAt(first, last);
        // Names of groups leave cells empty, up to the next group.
        if (isStart || this.count(last) >= this.#width) break;
      }
    }
  }

  /** Finds the table by its values. */
  #findLayout(header: boolean | undefined, isStart: boolean, leastUnnamed: number): TableLayout {
    const start = isStart ? 0 : this.#firstOfTable();
    const isNamedBefore =
      start > 0 &&
      !this.rows[start]?.isAfterBlank &&
      !this.rows[start - 1]?.isComment &&
      this.misfits(start).length === 0 &&
      this.#hasUnnamedFirst(start - 1, leastUnnamed);
    const names = isNamedBefore ? start - 1 : start;
    if (this.#hasUnnamedFirst(names, leastUnnamed))
      return { first: names, header: 'unnamed-first', headerRows: 1 };
    const groups = isStart ? undefined : this.firstOfGroups(start);
    const found = header || groups !== undefined ? 'names' : this.headerAt(start);
    if (found === 'none') return { first: start, header: found, headerRows: 0 };
    const first = groups ?? start;
    const headerRows = (isStart ? first : this.lastOfHeader(first)) + 1 - first;
    return { first, header: headerRows === 1 ? found : 'names', headerRows };
  }

  /** Whether a row has the cells of the table, and no values behind them. */
  isFull(index: number): boolean {
    return this.#fieldsOf(index) >= this.#width && this.#endOf(index) <= this.#width;
  }

  /** Whether a row has several different texts, and maybe empty cells behind them. */
  areNamesOnly(index: number): boolean {
    const names = this.#endOf(index);
    return names > 1 && !this.hasData(index) && this.areDifferent(index, names);
  }

  #fieldsOf(index: number): number {
    return this.#fields[index] ?? 0;
  }

  /** Behind its last value. */
  #endOf(index: number): number {
    return this.cells(index).length;
  }

  #usualWidth(): number {
    const counts = new Map<number, number>();
    for (let i = Math.floor(this.length / 2); i < this.length; i++)
      counts.set(this.#fieldsOf(i), (counts.get(this.#fieldsOf(i)) ?? 0) + 1);
    let usual = this.#fieldsOf(0);
    for (const [width, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = width;
    const ends = this.rows.map((_, index) => this.#endOf(index)).sort((a, b) => b - a);
    const least = this.length < 4 ? 1 : Math.max(2, Math.floor(this.length * leastReach));
    return Math.min(usual, ends[least - 1] ?? 0);
  }

  #firstOfTable(): number {
    const width = this.#width;
    if (width < 2) return 0;
    const names = this.#namesBelowLabels();
    if (names !== undefined) return names;
    const first = this.#afterBlankRow(this.#titles());
    const after = this.rows.slice(first);
    // Most rows may have no value in the last columns.
    const most = this.hasData(first) ? width : Math.max(width, this.#endOf(first));
    if (first === 0 || after.length < 2 || this.#fieldsOf(first) < width || this.#endOf(first) > most)
      return 0;
    const within = after.flatMap((_, at) => (this.#endOf(first + at) <= most ? first + at : []));
    const full = within.filter((index) => this.#fieldsOf(index) >= width);
    if (within.length < after.length * leastShares.within) return 0;
    if (full.length <= after.length * leastShares.full) return 0;
    const differs = this.misfits(first).length > 0;
    // A name above decimal commas, or above texts with commas.
    const hasCommas = (width === 2 && this.hasData(first)) || this.#hasSpaces(first);
    if (this.rows[0]?.fields === 1 && !differs && hasCommas) return 0;
    const above = this.rows.slice(0, first);
    if (above.every(({ columns }) => columns.length * 4 <= width)) return first;
    const isSparse = above.some((_, index) => this.isFull(index));
    if (isSparse)
      return differs || this.areDifferent(first, width) || this.lastOfHeader(first) > first ? first : 0;
    // Short rows with data are rows of a ragged table.
    const areTexts = above.every((_, index) => !this.hasData(index));
    return differs || areTexts || this.headerAt(first) !== 'none' ? first : 0;
  }

  #titles(): number {
    let first = 0;
    while (first < maxTitle && this.#isTitle(first)) first++;
    return first;
  }

  /**
   * The names above values of other types that are more than the values in each row above: those are titles, or labels with
   * their values, and no table.
   */
  #namesBelowLabels(): number | undefined {
    let most = this.count(0);
    const end = Math.min(maxTitle, this.length - 1);
    for (let row = 1; row < end; row++) {
      const count = this.count(row);
      if (count > most && this.isCertain(row) && this.#areNamesBelow(row, most)) return row;
      most = Math.max(most, count);
    }
    return undefined;
  }

  /** `most`: the values of a row above. */
  #areNamesBelow(row: number, most: number): boolean {
    // A header may lack its first name.
    const isFromLeft = (this.cells(0)[0] ?? 0) !== 0 || this.count(0) * 2 < this.count(row);
    if (!isFromLeft || this.hasRepeated(row)) return false;
    const below = this.rows.slice(row + 1).filter(({ columns }) => columns.length > most);
    if (below.length * 2 < this.length - row - 1) return false;
    return new TableFinder(this.rows.slice(0, row)).tableNames() === undefined;
  }

  /**
   * The last row of the header if the rows are surely a table: with different names for all columns, above values of other
   * types, or of only one type in a table of two columns, which may be labels and values otherwise.
   */
  tableNames(): number | undefined {
    const last = this.wholeNames();
    if (last === undefined || !this.isCertain(last)) return undefined;
    const rows = this.length - last - 1;
    if (this.columns.length > 2) return last;
    const areLabels = rows < 2 || this.rows.some(({ textOf }) => isLabel(textOf(0)));
    return areLabels ? undefined : last;
  }

  /** The last row of the header if it has different names for all cells of the rows below. */
  wholeNames(): number | undefined {
    if (this.length < 2) return undefined;
    const { first, header, headerRows } = this.layout({});
    const last = first + headerRows - 1;
    const width = this.#fieldsOf(last);
    if (header !== 'names' || width < 2 || last + 1 >= this.length || this.hasData(last)) return undefined;
    const areWhole = this.#fields.slice(last + 1).every((fields) => fields === width);
    return areWhole && this.areDifferent(last, this.columns.length) ? last : undefined;
  }

  /** The texts of a row, and the kinds of the values below it, by their columns. */
  namesAt(index: number): { readonly names: string[]; readonly kinds: number[] } {
    const [names, kinds]: [string[], number[]] = [[], []];
    const below = this.kindsBelow(index);
    for (const [place, column] of this.columns.entries()) {
      names[column] = this.textOf(index, place);
      kinds[column] = below[place] ?? 0;
    }
    return { names, kinds };
  }

  /** A title may have as many cells as the table, which begins after a blank row then. Names above values are a table of their own. */
  #afterBlankRow(first: number): number {
    for (let index = Math.max(1, first); index < first + maxWideTitle; index++) {
      if (this.hasData(index - 1) && !this.hasData(first)) break;
      if (!this.rows[index]?.isAfterBlank || !this.isFull(index) || !this.areDifferent(index, this.#width))
        continue;
      if (this.isCertain(index) || (index === first + 1 && this.#isBelowSentence(index))) return index;
    }
    return first;
  }

  /** Whether a row has texts below one with spaces behind its delimiters, as sentences have. */
  #isBelowSentence(index: number): boolean {
    const [above, row] = [this.rows[index - 1], this.rows[index]];
    return above?.isSpaced === true && row?.isSpaced === false && !this.hasData(index);
  }

  /** Whether a row is too short, is a comment, or has most cells empty above names. */
  #isTitle(index: number): boolean {
    const row = this.rows[index];
    const width = this.#width;
    if (row === undefined) return false;
    const { isComment } = row;
    if (!this.isFull(index)) return this.#fieldsOf(index) < width || isComment;
    const areNamesBelow = this.#endOf(index + 1) === width && !this.hasData(index + 1);
    const areSurelyBelow = areNamesBelow && this.isCertain(index + 1);
    // A header may begin with `#`, but not above another one or other comments.
    const count = this.count(index);
    const isAboveComment = this.rows[index + 1]?.isComment === true && this.count(index + 1) < width;
    if (isComment) return areSurelyBelow || isAboveComment || (count < width && areNamesBelow);
    if (width > 2 && count <= Math.max(1, Math.floor(width / 4))) return true;
    // Labels begin on the left; names that are missing are anywhere.
    const isFromLeft = this.#endOf(index) === count;
    return count * 2 <= width && (isFromLeft ? areNamesBelow : areSurelyBelow);
  }

  #hasSpaces(first: number): boolean {
    const rows = this.rows.slice(first);
    return rows.filter(({ isSpaced }) => isSpaced).length * 2 > rows.length;
  }

  /** Whether all rows but the first have one cell more, which isn't only a delimiter at the end of each line. */
  #hasUnnamedFirst(first: number, least: number): boolean {
    const rows = this.#fields.slice(first + 1);
    const width = this.#width;
    const names = this.#fieldsOf(first);
    if (width < least || names !== width - 1 || rows.length < 2 || this.count(first) < names) return false;
    if (rows.some((fields) => fields !== width)) return false;
    return !this.hasData(first) || this.misfits(first, 1).length > 0;
  }
}
