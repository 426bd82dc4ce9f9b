import { daysIn } from './iso-date.ts';
import { kind } from './kinds.ts';

/** Longer values are plain text, so that each expression below sees few characters. */
const maxLength = 40;

/** Groups of three digits with the same separator throughout; decimals have another separator. */
const thousands =
  /^-?\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+|(?:[ '’\u00a0\u202f]\d{3})+(?:[.,]\d+)?)$/;
const codes = 'USD|EUR|GBP|JPY|CHF|CAD|AUD|CNY|INR|SEK|NOK|DKK|PLN';
const currency = new RegExp(
  `^-?(?:(?:[$€£¥]|${codes})\\s?-?\\d[\\d.,'’\\s]*|\\d[\\d.,'’\\s]*(?:[$€£¥]|${codes}))$`,
);
const percentage = /^[+-]?\d[\d.,]*\s?%$/;
const plusNumber = /^\+\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?$/;
const unusualNumber = /^[+-]?(?:\.\d+(?:[eE][+-]?\d+)?|\d+\.(?:[eE][+-]?\d+)?|nan|inf|infinity)$/i;
const numericDate = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{2}|\d{4})(?:[T ,]+\d{1,2}:\d{2}.*)?$/;
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const namedMonthDate = new RegExp(
  `^(?:\\d{1,2}[ .-]{1,2}${month}[ .,-]{1,2}\\d{2,4}|${month}[ .]{1,2}\\d{1,2},? \\d{4})(?: \\d{1,2}:\\d{2}.*)?$`,
  'i',
);

/** The kind of a value that is no plain number, ISO date or boolean: what a note can be written about, or text. */
export function classifyOtherText(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > maxLength || !hasDigit(bytes, start, end)) {
    return end - start < 10 && unusualNumber.test(decode(bytes, start, end)) ? kind.unusualNumber : kind.text;
  }
  const text = decode(bytes, start, end);
  if (plusNumber.test(text)) return kind.plusSign;
  if (unusualNumber.test(text)) return kind.unusualNumber;
  if (thousands.test(text)) return kind.thousands;
  if (percentage.test(text)) return kind.percent;
  if (currency.test(text)) return kind.currency;
  return classifyDate(text);
}

function classifyDate(text: string): number {
  const parts = numericDate.exec(text);
  if (!parts) return namedMonthDate.test(text) ? kind.otherDate : kind.text;
  const [, first = '', separator, second = '', third = ''] = parts;
  if (first.length === 4)
    return third.length === 2 && isDay(Number(first), Number(second), Number(third))
      ? kind.otherDate
      : kind.text;
  // `1.2.24` is as likely a version.
  if (first.length > 2 || (separator === '.' && third.length === 2)) return kind.text;
  const year = Number(third);
  const isDayFirst = isDay(year, Number(second), Number(first));
  const isMonthFirst = isDay(year, Number(first), Number(second));
  if (isDayFirst) return isMonthFirst ? kind.ambiguousDate : kind.dayFirstDate;
  return isMonthFirst ? kind.monthFirstDate : kind.text;
}

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function hasDigit(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++)
    if ((bytes[i] as number) >= 0x30 && (bytes[i] as number) <= 0x39) return true;
  return false;
}

/** As UTF-8, or else as windows-1252; which of the two the file is written in may not be known yet. */
function decode(bytes: Uint8Array, start: number, end: number): string {
  const value = bytes.subarray(start, end);
  const text = new TextDecoder().decode(value);
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(value) : text;
}
