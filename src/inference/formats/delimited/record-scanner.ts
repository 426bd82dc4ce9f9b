import { incompleteUtf8, utf8SequenceEnd } from '../../../text/utf8.ts';
import { isC1Control, isControl } from '../../bytes/encoding.ts';
import { type ColumnProfile, type LineCount, mode } from '../../columns/column-profile.ts';
import { checkRecordLength, InferenceError } from '../../inference-error.ts';
import { RaggedRows, RowCount } from '../../notes.ts';
import { kind } from '../../values/kinds.ts';
import { byte, type Dialect, isLineBreak, quoteOf } from './dialect.ts';
import type { FieldReader } from './field-reader.ts';
import type { NextTableFinder } from './next-table.ts';

/** More control characters than one for each hundred bytes are of no text. */
const maxControls = 8;

/** How other tables below blank lines are found; absent where there is one table. */
interface OtherTables {
  /** The names of the columns; empty without a header. */
  readonly names?: readonly string[];
  readonly nextTable?: NextTableFinder | undefined;
}

/** What a byte means where a value goes on; 0 is a byte of the value. Up to `carriageReturn`, it ends a field. */
const stop = {
  delimiter: 1,
  lineFeed: 2,
  carriageReturn: 3,
  quote: 4,
  escape: 5,
  nonAscii: 6,
  control: 7,
} as const;

/**
 * Scans records and profiles their columns, in one pass over the bytes and without making strings of the values. What a
 * scan leaves at the end of the bytes is scanned again with more bytes, field by field, so that nothing has to be undone.
 */
export class RecordScanner {
  /** Records so far. */
  rows = 0;
  /** Whether all bytes so far are UTF-8. */
  isUtf8 = true;
  readonly ragged = new RaggedRows();
  /** Lines that are comments, before their rows. */
  readonly comments = new RowCount();
  /** Control characters in the values. */
  readonly controls = new RowCount();
  /** Those from U+0080 to U+009F, which are none if the text is not UTF-8. */
  readonly c1Controls = new RowCount();

  #lastControl = -1;
  readonly #profiles: readonly ColumnProfile[];
  readonly #fields: FieldReader;
  readonly #dialect: Dialect;
  readonly #quote: number;
  /** By byte, what it means in a value without quotes, and in quotes. */
  readonly #unquoted: Uint8Array;
  readonly #quoted: Uint8Array;
  /** Whether the bytes that are scanned are the last ones. */
  #isLast = false;
  /** Of their first byte in the stream. */
  #position = 0;
  /** The column of the next field. */
  #column = 0;
  /** A line feed at the start belongs to the carriage return before it. */
  #skipsLineFeed = false;
  /** Where the record starts: the position of a byte in the stream. */
  #recordStart = 0;
  /** Lines before the record that are no rows. */
  #othersBefore = 0;
  /** In the quoted field that is being read. */
  #lineBreaks = 0;

  /** Whether another table begins where the scan ended. */
  isAtNextTable = false;
  /** Whether it is not known yet what begins at the start of the bytes, below a blank line. */
  #isBelowBlank = false;
  /** The rows above the last blank line, and the line of the last of them. */
  #aboveBlank = { rows: -1, line: 0 };

  readonly #lines: LineCount;
  readonly #hasComments: boolean;
  readonly #names: readonly string[];
  readonly #nextTable: NextTableFinder | undefined;

  constructor(
    profiles: readonly ColumnProfile[],
    dialect: Dialect & { readonly hasComments?: boolean },
    fields: FieldReader,
    lines: LineCount = { others: 0 },
    { names = [], nextTable }: OtherTables = {},
  ) {
    this.#names = names;
    this.#nextTable = profiles.length > 1 ? nextTable : undefined;
    this.#lines = lines;
    this.#profiles = profiles;
    this.#dialect = dialect;
    this.#hasComments = dialect.hasComments ?? false;
    this.#quote = quoteOf(dialect);
    this.#fields = fields;
    this.#unquoted = stopsOf(dialect, false);
    this.#quoted = stopsOf(dialect, true);
  }

  /**
   * Scans `bytes` from `start` to `end`; `position` is that of `bytes[0]` in the stream. Returns where the first field
   * starts that may go on after `end`, or where another table begins. `bytes[end]` is overwritten. Throws an `InferenceError`.
   */
  scan(bytes: Uint8Array, start: number, end: number, isLast: boolean, position: number): number {
    // Ends each loop over a value without a comparison for each byte.
    bytes[end] = byte.lineFeed;
    this.#isLast = isLast;
    this.#position = position;
    const profiles = this.#profiles;
    const columns = profiles.length;
    const stops = this.#unquoted;
    const fields = this.#fields;
    const quote = this.#quote;
    let column = this.#column;
    let i = start;
    if (this.#isBelowBlank && this.#endsAbove(bytes, i, end, isLast)) return this.#startOfNext(bytes, i, end);

    while (i < end) {
      if (column === 0) {
        if (this.#skipsLineFeed) {
          this.#skipsLineFeed = false;
          if (bytes[i] === byte.lineFeed) {
            i++;
            continue;
          }
        }
        this.#recordStart = position + i;
        this.#othersBefore = this.#lines.others;
        if (this.#hasComments && bytes[i] === byte.hash) {
          let lineEnd = i;
          while (!isLineBreak(bytes[lineEnd])) lineEnd++;
          if (lineEnd >= end && !isLast) break;
          this.#skipComment(bytes, i, lineEnd);
          this.#skipsLineFeed = bytes[lineEnd] === byte.carriageReturn;
          i = lineEnd + 1;
          continue;
        }
      }
      const fieldStart = i;
      let first = bytes[i] as number;
      const profile = column < columns ? (profiles[column] as ColumnProfile) : undefined;
      /** What ends the field, of `stop`; 0 as long as it is not known. */
      let ending = 0;

      // Space before a value is no part of it.
      let valueStart = i;
      if ((first === byte.space || first === byte.tab) && stops[first] === 0) {
        do first = bytes[++valueStart] as number;
        while ((first === byte.space || first === byte.tab) && stops[first] === 0);
        if (valueStart >= end && !isLast) break;
      }
      if (first === quote && valueStart < end) {
        i = this.#quotedField(bytes, valueStart, end, column);
        if (i < 0) {
          i = fieldStart;
          break;
        }
        ending = i >= end ? stop.lineFeed : (stops[bytes[i] as number] as number);
      } else {
        i = valueStart;
        for (;;) {
          ending = stops[bytes[i] as number] as number;
          while (ending === 0) ending = stops[bytes[++i] as number] as number;
          if (ending <= stop.carriageReturn) break;
          i = this.#unusualByte(bytes, i, end);
          if (i < 0) break;
        }
        if (i < 0 || (i >= end && !isLast)) {
          i = fieldStart;
          break;
        }
        // Nor is space behind it.
        let valueEnd = i;
        const last = bytes[i - 1];
        if (valueEnd > valueStart && (last === byte.space || last === byte.tab)) {
          do valueEnd--;
          while (
            valueEnd > valueStart &&
            (bytes[valueEnd - 1] === byte.space || bytes[valueEnd - 1] === byte.tab)
          );
        }
        if (valueEnd === valueStart) {
          if (column === 0 && ending !== stop.delimiter) {
            // A blank line: an empty value of a table with one column, and else no record.
            if (columns === 1 && profile !== undefined) {
              profile.empty++;
              this.#endRecord(column, position + i);
            } else this.#addBlankLine();
            this.#skipsLineFeed = ending === stop.carriageReturn;
            i++;
            if (this.#nextTable !== undefined && this.#endsAbove(bytes, i, end, isLast)) {
              i = this.#startOfNext(bytes, i, end);
              break;
            }
            continue;
          }
          if (profile !== undefined) profile.empty++;
        } else if (profile === undefined) {
          this.ragged.surplusEnd = column + 1;
        } else {
          if (valueStart > fieldStart || valueEnd < i) profile.spaced++;
          // A column that is text already stays text, so only its null texts are counted.
          if (profile.mode === mode.text) {
            if (fields.nullStarts[first] !== 0) profile.addNullText(bytes, valueStart, valueEnd);
          } else fields.add(profile, this.rows + 1, bytes, valueStart, valueEnd);
        }
      }

      if (ending === stop.delimiter) {
        column++;
        i++;
      } else {
        this.#endRecord(column, position + i);
        this.#skipsLineFeed = ending === stop.carriageReturn;
        column = 0;
        i++;
      }
    }
    if (isLast && column > 0) {
      // A delimiter at the end of the file is followed by an empty field.
      const last = profiles[column];
      if (last !== undefined) last.empty++;
      this.#endRecord(column, position + i);
      column = 0;
    }
    this.#column = column;
    if (i < end && !this.isAtNextTable) this.#checkLength(position + end);
    return Math.min(i, end);
  }

  #addBlankLine(): void {
    if (this.#aboveBlank.rows !== this.rows)
      this.#aboveBlank = { rows: this.rows, line: this.#lines.others + this.rows };
    this.#lines.others++;
  }

  /** The line of the last row. */
  get lastLine(): number {
    const { rows, line } = this.#aboveBlank;
    return rows === this.rows ? line : this.#lines.others + this.rows;
  }

  /** Whether the table ends above a blank line, or may end there, as more bytes will show. */
  #endsAbove(bytes: Uint8Array, start: number, end: number, isLast: boolean): boolean {
    this.#isBelowBlank = false;
    const next = this.#afterLineFeed(bytes, start, end);
    // Below several blank lines it is looked at once.
    if (this.rows === 0 || (next < end && isLineBreak(bytes[next]))) return false;
    const begins = this.#nextTable?.begins(bytes.subarray(next, end), isLast, {
      names: this.#names,
      kinds: this.#profiles.map(({ kinds }) => kinds),
      isRagged: this.ragged.missing.count > 0 || this.ragged.surplus.count > 0,
    });
    this.isAtNextTable = begins === true;
    this.#isBelowBlank = begins === undefined;
    return begins !== false;
  }

  #startOfNext(bytes: Uint8Array, start: number, end: number): number {
    return this.isAtNextTable ? this.#afterLineFeed(bytes, start, end) : start;
  }

  /** Behind the line feed of the line break above it. */
  #afterLineFeed(bytes: Uint8Array, start: number, end: number): number {
    return this.#skipsLineFeed && start < end && bytes[start] === byte.lineFeed ? start + 1 : start;
  }

  #skipComment(bytes: Uint8Array, start: number, end: number): void {
    this.comments.add(this.rows + 1, 1, this.#lines.others + this.rows + 1);
    this.#lines.others++;
    for (let i = start; i < end && this.isUtf8; ) {
      const next = (bytes[i] as number) < 0x80 ? i + 1 : utf8SequenceEnd(bytes, i, end);
      this.isUtf8 = next > 0;
      i = next;
    }
  }

  /** Adds rows without a value, to a table with one column: blank lines before what was scanned. */
  addEmptyRows(count: number): void {
    const [profile] = this.#profiles;
    if (profile !== undefined) profile.empty += count;
    this.rows += count;
  }

  /** Returns where the field ends, or -1 where it may go on after `end`. `quote`: the position of its first quote. */
  #quotedField(bytes: Uint8Array, quote: number, end: number, column: number): number {
    const stops = this.#quoted;
    this.#lineBreaks = 0;
    let hasEscapes = false;
    let i = quote + 1;
    for (;;) {
      while (stops[bytes[i] as number] === 0) i++;
      if (i >= end) return this.#unclosed();
      switch (stops[bytes[i] as number]) {
        case stop.quote:
          if (i + 1 >= end && !this.#isLast) return -1;
          if (i + 1 >= end || bytes[i + 1] !== this.#quote) {
            return this.#afterQuote(bytes, quote, i, end, column, hasEscapes);
          }
          hasEscapes = true;
          i += 2;
          break;
        case stop.escape:
          if (i + 1 >= end) return this.#unclosed();
          hasEscapes = true;
          // The byte after it may be any but a control character or a part of one.
          i += stops[bytes[i + 1] as number] === stop.quote || bytes[i + 1] === byte.backslash ? 2 : 1;
          break;
        case stop.carriageReturn:
          if (i + 1 >= end) return this.#unclosed();
          if (bytes[++i] !== byte.lineFeed) this.#lineBreaks++;
          break;
        case stop.lineFeed:
          this.#lineBreaks++;
          i++;
          break;
        default:
          i = this.#unusualByte(bytes, i, end);
          if (i < 0) return -1;
      }
    }
  }

  #unclosed(): number {
    if (this.#isLast) throw new InferenceError({ kind: 'unclosed-quote', row: this.rows + 1 });
    return -1;
  }

  /** Text after the closing quote is part of the value, which is text then. */
  #afterQuote(
    bytes: Uint8Array,
    quote: number,
    closingQuote: number,
    end: number,
    column: number,
    hasEscapes: boolean,
  ): number {
    let i = closingQuote + 1;
    for (;;) {
      let ending = this.#unquoted[bytes[i] as number] as number;
      while (ending === 0) ending = this.#unquoted[bytes[++i] as number] as number;
      if (ending <= stop.carriageReturn) break;
      i = this.#unusualByte(bytes, i, end);
      if (i < 0) return -1;
    }
    if (i >= end && !this.#isLast) return -1;
    let valueEnd = i;
    while (
      valueEnd > closingQuote + 1 &&
      (bytes[valueEnd - 1] === byte.space || bytes[valueEnd - 1] === byte.tab)
    )
      valueEnd--;
    const profile = this.#profiles[column];
    const isMalformed = valueEnd > closingQuote + 1;
    if (isMalformed) this.ragged.textAfterQuote.add(this.rows + 1);
    if (profile === undefined) {
      if (closingQuote > quote + 1 || isMalformed) this.ragged.surplusEnd = column + 1;
    } else {
      if (isMalformed) {
        profile.quoted++;
        profile.add(kind.text, this.rows + 1, bytes, quote + 1, valueEnd);
      } else if (closingQuote === quote + 1) {
        profile.empty++;
        profile.quotedEmpty++;
      } else
        this.#fields.addQuoted(
          profile,
          this.rows + 1,
          bytes,
          quote + 1,
          closingQuote,
          hasEscapes,
          this.#dialect.quoteEscape,
        );
    }
    this.#lines.others += this.#lineBreaks;
    return i;
  }

  /** Checks what is not ASCII text, and returns where to go on, or -1 where that can't be known yet. */
  #unusualByte(bytes: Uint8Array, i: number, end: number): number {
    if ((bytes[i] as number) < 0x80) {
      this.#countControl(this.controls, this.#position + i);
      // A text has some by mistake. NUL is in none.
      if (bytes[i] === 0 || this.controls.count > maxControls + (this.#position + i) / 100)
        throw new InferenceError({ kind: 'binary', row: this.rows + 1 });
      return i + 1;
    }
    const next = utf8SequenceEnd(bytes, i, end);
    if (next > 0) {
      if (isC1Control(bytes, i)) this.#countControl(this.c1Controls, this.#position + i);
      return next;
    }
    // Whether it is UTF-8 shows with the bytes that follow.
    if (next === incompleteUtf8 && !this.#isLast) return -1;
    // Then it is Windows-1252, in which each byte is a character.
    this.isUtf8 = false;
    this.#unquoted.fill(0, 0x80);
    this.#quoted.fill(0, 0x80);
    return i + 1;
  }

  /** A field that is scanned again, with more bytes, has the same characters. */
  #countControl(counted: RowCount, position: number): void {
    if (position <= this.#lastControl) return;
    this.#lastControl = position;
    counted.add(this.rows + 1);
  }

  #endRecord(column: number, end: number): void {
    this.rows++;
    this.#checkLength(end);
    const columns = this.#profiles.length;
    if (column === columns - 1) return;
    this.ragged.add(this.rows, this.#othersBefore + this.rows, column + 1, columns);
    for (let missing = column + 1; missing < columns; missing++) {
      const profile = this.#profiles[missing];
      if (profile !== undefined) profile.empty++;
    }
  }

  #checkLength(end: number): void {
    checkRecordLength(end - this.#recordStart, this.rows + 1);
  }
}

function stopsOf(dialect: Dialect, isQuoted: boolean): Uint8Array {
  const { delimiter, quoteEscape } = dialect;
  const stops = new Uint8Array(256);
  for (let value = 0; value < 0x80; value++) if (isControl(value)) stops[value] = stop.control;
  stops.fill(stop.nonAscii, 0x80);
  if (isQuoted) {
    // The delimiter may be a control character.
    if (delimiter !== undefined) stops[delimiter] = 0;
    stops[quoteOf(dialect)] = stop.quote;
    if (quoteEscape === 'backslash') stops[byte.backslash] = stop.escape;
  } else if (delimiter !== undefined) stops[delimiter] = stop.delimiter;
  stops[byte.carriageReturn] = stop.carriageReturn;
  // In quotes it is a byte of the value, which the scan stops at because of the sentinel.
  stops[byte.lineFeed] = stop.lineFeed;
  return stops;
}
