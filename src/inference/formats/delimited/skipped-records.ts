import type { LineCount } from '../../columns/column-profile.ts';
import { RowCount } from '../../notes.ts';
import { byte, countLines, type Dialect, isLineBreak } from './dialect.ts';

const [dash, plus, equals, parenthesis] = [0x2d, 0x2b, 0x3d, 0x28];

/** Dashes side by side in a line below a header or between rows. */
const leastDashes = 3;

/** How a program says below its rows how many they are. */
const rowsText = /^\(\d{1,19} (?:rows?|row\(s\))(?: affected)?\)/;

/** Records of a table that are none of its rows. */
export class SkippedRecords {
  /** Lines that are comments, before their rows. */
  readonly comments = new RowCount();
  /** Records that are equal to the header, and titles above them. */
  readonly repeated = new RowCount();
  /** Lines of dashes, and such as `(3 rows)` below them. */
  readonly rules = new RowCount();
  /** For each byte that such a record may begin with, a number other than 0: a quote is itself. */
  readonly leads = new Uint8Array(256);
  /** The second byte of the header. */
  readonly secondOfHeader: number | undefined;
  /** Whether the record that was skipped last has no values. */
  isBlank = false;
  readonly #dialect: Dialect;
  readonly #header: Uint8Array | undefined;
  readonly #lines: LineCount;

  /** `isTable`: in a single column, each line is a value. */
  constructor(
    dialect: Dialect & { readonly headerRecord?: Uint8Array | undefined },
    isTable: boolean,
    lines: LineCount,
  ) {
    this.#dialect = dialect;
    this.#header = isTable ? dialect.headerRecord : undefined;
    this.#lines = lines;
    this.secondOfHeader = this.#header?.[1];
    const { bar, space, tab, quote } = byte;
    const leads = [
      dialect.delimiter,
      this.#header?.[0],
      dash,
      plus,
      equals,
      parenthesis,
      bar,
      space,
      tab,
      quote,
    ];
    if (isTable)
      for (const lead of leads) if (lead !== undefined) this.leads[lead] = lead === quote ? quote : 1;
  }

  /** Where a record ends that is skipped; -1 if it is a row. At `end` it may go on, or a line feed may follow. `rows`: above it. */
  end(bytes: Uint8Array, start: number, end: number, isLast: boolean, rows: number): number {
    const blank = blankEnd(bytes, start, end, this.#dialect);
    this.isBlank = blank >= 0;
    // A record that may go on is scanned again with more bytes.
    if (blank >= 0) {
      if (blank + 1 >= end && !isLast) return end;
      this.#lines.others++;
      return blank;
    }
    const header = this.#header;
    const skip = (count: RowCount, next: number) => {
      if (next + 1 >= end && !isLast) return end;
      this.addLines(count, rows, 1 + countLines(bytes, start, next));
      return next;
    };
    if (header !== undefined && bytes[start] === header[0]) {
      if (end - start <= header.length && !isLast) return end;
      const same = sameEnd(bytes, start, header);
      if (same >= 0) return skip(this.repeated, same);
    }
    const rule = ruleEnd(bytes, start, end, this.#dialect, rows === 0 ? 2 : undefined);
    if (rule >= 0) return skip(this.rules, rule);
    if (this.rules.count === 0 || bytes[start] !== parenthesis) return -1;
    const text = rowsTextEnd(bytes, start);
    return text < 0 ? -1 : skip(this.rules, text);
  }

  /** Counts lines that are skipped. `records`: how many they are. */
  addLines(count: RowCount, rows: number, lines = 1, records = 1): void {
    count.add(rows + 1, records, this.#lines.others + rows + 1);
    this.#lines.others += lines;
  }
}

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
function blankEnd(bytes: Uint8Array, start: number, end: number, dialect: Dialect): number {
  let i = start;
  for (; i < end && !isLineBreak(bytes[i]); i++) {
    const value = bytes[i];
    if (value === byte.quote && dialect.quoteEscape !== 'single' && bytes[i + 1] === byte.quote) i++;
    else if (value !== dialect.delimiter && value !== byte.space && value !== byte.tab) return -1;
  }
  return i;
}

/** Where a record that is the same as another one ends; -1 if it is another. */
function sameEnd(bytes: Uint8Array, start: number, record: Uint8Array): number {
  for (let i = 0; i < record.length; i++) if (bytes[start + i] !== record[i]) return -1;
  const next = start + record.length;
  return isLineBreak(bytes[next]) ? next : -1;
}

/** Where a line ends that says how many rows are above it; -1 if it is another. */
function rowsTextEnd(bytes: Uint8Array, start: number): number {
  const text = String.fromCharCode(...bytes.subarray(start, start + 60));
  const length = rowsText.exec(text)?.[0].length ?? 0;
  return length > 0 && isLineBreak(bytes[start + length]) ? start + length : -1;
}
