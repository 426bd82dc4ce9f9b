import { asciiText } from '../bytes/ascii.ts';

/** Numbers of so many digits are calculated digit by digit, which is close enough to decide whether to compare them exactly. */
const closeDigits = 22;

/** Exact as doubles. */
const powersOfTen: Readonly<Float64Array> = Float64Array.from(
  { length: closeDigits + 1 },
  (_, power) => 10 ** power,
);

/**
 * A number as a double, from its text. A comma may separate its decimals. The usual one is calculated from its digits, which
 * is close enough to decide whether to compare it exactly.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === 0x2d;
  let value = 0;
  let digits = 0;
  let point = -1;
  for (let i = isNegative ? start + 1 : start; i < end; i++) {
    const digit = (bytes[i] as number) - 0x30;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits++;
    } else if (point < 0 && (digit === -2 || digit === -4)) point = digits;
    else return parseText(bytes, start, end);
  }
  if (digits > closeDigits) return parseText(bytes, start, end);
  const number = point < 0 ? value : value / (powersOfTen[digits - point] as number);
  return isNegative ? -number : number;
}

function parseText(bytes: Uint8Array, start: number, end: number): number {
  return Number(comparableNumber(asciiText(bytes, start, end)));
}

/** The value of a number as written, which compares exactly where it is an integer. A comma may separate its decimals. */
export function comparableNumber(text: string): bigint | number {
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text.replace(',', '.'));
}

/** A number with a plain space or a plain apostrophe for each of the others that separate thousands. */
export function withUsualSeparators(text: string): string {
  return text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('\u2019', "'");
}
