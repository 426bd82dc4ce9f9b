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

/** Formats that every workbook has without defining them (section 18.8.30), and those of East Asian versions. */
export function isBuiltInDateFormat(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Whether a number format shows a date or a time (section 18.8.31). */
export function isDateFormat(code: string): boolean {
  const [section = ''] = code
    .slice(0, 1000)
    // An elapsed time, `[h]:mm`, is a time; other brackets are colors, conditions and languages.
    .replace(/\[(h{1,9}|m{1,9}|s{1,9})\]/gi, '$1')
    .replace(/"[^"]*"?|\\.|[_*].|\[[^[\]]*\]/g, '')
    .split(';');
  return /[dmyhs]/i.test(section) && !/^general$/i.test(section.trim());
}
