import { parseNumber } from '../../values/numbers.ts';
import type { XmlAttributes } from './xml-attributes.ts';
import { damaged } from './xml-scanner.ts';

/** Attribute `t` of a cell (ECMA-376, part 1, section 18.18.11). */
export type CellType = 'number' | 'shared' | 'text' | 'boolean';

export function isText(type: CellType): boolean {
  return type === 'shared' || type === 'text';
}

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
  if (column === 0 || column > 16_384) throw damaged();
  return column - 1;
}

export function cellType({ bytes, valueStart, valueEnd }: XmlAttributes): CellType {
  const length = valueEnd - valueStart;
  const first = bytes[valueStart];
  if (length === 1) {
    if (first === 0x73) return 'shared';
    if (first === 0x62) return 'boolean';
    if (first === 0x6e) return 'number';
  }
  // `str`, `inlineStr`; `d`, a date as text; `e`, an error such as `#N/A`.
  return 'text';
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
