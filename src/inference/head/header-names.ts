import type { CellRange, ColumnRange, HeadRow } from './head-row.ts';
import type { KnownNames } from './known-names.ts';

/**
 * The names that the rows of a header give to columns, by their places; empty for a column that has none. Names of groups are for
 * the columns up to the next group, or for those over which their cells are merged.
 */
export function joinNames(header: readonly HeadRow[], merged: readonly CellRange[] = []): string[] {
  const last = header.at(-1);
  if (last === undefined) return [];
  const ends = header.map(({ columns }) => (columns.at(-1) ?? -1) + 1);
  const width = last.fields ?? Math.max(...ends, ...merged.map(({ right }) => right + 1));
  const end = ends.at(-1) ?? 0;
  const texts = header.map((row): string[] => {
    const ofRow = merged.filter(({ top }) => row !== last && top === row.number);
    const names = Array.from({ length: width }, () => '');
    for (const [index, column] of row.columns.entries()) {
      const next = row.columns[index + 1] ?? width;
      const range = ofRow.find(({ left }) => left === column);
      const spread = ofRow.length > 0 ? (range?.right ?? column) + 1 : row === last ? 0 : end;
      names.fill(row.nameOf(index), column, Math.max(column + 1, Math.min(next, spread)));
    }
    return names;
  });
  return Array.from({ length: width }, (_, column) =>
    texts.flatMap((names) => names[column] || []).join(' '),
  );
}

/** Whether no two columns have the same name: where names are the same, rows that equal them may be data. */
export function areDifferentNames(names: readonly string[]): boolean {
  const given = names.filter((name) => name !== '');
  return new Set(given).size === given.length;
}

/** The names of columns, and the rows above them. */
export interface NamedColumns<Row> {
  /** By their places; empty for a column that has none. */
  readonly names: readonly string[];
  readonly titles: readonly Row[];
}

/**
 * The names of columns, and the rows above them, decided once more below all rows, where a sheet says which cells are merged:
 * names of groups in the row above may belong to the header. `left`, `right`: of the table.
 */
export function namesAtEnd<Row extends HeadRow>(
  { names, titles, named }: NamedColumns<Row> & { readonly named: readonly Row[] },
  merged: readonly CellRange[],
  { left, right }: ColumnRange,
  known: KnownNames | undefined,
): NamedColumns<Row> {
  // What is merged over the whole table is a title.
  const groups = merged.filter((range) => range.left > left || range.right < right);
  const last = named.slice(-1);
  const own = joinNames(last);
  const above = titles.slice(-1);
  const isNextTo = named.length === 1 && above[0]?.number === (last[0]?.number ?? 0) - 1;
  // Below other texts side by side it is a note as well, unless the names need it.
  const isNote = areDifferentNames(own) && (titles.at(-2)?.columns.length ?? 0) > 1;
  const isAbove = isNextTo && groups.length > 0 && !isNote;
  const upper = isAbove ? above : named.slice(0, -1);
  if (upper.length === 0) return { names, titles };
  const joined = {
    names: joinNames([...upper, ...last], groups),
    titles: titles.slice(0, isAbove ? -1 : undefined),
  };
  // What is above the names that the table has in the dataset is a title.
  const alone = { names: own, titles: [...titles, ...named.slice(0, -1)] };
  return known?.header([joined, alone]) === alone ? alone : joined;
}
