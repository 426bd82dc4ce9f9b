import { typeOf } from '../values/data-types.ts';
import { dataKinds, kind } from '../values/kinds.ts';
import type { HeadRow } from './head-row.ts';
import { TableFinder } from './table-finder.ts';

/** By so many rows below a blank one it is decided whether they are another table. */
export const rowsOfNext = 10;

/** So many rows at the start may be a table above another one, which then tells nothing about the first. */
const maxRowsAbove = 50;

/** Without a text above numbers, so many rows of another width are another table. */
const rowsOfTexts = 3;

/** Names of a table that begins right below the rows of another one. */
const leastStacked = 3;

/** The table that is being read where another one may begin, by its columns from 0. */
export interface TableAbove {
  /** Those of its header; empty without one. */
  readonly names: readonly string[];
  /** For each column the kinds of its values. */
  readonly kinds: readonly number[];
  /** Whether its rows have different numbers of cells. */
  readonly isRagged: boolean;
}

/** What begins below a blank row, and the number of its rows: a table's first ones, or a title and the same header again. */
export type NextPart = { readonly kind: 'table' | 'repeated'; readonly rows: number };

/** Whether another table begins with rows below a blank one: with a header of its own, and maybe a title. */
export function findNextPart(rows: readonly HeadRow[], above: TableAbove): NextPart | undefined {
  if (!mayBeNext(rows, above)) return undefined;
  const first = rows.findIndex(({ columns }) => columns.length > 1);
  if (isRepeated(rows[first], above)) return { kind: 'repeated', rows: first + 1 };
  for (let start = 0, end = 0; start < rows.length; start = end) {
    do end++;
    while (end < rows.length && !rows[end]?.isAfterBlank);
    const block = rows.slice(start, end);
    if (beginsTable(new TableFinder(block), above)) return { kind: 'table', rows: end };
    // Above the table there is only a title.
    if (block.some(({ columns }) => columns.length > 1)) return undefined;
  }
  return undefined;
}

/** Whether the first two rows leave it open that something else begins with them. */
export function mayBeNext([first, second]: readonly HeadRow[], above: TableAbove): boolean {
  if (first === undefined) return false;
  if (isRepeated(first, above)) return true;
  const isRow = second?.isAfterBlank && first.columns.length >= columnsOf(above);
  return !isRow && !new TableFinder([first]).hasData(0);
}

/** Whether a row has the names of the header. */
function isRepeated(row: HeadRow | undefined, { names }: TableAbove): boolean {
  const given = names.filter((name) => name !== '').length;
  return (
    given > 1 &&
    new Set(names).size >= given &&
    row?.columns.length === given &&
    row.columns.every((column, at) => row.textOf(at) === names[column])
  );
}

/**
 * The number of rows at the start that are a table above another one, which begins below a blank row, or with names for more
 * columns than any row above has. `undefined` where none is found.
 */
export function rowsAboveNext(rows: readonly HeadRow[]): number | undefined {
  let most = 0;
  for (let end = 1; end < Math.min(rows.length, maxRowsAbove); end++) {
    const [before, row] = [rows[end - 1], rows[end]] as [HeadRow, HeadRow];
    most = Math.max(most, before.columns.length);
    const isStacked = !row.isAfterBlank && row.columns.length > Math.max(most, leastStacked);
    if (end < 2 || !(row.isAfterBlank || isStacked)) continue;
    const head = new TableFinder(rows.slice(0, end));
    const names = head.tableNames();
    if (names === undefined) continue;
    const next = rows.slice(end, end + rowsOfNext);
    const isNext = isStacked
      ? isFullTable(next)
      : findNextPart(next, { ...head.namesAt(names), isRagged: false })?.kind === 'table';
    if (isNext) return end;
  }
  return undefined;
}

/** Whether the first of some rows has the names of several others, which have a value for each. */
export function isFullTable(rows: readonly HeadRow[]): boolean {
  const width = rows[0]?.columns.length;
  return (
    rows.length > 2 &&
    rows.every(({ columns }) => columns.length === width) &&
    new TableFinder(rows).tableNames() === 0
  );
}

function columnsOf({ names, kinds }: TableAbove): number {
  return Array.from(kinds).filter((each, column) => each || names[column]).length;
}

function beginsTable(head: TableFinder, above: TableAbove): boolean {
  const last = head.wholeNames();
  if (last === undefined) return false;
  const found = head.namesAt(last);
  const rows = head.length - last - 1;
  const isOther = hasOtherTypes(head.columns, found.kinds, above.kinds);
  if (head.columns.length !== columnsOf(above)) {
    const isMore = head.columns.length > columnsOf(above);
    const areRows = above.isRagged || rows < rowsOfTexts || head.rows[last]?.isSpaced || !(isMore || isOther);
    return head.isCertain(last) || !areRows;
  }
  const shared = head.columns.filter((column) => found.names[column] === above.names[column]).length;
  const kindsOf = (place: number) => above.kinds[head.columns[place] ?? 0];
  const misfits = head.misfits(last).filter((place) => !isMixed(kindsOf(place)));
  if (shared === head.columns.length || !head.isCertain(last) || misfits.length === 0) return false;
  // One text above a number may stand for a missing value.
  return shared > 0 || misfits.filter((place) => !hasTexts(kindsOf(place))).length > 1 || isOther;
}

function hasOtherTypes(
  columns: readonly number[],
  below: readonly number[],
  above: readonly number[],
): boolean {
  return columns.some((column) => {
    const [kinds = 0, known = 0] = [below[column], above[column]];
    if (known === 0 || kinds === 0 || isMixed(known)) return false;
    return (typeOf(kinds) === 'string') !== (typeOf(known) === 'string');
  });
}

function hasTexts(kinds = 0): boolean {
  return (kinds & kind.text) !== 0;
}

/** Whether a column has texts beside other values. */
function isMixed(kinds = 0): boolean {
  return hasTexts(kinds) && (kinds & dataKinds) !== 0;
}
