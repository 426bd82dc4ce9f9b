import { namedColumns, type ProfiledColumn } from '../columns/column-profile.ts';
import type { ProfiledTable } from '../data-format.ts';
import type { TableNote } from '../notes.ts';
import type { RaggedRows } from '../ragged-rows.ts';
import type { ReadingChoices } from '../source.ts';
import type { ColumnRange } from './head-row.ts';
import { headerNotes, type TitleRow, titleNotes } from './header-notes.ts';
import { takeRemarks } from './remarks.ts';
import type { TableLayout } from './table-finder.ts';

/** A column before it is named. `place`: from 0. */
type TableColumn = Omit<ProfiledColumn, 'name'> & { readonly place: number };

/** What is known of a table once its rows are read. */
interface TableEnd extends Pick<TableLayout, 'header'> {
  readonly rows: number;
  readonly columns: readonly TableColumn[];
  /** Those of the table, if there are others beside it. */
  readonly own: ColumnRange | undefined;
  readonly titles: readonly TitleRow[];
  /** About rows that are none of the data. */
  readonly skipped: readonly TableNote[];
  /** About values. */
  readonly others?: readonly TableNote[];
  readonly ragged: RaggedRows;
  readonly choices: ReadingChoices;
  /** Of the table: columns without names or values are kept for it. Other tables of a workbook expect others. */
  readonly expected?: ReadingChoices['expected'];
}

/** Names the columns of a table, and says what a person should know about it. `names`: of all columns; empty for what is none. */
export function finishTable(end: TableEnd): {
  readonly table: Pick<ProfiledTable, 'rows' | 'columns' | 'notes' | 'isOddRow' | 'oddRows'>;
  readonly names: readonly string[];
} {
  const { rows, columns: all, own, header, titles, skipped, others = [], ragged, choices, expected } = end;
  const isOwn = ({ place }: TableColumn) => own === undefined || (place >= own.left && place <= own.right);
  // What is beside the table is no column of it.
  for (const column of all) if (!isOwn(column)) column.profile.forget(column.profile.kinds);
  const found = all.map((column) => (isOwn(column) ? column : { ...column, sourceName: undefined }));
  const remarks = takeRemarks(found, rows);
  const columns = namedColumns(found, expected);
  const names = new Map(columns.map(({ profile, name }) => [profile, name]));
  const isDetected = choices.header === undefined && choices.headerRow === undefined;
  const profiles = all.map(({ profile }) => profile);
  const oddRows = ragged.oddRows(profiles.map(({ kinds }) => kinds !== 0));
  const notes = [
    ...titleNotes(titles),
    ...remarks,
    ...skipped,
    ...headerNotes(header, isDetected, titles.length, rows, profiles),
    ...others,
    ...ragged.notes(),
  ];
  // Where only columns without any value are missing, no row is of the wrong width.
  const isOddRow = oddRows?.isWithoutValues === false && { isOddRow: ragged.has };
  return {
    table: { rows, columns, notes, ...isOddRow, oddRows },
    names: profiles.map((profile) => names.get(profile) ?? ''),
  };
}
