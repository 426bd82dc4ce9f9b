import {
  type CellRange,
  type CellType,
  type DateSystem,
  isSerialDate,
  numberOf,
  shownDate,
} from './cells.ts';

/** Where a cell is in its row, and how its text is read. */
export interface CellStyle {
  column: number;
  type: CellType;
  /** By which it shows a date or a time. */
  dateFormat: string | undefined;
}

/** A cell that is not empty, with its text. */
export interface SheetCell extends Readonly<CellStyle> {
  readonly value: Uint8Array;
}

export interface SheetRow {
  /** In the sheet, from 1. */
  readonly number: number;
  readonly isAfterBlank: boolean;
  readonly cells: SheetCell[];
}

/** The texts of a row by their columns. */
export function rowTexts(row: SheetRow | undefined, dateSystem: DateSystem): Map<number, string> {
  return new Map(row?.cells.map((cell) => [cell.column, new TextDecoder().decode(textOf(cell, dateSystem))]));
}

/** As it is shown: a date is a number in the file, and so is a boolean. */
export function textOf({ type, value, dateFormat }: SheetCell, dateSystem: DateSystem): Uint8Array {
  if (type === 'boolean') return new TextEncoder().encode(value[0] === 0x31 ? 'TRUE' : 'FALSE');
  if (dateFormat === undefined) return value;
  const serial = numberOf(value, 0, value.length);
  return isSerialDate(serial) ? new TextEncoder().encode(shownDate(serial, dateSystem, dateFormat)) : value;
}

/** Columns that a name is for at most, if it is the last one of its row. */
const maxSpread = 100;

/** Names that are for several columns: those that are merged, or else all up to the next name. */
export function spreadNames(
  row: SheetRow,
  merged: readonly CellRange[],
  dateSystem: DateSystem,
): Map<number, string> {
  const names = rowTexts(row, dateSystem);
  const ends = new Map(merged.map((range) => [range.left, range.right]));
  for (const [index, { column }] of row.cells.entries()) {
    const name = names.get(column) ?? '';
    const next = row.cells[index + 1]?.column ?? column + maxSpread;
    const end = merged.length === 0 ? next - 1 : Math.min(ends.get(column) ?? column, next - 1);
    for (let other = column + 1; other <= end; other++) names.set(other, name);
  }
  return names;
}

/** The names of a column in each row of the header, joined; `undefined` if there is none. */
export function joinedName(rows: readonly ReadonlyMap<number, string>[], column: number): string | undefined {
  const parts = rows.flatMap((names) => names.get(column) ?? []);
  return parts.length === 0 ? undefined : parts.join(' ');
}
