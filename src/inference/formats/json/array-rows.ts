import { type HeadRow, kindOfText } from '../../head/head-row.ts';
import { joinNames } from '../../head/joined-names.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { kind } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { closeBracket, comma, openBracket, quote } from './json-bytes.ts';
import { isSpace } from './json-window.ts';

/** An array that is a row, with its values. */
export interface ArrayRow {
  /** Its place in the array around it, from 1. */
  readonly number: number;
  readonly isAfterBlank: boolean;
  /** With a byte behind it. */
  readonly bytes: Uint8Array;
}

export function valuesOf({ bytes }: ArrayRow): unknown[] {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Arrays as the finder of tables knows them. */
export function arrayHeadRows(rows: readonly ArrayRow[], nulls: NullTexts): HeadRow[] {
  const dates = new IsoDateReader();
  return rows.map((row): HeadRow => {
    const values = valuesOf(row);
    const columns = values.flatMap((value, column) => (value === null || value === '' ? [] : [column]));
    const textOf = (index: number) => nameOf(values[columns[index] ?? -1]);
    return {
      columns,
      kinds: columns.map((column) => kindOf(values[column], nulls, dates)),
      fields: values.length,
      isAfterBlank: row.isAfterBlank,
      isComment: textOf(0).startsWith('#'),
      isSpaced: columns.some((_, index) => index > 0 && /^\s|\s$/.test(textOf(index))),
      textOf,
    };
  });
}

/** The names that arrays give to columns. */
export function namesIn(rows: readonly ArrayRow[]): readonly string[] {
  const cells = rows.map((row) => valuesOf(row).map(nameOf));
  return joinNames(cells, cells.at(-1)?.length ?? 0);
}

/** Whether an array has nothing but `null` and empty strings. */
export function isBlankArray(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const value = bytes[i] as number;
    if (value === quote && bytes[i + 1] === quote) i++;
    else if (value === 0x6e) i += 3;
    else if (value !== openBracket && value !== closeBracket && value !== comma && !isSpace(value))
      return false;
  }
  return true;
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  // An object can have a property `toString`.
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function kindOf(value: unknown, nulls: NullTexts, dates: IsoDateReader): number {
  if (typeof value === 'boolean') return kind.boolean;
  if (typeof value === 'number') return Number.isInteger(value) ? kind.integer : kind.fraction;
  return typeof value === 'string' ? kindOfText(new TextEncoder().encode(value), nulls, dates) : kind.list;
}
