import { classifyOtherText } from './classify-text.ts';
import type { IsoDateReader } from './iso-date.ts';
import { kind } from './kinds.ts';

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const point = 0x2e;
const comma = 0x2c;

const largestInteger = '9223372036854775807';
const smallestInteger = '9223372036854775808';

/** Longer values are plain text: no number or date that anybody writes has as many characters. */
export const maxNumberLength = 400;

/**
 * The kind of a value of delimited text: bytes without the spaces and quotes around them, and not empty.
 * `isCommaDelimited`: commas separate fields, so that they separate no decimals.
 */
export function classify(
  bytes: Uint8Array,
  start: number,
  end: number,
  isCommaDelimited: boolean,
  dates: IsoDateReader,
): number {
  const first = bytes[start] as number;
  if (isLetter(first)) return classifyWord(bytes, start, end);
  if (end - start > maxNumberLength) return kind.text;
  let i = first === minus ? start + 1 : start;
  const digits = i;
  i = skipDigits(bytes, i, end);
  if (i === digits) return classifyOtherText(bytes, start, end);
  if (i === end) return classifyInteger(bytes, digits, end, first === minus);
  const next = bytes[i];
  if (next === minus && i - start === 4)
    return dates.read(bytes, start, end) && dates.end === end
      ? kind.date
      : classifyOtherText(bytes, start, end);

  if (next === point || (next === comma && !isCommaDelimited)) {
    const decimals = i + 1;
    i = skipDigits(bytes, decimals, end);
    const isFraction = i > decimals && (i === end || isExponent(bytes, i, end));
    if (isFraction) return next === point ? kind.fraction : kind.commaFraction;
  } else if (isExponent(bytes, i, end)) {
    return isSign(bytes[i + 1]) ? kind.exponent : kind.unusualNumber;
  }
  return classifyOtherText(bytes, start, end);
}

/** `digits` to `end` are digits. */
export function classifyInteger(bytes: Uint8Array, digits: number, end: number, isNegative: boolean): number {
  const length = end - digits;
  if (bytes[digits] === zero && length > 1) return kind.leadingZero;
  if (length < 19) return kind.integer;
  if (length > 19) return kind.bigInteger;
  const limit = isNegative ? smallestInteger : largestInteger;
  for (let i = 0; i < 19; i++) {
    const difference = (bytes[digits + i] as number) - limit.charCodeAt(i);
    if (difference !== 0) return difference < 0 ? kind.integer : kind.bigInteger;
  }
  return kind.integer;
}

/** Words are recognized in any case. */
function classifyWord(bytes: Uint8Array, start: number, end: number): number {
  switch (end - start) {
    case 1:
      if (isWord(bytes, start, 't') || isWord(bytes, start, 'f')) return kind.trueFalseLetter;
      if (isWord(bytes, start, 'y') || isWord(bytes, start, 'n')) return kind.yesNo;
      return kind.text;
    case 2:
      return isWord(bytes, start, 'no') ? kind.yesNo : kind.text;
    case 3:
      if (isWord(bytes, start, 'yes')) return kind.yesNo;
      if (isWord(bytes, start, 'nan') || isWord(bytes, start, 'inf')) return kind.unusualNumber;
      return kind.text;
    case 4:
      return isWord(bytes, start, 'true') ? kind.boolean : kind.text;
    case 5:
      return isWord(bytes, start, 'false') ? kind.boolean : classifyOtherText(bytes, start, end);
    case 8:
      return isWord(bytes, start, 'infinity') ? kind.unusualNumber : classifyOtherText(bytes, start, end);
    default:
      return classifyOtherText(bytes, start, end);
  }
}

/** Whether the bytes at `start` are a word in any case. */
function isWord(bytes: Uint8Array, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++)
    if (((bytes[start + i] as number) | 0x20) !== word.charCodeAt(i)) return false;
  return true;
}

function skipDigits(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && (bytes[i] as number) >= zero && (bytes[i] as number) <= nine) i++;
  return i;
}

/** `e5`, `E+5` … up to the end. */
function isExponent(bytes: Uint8Array, start: number, end: number): boolean {
  if (((bytes[start] as number) | 0x20) !== 0x65) return false;
  const digits = isSign(bytes[start + 1]) ? start + 2 : start + 1;
  return digits < end && skipDigits(bytes, digits, end) === end;
}

function isSign(byte: number | undefined): boolean {
  return byte === 0x2b || byte === minus;
}

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}
