import type { ColumnRange, HeadRow } from './head-row.ts';
import { TableFinder } from './table-finder.ts';

/** One of the tables side by side. */
interface PartOfRows<Row> {
  readonly columns: ColumnRange;
  /** The places of its rows among all, and the rows with its columns only. */
  readonly places: readonly number[];
  readonly rows: readonly Row[];
  /** The place of the last row of its header; `undefined` if it is no table. */
  readonly names: number | undefined;
}

/** Rows of which one table has more than another beside it, so that they are not one table with columns between its groups. */
const leastMore = 2;

/** The tables that blank columns separate, the one with most rows first; none if all columns belong together. */
export function tablesSideBySide<Row extends HeadRow>(rows: readonly Row[]): readonly PartOfRows<Row>[] {
  const columns = new TableFinder(rows).columns;
  if (columns.length === (columns.at(-1) ?? 0) - (columns[0] ?? 0) + 1) return [];
  const starts = columns.filter((column, index) => column !== (columns[index - 1] ?? -2) + 1);
  const parts = starts.map((left, index) => {
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    return partOf(rows, { left, right: columns.findLast((column) => column < next) ?? left });
  });
  const tables = parts.filter(({ names }) => names !== undefined);
  const [first, ...others] = tables.sort((a, b) => b.rows.length - a.rows.length);
  const areApart = others.some(
    (other) => other.names !== first?.names || (first?.rows.length ?? 0) - other.rows.length >= leastMore,
  );
  return areApart ? tables : [];
}

function partOf<Row extends HeadRow>(all: readonly Row[], columns: ColumnRange): PartOfRows<Row> {
  const isWithin = (column: number) => column >= columns.left && column <= columns.right;
  const places = all.flatMap((row, place) => (row.columns.some(isWithin) ? [place] : []));
  const rows = places.map((place) => {
    const row = all[place] as Row;
    const kept = row.columns.flatMap((column, index) => (isWithin(column) ? [index] : []));
    return {
      ...row,
      columns: kept.map((index) => row.columns[index] ?? 0),
      kinds: kept.map((index) => row.kinds[index] ?? 0),
      textOf: (index: number) => row.textOf(kept[index] ?? -1),
      nameOf: (index: number) => row.nameOf(kept[index] ?? -1),
    };
  });
  const names = columns.left === columns.right ? undefined : new TableFinder(rows).tableNames();
  return { columns, places, rows, names: names === undefined ? undefined : places[names] };
}
