import { limits } from '../../inference-limits.ts';
import type { QuoteEscape } from '../../values/values.ts';

/** How records and fields of a file are written. */
export interface Dialect {
  /** A byte of ASCII; `undefined` in a file with one column. */
  readonly delimiter: number | undefined;
  readonly quoteEscape: QuoteEscape;
}

export const byte = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  unitSeparator: 0x1f,
  space: 0x20,
  quote: 0x22,
  hash: 0x23,
  singleQuote: 0x27,
  comma: 0x2c,
  semicolon: 0x3b,
  backslash: 0x5c,
  bar: 0x7c,
} as const;

/** The byte around values in quotes. */
export function quoteOf({ quoteEscape }: Dialect): number {
  return quoteEscape === 'single' ? byte.singleQuote : byte.quote;
}

/** Whether a byte is ignored around a value that is not quoted. */
export function isBlank(value: number | undefined, { delimiter }: Dialect): boolean {
  return (value === byte.space || value === byte.tab) && value !== delimiter;
}

export function isLineBreak(value: number | undefined): boolean {
  return value === byte.lineFeed || value === byte.carriageReturn;
}

/** The number of line breaks. */
export function countLines(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0;
  for (let i = start; i < end; i++)
    if (bytes[i] === byte.lineFeed || (bytes[i] === byte.carriageReturn && bytes[i + 1] !== byte.lineFeed))
      lines++;
  return lines;
}

/** One character of ASCII that values are not made of. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters separate fields in some files.
export const delimiterPattern = /^(?![\w"\r\n.+\\-])[\x01-\x7f]$/;

/** A field's value: the bytes from `start` to `end`, without quotes and the spaces around them. */
export interface Field {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** Whether quotes within the value are escaped. */
  readonly hasEscapes: boolean;
  /** Whether text follows the closing quote. */
  readonly isMalformed: boolean;
  /** Whether there were spaces around a value without quotes. */
  readonly isSpaced: boolean;
}

export interface DelimitedRecord {
  readonly fields: readonly Field[];
  /** Whether the line is empty. */
  readonly isBlank: boolean;
  /** Where the line break after it is. */
  readonly end: number;
  /** Where the next record starts. */
  readonly next: number;
}

/**
 * Reads one record field by field: the plain form of what `RecordScanner` does fast. Returns `undefined` if the record
 * continues after `end`, and `'unclosed-quote'` if a quote is missing. A record with more fields than a table may have ends
 * after the first field too many: millions of them would take much memory.
 */
export function readRecord(
  bytes: Uint8Array,
  start: number,
  end: number,
  dialect: Dialect,
  isLast: boolean,
): DelimitedRecord | 'unclosed-quote' | undefined {
  const fields: Field[] = [];
  let i = start;
  for (;;) {
    const read = readField(bytes, i, end, dialect);
    if (read === undefined) return isLast ? 'unclosed-quote' : undefined;
    const { field, next } = read;
    // At the end of the bytes more of the field may follow, such as the second of two quotes.
    if (next >= end && !isLast) return undefined;
    fields.push(field);
    i = next + 1;
    if (next < end && bytes[next] === dialect.delimiter && fields.length <= limits.columns) continue;
    if (bytes[next] === byte.carriageReturn && next < end) {
      if (i >= end && !isLast) return undefined;
      if (i < end && bytes[i] === byte.lineFeed) i++;
    }
    const isBlankLine = fields.length === 1 && !field.isQuoted && field.start === field.end;
    return { fields, isBlank: isBlankLine, end: next, next: Math.min(i, end) };
  }
}

/** `next`: the position of the delimiter or line break after the field. `undefined` for an unclosed quote. */
function readField(
  bytes: Uint8Array,
  start: number,
  end: number,
  dialect: Dialect,
): { readonly field: Field; readonly next: number } | undefined {
  let first = start;
  while (first < end && isBlank(bytes[first], dialect)) first++;
  if (first < end && bytes[first] === quoteOf(dialect)) return readQuoted(bytes, first, end, dialect);
  const next = fieldEnd(bytes, first, end, dialect);
  let last = next;
  while (last > first && isBlank(bytes[last - 1], dialect)) last--;
  const isSpaced = first > start || last < next;
  const field = { start: first, end: last, isQuoted: false, hasEscapes: false, isMalformed: false, isSpaced };
  return { field, next };
}

function readQuoted(bytes: Uint8Array, quote: number, end: number, dialect: Dialect) {
  let hasEscapes = false;
  const mark = bytes[quote];
  let i = quote + 1;
  for (; ; i++) {
    if (i >= end) return undefined;
    if (bytes[i] === mark) {
      if (i + 1 >= end || bytes[i + 1] !== mark) break;
    } else if (bytes[i] !== byte.backslash || dialect.quoteEscape !== 'backslash') continue;
    hasEscapes = true;
    i++;
  }
  const next = fieldEnd(bytes, i + 1, end, dialect);
  let last = next;
  while (last > i + 1 && isBlank(bytes[last - 1], dialect)) last--;
  const isMalformed = last > i + 1;
  const field = {
    start: quote + 1,
    end: isMalformed ? last : i,
    isQuoted: true,
    hasEscapes,
    isMalformed,
    isSpaced: false,
  };
  return { field, next };
}

function fieldEnd(bytes: Uint8Array, start: number, end: number, { delimiter }: Dialect): number {
  let i = start;
  while (i < end && bytes[i] !== delimiter && !isLineBreak(bytes[i])) i++;
  return i;
}
