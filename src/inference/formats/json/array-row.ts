import type { Cell, CellRow } from '../../head/cell-row.ts';
import { kind } from '../../values/kinds.ts';
import { parseNumber } from '../../values/numbers.ts';
import { copyValue } from '../../values/values.ts';
import { backslash, closeBracket, comma, openBrace, openBracket, quote, smallN } from './json-bytes.ts';
import { classifyJsonNumber } from './json-scalars.ts';
import { findValueEnd, isSpace, skipSpace } from './json-window.ts';

/** An array that is a row: `bytes` are all of it, and valid. */
export function arrayRow(bytes: Uint8Array, number: number): CellRow {
  const cells: Cell[] = [];
  const last = bytes.length - 1;
  let fields = 0;
  for (let i = skipSpace(bytes, 1, last); i < last; fields++) {
    const end = findValueEnd(bytes, i, last) ?? last;
    const cell = cellAt(bytes, i, end, fields);
    if (cell) cells.push(cell);
    i = skipSpace(bytes, end, last);
    if (bytes[i] === comma) i = skipSpace(bytes, i + 1, last);
  }
  return { number, cells, fields };
}

/** `undefined` for `null`, and for an empty text. */
function cellAt(bytes: Uint8Array, start: number, end: number, column: number): Cell | undefined {
  const cell = (kind: number, value?: number) => ({ column, kind, bytes, start, end, value });
  switch (bytes[start]) {
    case smallN:
      return undefined;
    case quote: {
      const last = end - 1;
      let i = start + 1;
      if (i === last) return undefined;
      while (i < last && bytes[i] !== backslash) i++;
      if (i === last)
        return { column, kind: kind.text, bytes, start: start + 1, end: last, value: undefined };
      const text = copyValue(bytes, start + 1, last, 'json', end - start);
      return { column, kind: kind.text, bytes: text, start: 0, end: text.length, value: undefined };
    }
    case openBracket:
      return cell(kind.list);
    case openBrace:
      return cell(kind.object);
    case 0x74:
    case 0x66:
      return cell(kind.boolean);
    default:
      return cell(classifyJsonNumber(bytes, start)?.kind ?? kind.text, parseNumber(bytes, start, end));
  }
}

/** Whether an array has nothing but `null` and empty strings. */
export function isBlankArray(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const value = bytes[i] as number;
    if (value === quote && bytes[i + 1] === quote) i++;
    else if (value === smallN) i += 3;
    else if (value !== openBracket && value !== closeBracket && value !== comma && !isSpace(value))
      return false;
  }
  return true;
}
