import { byte, type Dialect, isLineBreak } from './dialect.ts';

const [dash, plus, equals] = [0x2d, 0x2b, 0x3d];

/** Dashes side by side in a line below a header or between rows. */
const leastDashes = 3;

/**
 * Where a line ends that has nothing but `-`, `+`, `=`, `|` and delimiters, as programs draw lines below a header; -1 if it has
 * anything else. `least`: dashes side by side.
 */
export function ruleEnd(
  bytes: Uint8Array,
  start: number,
  end: number,
  { delimiter }: Dialect,
  least = leastDashes,
): number {
  let longest = 0;
  let run = 0;
  let i = start;
  for (; i < end && !isLineBreak(bytes[i]); i++) {
    const value = bytes[i];
    if (value === dash || value === equals) longest = Math.max(longest, ++run);
    else if (value === plus || value === byte.bar || value === delimiter || value === byte.space) run = 0;
    else return -1;
  }
  return longest >= least ? i : -1;
}

/** Where a record without values ends; -1 if it has one. */
export function blankEnd(bytes: Uint8Array, start: number, end: number, dialect: Dialect): number {
  let i = start;
  for (; i < end && !isLineBreak(bytes[i]); i++) {
    const value = bytes[i];
    if (value === byte.quote && dialect.quoteEscape !== 'single' && bytes[i + 1] === byte.quote) i++;
    else if (value !== dialect.delimiter && value !== byte.space && value !== byte.tab) return -1;
  }
  return i;
}

/** Where a record that is the same as another one ends; -1 if it is another. */
export function sameEnd(bytes: Uint8Array, start: number, record: Uint8Array): number {
  for (let i = 0; i < record.length; i++) if (bytes[start + i] !== record[i]) return -1;
  const next = start + record.length;
  return isLineBreak(bytes[next]) ? next : -1;
}

/** How a program says below its rows how many they are. */
const rowsText = /^\(\d{1,19} (?:rows?|row\(s\))(?: affected)?\)/;

/** Where such a line ends; -1 if it is another. */
export function rowsTextEnd(bytes: Uint8Array, start: number): number {
  const text = String.fromCharCode(...bytes.subarray(start, start + 60));
  const length = rowsText.exec(text)?.[0].length ?? 0;
  return length > 0 && isLineBreak(bytes[start + length]) ? start + length : -1;
}

/** For each byte that a record may begin with that is skipped, a number other than 0: a quote is itself. `header`: the table's. */
export function skippedLeads({ delimiter }: Dialect, header: Uint8Array | undefined): Uint8Array {
  const leads = new Uint8Array(256);
  for (const lead of [
    delimiter,
    header?.[0],
    dash,
    plus,
    equals,
    byte.bar,
    byte.space,
    byte.tab,
    byte.quote,
    0x28,
  ])
    if (lead !== undefined) leads[lead] = lead === byte.quote ? byte.quote : 1;
  return leads;
}
