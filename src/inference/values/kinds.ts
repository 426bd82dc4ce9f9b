/**
 * What single values are, as bits, so that a column knows all kinds of its values as one number. A column's type depends
 * on this set alone, and so never on the order of rows.
 */
export const kind = {
  /** An integer within −2^63 … 2^63−1. */
  integer: 1 << 0,
  /** `1.5`, `1.5e3` */
  fraction: 1 << 1,
  /** `1e-5`: a fraction whatever the decimal separator is. */
  exponent: 1 << 2,
  /** `1,5` where the delimiter is not a comma. */
  commaFraction: 1 << 3,
  boolean: 1 << 4,
  /** An ISO 8601 date or date-time. */
  date: 1 << 5,
  /** An integer beyond Int64. */
  bigInteger: 1 << 6,
  /** `007` */
  leadingZero: 1 << 7,
  /** `$5`, `5%`, `(5)`, `+5` */
  decorated: 1 << 8,
  /** `1,234` */
  thousands: 1 << 9,
  /** `.5`, `5.`, `05.5`: a fraction in another spelling. */
  bareFraction: 1 << 10,
  /** A fraction of more digits than a double has. */
  longFraction: 1 << 11,
  /** `NaN`, `Infinity`, `713752e1` */
  unusualNumber: 1 << 12,
  /** `25/12/2024`: the day can only come first. */
  dayFirstDate: 1 << 13,
  /** `12/25/2024` */
  monthFirstDate: 1 << 14,
  /** `03/04/2024` */
  ambiguousDate: 1 << 15,
  /** Other dates whose order is clear, such as `2024/12/25` and `25 Dec 2024`. */
  otherDate: 1 << 16,
  /** `yes`, `y` */
  yes: 1 << 17,
  /** `t` */
  trueLetter: 1 << 18,
  /** A JSON array, or another list. */
  list: 1 << 19,
  text: 1 << 20,
  /** A text that stands for a missing value, such as `N/A`. */
  missing: 1 << 21,
  /** `1,234` where the delimiter is not a comma: a fraction, or an integer with a thousands separator. */
  commaThree: 1 << 22,
  /** `1.234` */
  pointThree: 1 << 23,
  /** A date-time with a space before its offset, or with ` UTC`. */
  spacedDate: 1 << 24,
  /** `5-`, as SAP writes it. */
  trailingMinus: 1 << 25,
  /** A date before a time that is none, such as `03/04/2024 24:00`, or with more behind it. */
  almostDate: 1 << 26,
  /** `no`, `n` */
  no: 1 << 27,
  /** `f` */
  falseLetter: 1 << 28,
  /** A JSON object that is no columns of its own. */
  object: 1 << 29,
} as const;

export const pointKinds = kind.fraction | kind.bareFraction | kind.longFraction | kind.pointThree;
export const commaKinds = kind.commaFraction | kind.commaThree;

export const numberKinds = kind.integer | kind.exponent | pointKinds | commaKinds;

export const isoDateKinds = kind.date | kind.spacedDate;

/** Kinds that read as numbers though their columns are `string`. */
export const unusualNumberKinds =
  kind.bigInteger |
  kind.leadingZero |
  kind.decorated |
  kind.trailingMinus |
  kind.thousands |
  kind.unusualNumber;

export const otherDateKinds =
  kind.dayFirstDate | kind.monthFirstDate | kind.ambiguousDate | kind.otherDate | kind.almostDate;

/** Kinds that a first record with is no header. */
export const dataKinds = numberKinds | unusualNumberKinds | kind.boolean | isoDateKinds | otherDateKinds;

export const yesNoKinds = kind.yes | kind.no;
export const trueFalseLetters = kind.trueLetter | kind.falseLetter;

/** Kinds that a text can have in a format that says what is text: numbers in texts are texts. */
export const textKinds = isoDateKinds | otherDateKinds | yesNoKinds | trueFalseLetters;

/** Kinds that a value is read as only where it is not a quoted value in a file with unquoted ones. */
export const unquotedKinds = numberKinds | kind.boolean;

/** Whether a set of kinds is a part of another. */
export function areKindsWithin(kinds: number, allowed: number): boolean {
  return (kinds & ~allowed) === 0;
}
