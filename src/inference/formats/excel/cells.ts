import type { CellRange } from '../../head/head-row.ts';
import { damagedData } from '../../inference-error.ts';
import { parseNumber } from '../../values/numbers.ts';
import type { XmlAttributes } from './xml-attributes.ts';

/** Attribute `t` of a cell (ECMA-376, part 1, section 18.18.11). */
export type CellType = 'number' | 'shared' | 'text' | 'boolean' | 'error';

/** The column of a reference such as `AB12`, from 0. */
export function columnNumber({ bytes, valueStart, valueEnd }: XmlAttributes): number {
  let column = 0;
  let i = valueStart;
  for (; i < valueEnd && i < valueStart + 4; i++) {
    const letter = ((bytes[i] as number) & ~0x20) - 0x40;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  // Excel has 16,384 columns.
  if (column === 0 || column > 16_384) throw damagedData('Excel');
  return column - 1;
}

export function cellType({ bytes, valueStart, valueEnd }: XmlAttributes): CellType {
  const length = valueEnd - valueStart;
  const first = bytes[valueStart];
  if (length === 1) {
    if (first === 0x73) return 'shared';
    if (first === 0x62) return 'boolean';
    if (first === 0x6e) return 'number';
    if (first === 0x65) return 'error';
  }
  // `str`, `inlineStr`; `d`, a date as text.
  return 'text';
}

/** Whether `t` says that a cell has a date as text (ISO 8601). */
export function isIsoDateType({ bytes, valueStart, valueEnd }: XmlAttributes): boolean {
  return valueEnd - valueStart === 1 && bytes[valueStart] === 0x64;
}

export function styleNumber({ bytes, valueStart, valueEnd }: XmlAttributes): number {
  return numberOf(bytes, valueStart, valueEnd);
}

/** A number; NaN for any other text. */
export function numberOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  let i = start;
  for (; i < end && i < start + 15; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return i === end && start < end ? value : parseNumber(bytes, start, end);
}

const day = 86_400_000;

/** Days that the calendar of a workbook counts from; Excel for Macintosh once counted from 1904. */
export type DateSystem = 1900 | 1904;

/** 9999-12-31 in the calendar from 1900. */
const lastDay = 2_958_465;

/** Whether a number is a date: Excel shows others as `####`. */
export function isSerialDate(serial: number): boolean {
  return serial >= 0 && serial < lastDay + 1;
}

/**
 * A serial date as ISO 8601, to the millisecond (ECMA-376, part 1, section 18.17.4). The calendar from 1900 has a
 * February 29th in 1900, so that days before March are counted one day later.
 */
export function serialDateText(serial: number, system: DateSystem): string {
  const offset = system === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const text = new Date(offset + Math.round(serial * day)).toISOString();
  if (Number.isInteger(serial)) return text.slice(0, 10);
  return text.endsWith('.000Z') ? text.slice(0, 19) : text.slice(0, 23);
}

/** A date of a sheet that is a number, with the format that shows it. */
export class SerialDate {
  readonly #serial: number;
  readonly #system: DateSystem;
  readonly #format: string;

  constructor(serial: number, system: DateSystem, format: string) {
    this.#serial = serial;
    this.#system = system;
    this.#format = format;
  }

  get iso(): string {
    return serialDateText(this.#serial, this.#system);
  }

  get shown(): string {
    return shownDate(this.#serial, this.#system, this.#format);
  }
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A serial date as a format of years, months and days shows it, such as `mmm-yy`; otherwise as ISO 8601. */
export function shownDate(serial: number, system: DateSystem, format: string): string {
  const iso = serialDateText(serial, system);
  const [section = ''] = format
    .slice(0, 1000)
    .replace(/^\[\$-[48]09\]|\\(?=[-./, ])/g, '')
    .split(';');
  if (!/^[dmy./, -]*[dmy][./, -]*$/i.test(section) || /m{4}|d{3}|y{5}/i.test(section)) return iso;
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return section.replace(/y+|m+|d+/gi, ({ length, 0: letter = '' }) => {
    if (/y/i.test(letter)) return year.slice(length > 2 ? 0 : 2);
    if (length === 3) return monthNames[Number(month) - 1] ?? month;
    const part = /m/i.test(letter) ? month : day;
    return length === 1 ? String(Number(part)) : part;
  });
}

/** The formats of dates that every workbook has without defining them (section 18.8.30), if they are the same in all languages. */
const builtInDateFormats = new Map([
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
]);

/** The code of a format that shows a date or a time without being defined, empty if it differs by language; otherwise `undefined`. */
export function builtInDateFormat(id: number): string | undefined {
  // Also those of East Asian versions.
  const isDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? (builtInDateFormats.get(id) ?? '') : undefined;
}

/** Whether a number format shows a date or a time (section 18.8.31). */
export function isDateFormat(code: string): boolean {
  return /[dmyhs]/i.test(shownParts(code)) && !/^general$/i.test(shownParts(code).trim());
}

/** How a format shows times without a date: of a day, or elapsed, as `[h]:mm`. */
export type TimeFormat = 'time' | 'elapsed';

/** `undefined`: with a date, or without a time. `id`: of a format that every workbook has. */
export function timeFormat(id: number, code?: string): TimeFormat | undefined {
  if (code === undefined) {
    if (id === 46) return 'elapsed';
    return (id >= 18 && id <= 21) || id === 32 || id === 33 || id === 45 || id === 47 ? 'time' : undefined;
  }
  if (/[dy]/i.test(shownParts(code)) || !/[hs]/i.test(shownParts(code))) return undefined;
  return /\[(?:h{1,9}|m{1,9}|s{1,9})\]/i.test(code) ? 'elapsed' : 'time';
}

/** A serial time as `hh:mm:ss`, to the millisecond. */
export function serialTimeText(serial: number): string {
  const milliseconds = Math.round(serial * day);
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1000].map((unit, index) => {
    const count = Math.floor(milliseconds / unit);
    return String(index === 0 ? count : count % 60).padStart(2, '0');
  });
  const rest = milliseconds % 1000;
  return `${hours}:${minutes}:${seconds}${rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`}`;
}

/** The letters of a format's first section that stand for parts of a date or a time. */
function shownParts(code: string): string {
  const [section = ''] = code
    .slice(0, 1000)
    // An elapsed time, `[h]:mm`, is a time; other brackets are colors, conditions and languages.
    .replace(/\[(h{1,9}|m{1,9}|s{1,9})\]/gi, '$1')
    .replace(/"[^"]*"?|\\.|[_*].|\[[^[\]]*\]/g, '')
    .split(';');
  return section;
}

/** `Sheet1!A5:F200`, `'My Sheet'!A5:F200` or `A5:F200`. */
export const rangePattern =
  /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?\$?([A-Za-z]{1,3})\$?(\d{1,7}):\$?([A-Za-z]{1,3})\$?(\d{1,7})$/;

export function parseRange(
  text: string,
): { readonly sheet: string | undefined; readonly cells: CellRange } | undefined {
  const parts = rangePattern.exec(text);
  if (!parts) return undefined;
  const [, quoted, plain, left = '', top, right = '', bottom] = parts;
  const column = (letters: string) =>
    [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 0x40, 0) - 1;
  const cells = { top: Number(top), left: column(left), bottom: Number(bottom), right: column(right) };
  return { sheet: quoted?.replaceAll("''", "'") ?? plain, cells };
}

export function rangeText(sheet: string, { top, left, bottom, right }: CellRange): string {
  const name = /^[\p{L}_][\p{L}\d_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${columnLetters(left)}${top}:${columnLetters(right)}${bottom}`;
}

function columnLetters(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}
