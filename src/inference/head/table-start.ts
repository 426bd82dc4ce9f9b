import type { ReadingChoices } from '../source.ts';
import type { ColumnRange, HeadRow } from './head-row.ts';
import { joinNames, type NamedColumns } from './header-names.ts';
import { rowsAboveNext } from './next-table.ts';
import { tablesSideBySide } from './side-by-side.ts';
import { type HeaderKnowledge, TableFinder, type TableLayout } from './table-finder.ts';

/** Where a table begins, and what is above and beside it. */
export interface TableStart<Row> extends TableLayout, NamedColumns<Row> {
  readonly finder: TableFinder;
  /** Those of the table, and above it, with its columns only. */
  readonly rows: readonly Row[];
  /** Those of its header. */
  readonly named: readonly Row[];
  /** Its columns, if there are other tables beside it. */
  readonly own: ColumnRange | undefined;
  /** Those beside it. */
  readonly beside: readonly { readonly rows: readonly Row[]; readonly columns: ColumnRange }[];
  /** The number of rows above its data. */
  readonly above: number;
  /** The number of rows above another table below it, if it begins among them. */
  readonly end: number | undefined;
}

/** What a user says about the place of a table. `skip`: lines or rows. */
export interface ChosenStart extends Pick<HeaderKnowledge, 'header' | 'isStart'> {
  readonly skip: number;
}

export function chosenStart({ header, headerRow, skip, range }: ReadingChoices): ChosenStart {
  return {
    header: headerRow === undefined ? header : true,
    isStart: (headerRow ?? skip ?? range) !== undefined,
    skip: skip ?? (headerRow ?? 1) - 1,
  };
}

/** Finds the table with which rows begin: another one says nothing about its layout. */
export function findTable<Row extends HeadRow>(
  all: readonly Row[],
  knowledge: HeaderKnowledge,
): TableStart<Row> {
  const { header, isStart = false } = knowledge;
  const end = isStart || header === false ? undefined : rowsAboveNext(all);
  const [part, ...beside] =
    isStart || header !== undefined ? [] : tablesSideBySide(end === undefined ? all : all.slice(0, end));
  const rows = part?.rows ?? all.slice(0, end);
  const finder = new TableFinder(rows);
  const layout = finder.layout(knowledge);
  const above = layout.first + layout.headerRows;
  const named = rows.slice(layout.first, above);
  const names = joinNames(named);
  return {
    ...layout,
    finder,
    rows,
    titles: rows.slice(0, layout.first),
    named,
    names: layout.header === 'unnamed-first' ? ['', ...names] : names,
    own: part?.columns,
    beside,
    above: part && above > 0 ? (part.places[above - 1] ?? 0) + 1 : above,
    end,
  };
}
