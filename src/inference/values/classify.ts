import { daysIn, type IsoDateReader } from './iso-date.ts';
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
      ? dates.isSpaced
        ? kind.spacedDate
        : kind.date
      : classifyOtherText(bytes, start, end);

  if (next === point || (next === comma && !isCommaDelimited)) {
    const decimals = i + 1;
    i = skipDigits(bytes, decimals, end);
    const isFraction = i > decimals && (i === end || isExponent(bytes, i, end));
    if (isFraction && i === end && i === decimals + 3 && decimals <= digits + 4 && bytes[digits] !== zero)
      return next === point ? kind.pointThree : kind.commaThree;
    if (isFraction && next === comma) return kind.commaFraction;
    if (isFraction) return kindOfFraction(bytes, digits, end);
  } else if (isExponent(bytes, i, end)) {
    return isSign(bytes[i + 1]) ? kind.exponent : kind.unusualNumber;
  }
  return classifyOtherText(bytes, start, end);
}

/** A double has at most so many decimal digits that it keeps. */
const doubleDigits = 17;

/** Of digits, a point, and more digits, maybe with an exponent. */
function kindOfFraction(bytes: Uint8Array, digits: number, end: number): number {
  if (bytes[digits] === zero && bytes[digits + 1] !== point) return kind.bareFraction;
  return isLongFraction(bytes, digits, end) ? kind.longFraction : kind.fraction;
}

/** Whether a fraction has more digits than a double keeps. */
export function isLongFraction(bytes: Uint8Array, digits: number, end: number): boolean {
  return end - digits > doubleDigits + 1 && significantDigits(bytes, digits, end) > doubleDigits;
}

/** From the first digit that is not 0 to the last one. */
function significantDigits(bytes: Uint8Array, start: number, end: number): number {
  let [count, significant] = [0, 0];
  for (let i = start; i < end && !isLetter(bytes[i] as number); i++) {
    if (bytes[i] === point || (count === 0 && bytes[i] === zero)) continue;
    count++;
    if (bytes[i] !== zero) significant = count;
  }
  return significant;
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
      if (isWord(bytes, start, 't')) return kind.trueLetter;
      if (isWord(bytes, start, 'f')) return kind.falseLetter;
      if (isWord(bytes, start, 'y')) return kind.yes;
      return isWord(bytes, start, 'n') ? kind.no : kind.text;
    case 2:
      return isWord(bytes, start, 'no') ? kind.no : kind.text;
    case 3:
      if (isWord(bytes, start, 'yes')) return kind.yes;
      if (isWord(bytes, start, 'nan') || isWord(bytes, start, 'inf')) return kind.unusualNumber;
      return kind.text;
    case 4:
      if (isWord(bytes, start, 'wahr') || isWord(bytes, start, 'vrai')) return kind.yes;
      if (isWord(bytes, start, 'faux')) return kind.no;
      return isWord(bytes, start, 'true') ? kind.boolean : kind.text;
    case 5:
      return isWord(bytes, start, 'false') ? kind.boolean : classifyOtherText(bytes, start, end);
    case 6:
      return isWord(bytes, start, 'falsch') ? kind.no : classifyOtherText(bytes, start, end);
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

/** Longer values are plain text, so that each expression below sees few characters. */
const maxLength = 40;

/** Groups of three digits with the same separator throughout; decimals have another separator. */
const thousands =
  /^-?\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+|(?:[ '’\u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?)$/;
const codes = 'USD|EUR|GBP|JPY|CHF|CAD|AUD|CNY|INR|SEK|NOK|DKK|PLN';
const currency = new RegExp(
  `^-?(?:(?:[$€£¥]|${codes})\\s?-?\\d[\\d.,'’\\s]*|\\d[\\d.,'’\\s]*(?:[$€£¥]|${codes}))$`,
);
const parenthesized = /^\(\d[\d.,'’ ]*\)$/;
const percentage = /^[+-]?\d[\d.,]*\s?%$/;
/** As SAP writes it. */
const trailingMinus = /^\d[\d.,'’ ]*-$/;
const plusNumber = /^\+\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/;
const bareFraction = /^-?(?:\.\d+|\d+\.)(?:e[+-]?\d+)?$/i;
/** Also with a decimal comma, where commas separate fields. */
const unusualNumber = /^[+-]?(?:\.\d+(?:e[+-]?\d+)?|\d+\.(?:e[+-]?\d+)?|\d+,\d+|nan|inf|infinity)$/i;
/** What may come after a date, and the times among it. */
const rest = '(?<rest>[T ,]+\\d{1,2}:\\d{2}.*)?';
const seconds = '(?::[0-5]\\d(?:\\.\\d{1,9})?)?';
const time = new RegExp(
  `^[T ,]+(?:(?:[01]?\\d|2[0-3]):[0-5]\\d${seconds}|(?:0?[1-9]|1[0-2]):[0-5]\\d${seconds} ?[ap]\\.?m\\.?)(?: ?(?:Z|UTC|GMT|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?))?$`,
  'i',
);
const numericDate = new RegExp(`^(\\d{1,4})([/.-])(\\d{1,2})\\2(\\d{2}|\\d{4})${rest}$`, 'i');
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const dayMonthDate = new RegExp(
  `^(?<day>\\d{1,2})[ .-]{1,2}(?<month>${months})[ .,-]{1,2}(?<year>\\d{2}|\\d{4})${rest}$`,
  'i',
);
const monthDayDate = new RegExp(
  `^(?<month>${months})[ .]{1,2}(?<day>\\d{1,2}),? (?<year>\\d{4})${rest}$`,
  'i',
);
/** The kind of a value that is no plain number, ISO date or boolean: what a note can be written about, or text. */
export function classifyOtherText(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > maxLength || !hasDigit(bytes, start, end)) {
    return end - start < 10 && unusualNumber.test(decode(bytes, start, end)) ? kind.unusualNumber : kind.text;
  }
  const text = decode(bytes, start, end);
  if (plusNumber.test(text)) return kind.decorated;
  if (thousands.test(text)) return kind.thousands;
  if (bareFraction.test(text)) return kind.bareFraction;
  if (unusualNumber.test(text)) return kind.unusualNumber;
  if (trailingMinus.test(text)) return kind.trailingMinus;
  if (percentage.test(text) || parenthesized.test(text) || currency.test(text)) return kind.decorated;
  return classifyDate(text);
}

function classifyDate(text: string): number {
  const parts = numericDate.exec(text) ?? dayMonthDate.exec(text) ?? monthDayDate.exec(text);
  if (parts === null) return kind.text;
  const { month, day, year, rest: after } = parts.groups ?? {};
  const found =
    month === undefined ? classifyNumericDate(parts) : classifyNamedDate(Number(year), month, Number(day));
  return found === kind.text || after === undefined || time.test(after) ? found : kind.almostDate;
}

function classifyNumericDate([, first = '', , second = '', third = '']: RegExpExecArray): number {
  if (first.length === 4)
    return third.length === 2 && isDay(Number(first), Number(second), Number(third))
      ? kind.otherDate
      : kind.text;
  if (first.length > 2) return kind.text;
  const year = Number(third);
  const isDayFirst = isDay(year, Number(second), Number(first));
  const isMonthFirst = isDay(year, Number(first), Number(second));
  if (isDayFirst) return isMonthFirst ? kind.ambiguousDate : kind.dayFirstDate;
  return isMonthFirst ? kind.monthFirstDate : kind.text;
}

function classifyNamedDate(year: number, month: string, day: number): number {
  const number = monthNames.indexOf(month.slice(0, 3).toLowerCase()) / 3 + 1;
  return isDay(year, number, day) ? kind.otherDate : kind.text;
}

const monthNames = 'janfebmaraprmayjunjulaugsepoctnovdec';

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function hasDigit(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++)
    if ((bytes[i] as number) >= 0x30 && (bytes[i] as number) <= 0x39) return true;
  return false;
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, end));
}
