import { cells, writeXlsx } from './formats/xlsx-file.ts';

/** The texts of a table's cells. Rows may be short. */
export type Rows = readonly (readonly string[])[];

/** The same table in each carrier: numbers and booleans are cells of their own kind where the carrier has any. */
export const carriers: Readonly<Record<string, (rows: Rows) => string | Uint8Array>> = {
  'padded.csv': (rows) => csv(rows.map((row) => padded(row, widthOf(rows)))),
  xlsx: (rows) => writeXlsx([{ name: 'table', rows: rows.map((row) => row.map(cell)) }]),
  json: (rows) =>
    JSON.stringify(
      rows.map((row) => row.map(jsonValue)),
      undefined,
      0,
    ),
};

export function csv(rows: Rows): string {
  return rows.map((row) => `${row.map(field).join()}\n`).join('');
}

export function widthOf(rows: Rows): number {
  return Math.max(0, ...rows.map((row) => row.length));
}

function padded(row: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => row[column] ?? '');
}

/** Excel and JSON have doubles only, so a number is one if they write it the same way. */
function isNumber(text: string): boolean {
  return /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text) && String(Number(text)) === text;
}

function cell(text: string): string {
  if (text === '') return cells.none;
  if (/^(?:true|false)$/i.test(text)) return cells.boolean(/^t/i.test(text));
  return isNumber(text) ? cells.number(text) : cells.text(text);
}

function jsonValue(text: string): unknown {
  if (text === '') return null;
  if (/^(?:true|false)$/i.test(text)) return /^t/i.test(text);
  return isNumber(text) ? Number(text) : text;
}

function field(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
