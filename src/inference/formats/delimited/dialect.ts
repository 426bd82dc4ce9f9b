/** How records and fields of a file are written. */
export interface Dialect {
  /** A byte of ASCII; `undefined` in a file with one column. */
  readonly delimiter: number | undefined;
  /** How a quote in quotes is written. */
  readonly quoteEscape: 'doubled' | 'backslash';
}

export const byte = {
  tab: 0x09,
  lineFeed: 0x0a,
  formFeed: 0x0c,
  carriageReturn: 0x0d,
  unitSeparator: 0x1f,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  semicolon: 0x3b,
  backslash: 0x5c,
  bar: 0x7c,
} as const;

/** Whether a byte is ignored around a value that is not quoted. */
export function isBlank(value: number | undefined, { delimiter }: Dialect): boolean {
  return value === byte.space || (value === byte.tab && delimiter !== byte.tab);
}

export function isLineBreak(value: number | undefined): boolean {
  return value === byte.lineFeed || value === byte.carriageReturn;
}

/** Whether a text is one character that can separate fields: letters, digits and the signs of numbers would split values. */
export function isDelimiter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters separate fields in some files.
  return /^[\x01-\x7f]$/.test(text) && !/[\w"\r\n .+\\-]/.test(text);
}
