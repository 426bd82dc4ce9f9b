import type { ColumnProfile, LineCount } from '../../columns/column-profile.ts';
import { checkRecordLength, InferenceError } from '../../inference-error.ts';
import { RaggedRows } from '../../ragged-rows.ts';
import { kind } from '../../values/kinds.ts';
import { stop, stopsOf } from './byte-stops.ts';
import { byte, type Dialect, isLineBreak, quoteOf } from './dialect.ts';
import type { FieldReader } from './field-reader.ts';
import { SkippedRecords } from './skipped-records.ts';
import { TextCharacters } from './text-characters.ts';

/**
 * Scans records and profiles their columns, in one pass over the bytes and without making strings of the values. What a
 * scan leaves at the end of the bytes is scanned again with more bytes, field by field, so that nothing has to be undone.
 */
export class RecordScanner {
  /** Records so far. */
  rows = 0;
  readonly characters: TextCharacters;
  readonly ragged = new RaggedRows();
  readonly skipped: SkippedRecords;
  /** The line of the last row. */
  lastLine: number;
  /** Whether the scan ended at a record below a blank line, where another table may begin. */
  isBelowBlank = false;

  readonly #profiles: readonly ColumnProfile[];
  readonly #fields: FieldReader;
  readonly #quote: number;
  /** By byte, what it means in a value without quotes, and in quotes. */
  readonly #unquoted: Uint8Array;
  readonly #quoted: Uint8Array;
  /** Whether the bytes that are scanned are the last ones. */
  #isLast = false;
  /** The column of the next field. */
  #column = 0;
  /** Where the record starts: the position of a byte in the stream. */
  #recordStart = 0;
  /** Lines before the record that are no rows. */
  #othersBefore = 0;
  /** In the quoted field that is being read. */
  #lineBreaks = 0;
  #hasEscapes = false;
  /** Whether the line before the record is blank, below rows. */
  #isAfterBlank = false;

  readonly #lines: LineCount;
  readonly #hasComments: boolean;
  readonly #stopsBelowBlank: boolean;

  /** `stopsBelowBlank`: whether there may be other tables. `hasReplacements`: U+FFFD stands for what was invalid. */
  constructor(
    profiles: readonly ColumnProfile[],
    dialect: Dialect & { readonly hasComments?: boolean; readonly headerRecord?: Uint8Array | undefined },
    fields: FieldReader,
    lines: LineCount = { others: 0 },
    { stopsBelowBlank = false, hasReplacements = false } = {},
  ) {
    this.characters = new TextCharacters(hasReplacements);
    this.#lines = lines;
    this.lastLine = lines.others;
    this.#profiles = profiles;
    this.#hasComments = dialect.hasComments ?? false;
    this.#stopsBelowBlank = stopsBelowBlank && profiles.length > 1;
    this.#quote = quoteOf(dialect);
    this.#fields = fields;
    this.skipped = new SkippedRecords(dialect, profiles.length > 1, lines);
    this.#unquoted = stopsOf(dialect, false);
    this.#quoted = stopsOf(dialect, true);
  }

  /**
   * Scans `bytes` from `start` to `end`; `position` is that of `bytes[0]` in the stream. Returns where the first field
   * starts that may go on after `end`, or where another table may begin. `bytes[end]` is overwritten. Throws an `InferenceError`.
   */
  scan(bytes: Uint8Array, start: number, end: number, isLast: boolean, position: number): number {
    // Ends each loop over a value without a comparison for each byte.
    bytes[end] = byte.lineFeed;
    this.#isLast = isLast;
    this.characters.position = position;
    this.characters.isLast = isLast;
    const profiles = this.#profiles;
    const columns = profiles.length;
    const stops = this.#unquoted;
    const fields = this.#fields;
    const quote = this.#quote;
    const { skipped } = this;
    const { leads, secondOfHeader } = skipped;
    let column = this.#column;
    let i = start;
    this.isBelowBlank = false;

    while (i < end) {
      if (column === 0) {
        this.#recordStart = position + i;
        this.#othersBefore = this.#lines.others;
        const lead = leads[bytes[i] as number] as number;
        // Most records begin with a quote, or none does.
        if (lead !== 0 && (lead !== quote || bytes[i + 1] === quote || bytes[i + 1] === secondOfHeader)) {
          const next = skipped.end(bytes, i, end, isLast, this.rows);
          if (next === end && !isLast) break;
          if (next >= 0) {
            if (skipped.isBlank) this.#isAfterBlank = this.#stopsBelowBlank && this.rows > 0;
            i = afterEnding(bytes, next);
            continue;
          }
        }
        if (this.#isAfterBlank && !isLineBreak(bytes[i])) {
          this.#isAfterBlank = false;
          this.isBelowBlank = true;
          break;
        }
        if (this.#hasComments && bytes[i] === byte.hash) {
          let lineEnd = i;
          while (!isLineBreak(bytes[lineEnd])) lineEnd++;
          if (lineEnd + 1 >= end && !isLast) break;
          skipped.addLines(skipped.comments, this.rows);
          this.characters.add(this.rows + 1, bytes, i, lineEnd);
          i = afterEnding(bytes, lineEnd);
          continue;
        }
      }
      const fieldStart = i;
      let first = bytes[i] as number;
      const profile = column < columns ? (profiles[column] as ColumnProfile) : undefined;

      // Space before a value is no part of it.
      let valueStart = i;
      if ((first === byte.space || first === byte.tab) && stops[first] === 0) {
        do first = bytes[++valueStart] as number;
        while ((first === byte.space || first === byte.tab) && stops[first] === 0);
        if (valueStart >= end && !isLast) break;
      }
      const isQuoted = first === quote;
      /** Where text without quotes starts: the value, or what comes after the closing quote. */
      const textStart = isQuoted ? this.#closingQuote(bytes, valueStart, end) + 1 : valueStart;
      i = isQuoted && textStart === 0 ? -1 : textStart;
      let ending = 0;
      while (i >= 0) {
        ending = stops[bytes[i] as number] as number;
        while (ending === 0) ending = stops[bytes[++i] as number] as number;
        if (ending <= stop.carriageReturn) break;
        i = this.#unusualEnd(bytes, i, end);
      }
      // A line feed may follow.
      if (i < 0 || (i + 1 >= end && !isLast)) {
        i = fieldStart;
        break;
      }
      // Nor is space behind it.
      let valueEnd = i;
      while (valueEnd > textStart && (bytes[valueEnd - 1] === byte.space || bytes[valueEnd - 1] === byte.tab))
        valueEnd--;
      if (isQuoted) this.#addQuoted(bytes, column, valueStart + 1, textStart - 1, valueEnd);
      else if (valueEnd === valueStart) {
        if (column === 0 && ending !== stop.delimiter) {
          // A blank line: an empty value of a table with one column, and else no record.
          if (columns === 1 && profile !== undefined) {
            profile.empty++;
            this.#endRecord(column, position + i);
          } else {
            this.#lines.others++;
            this.#isAfterBlank = this.#stopsBelowBlank && this.rows > 0;
          }
          i = afterEnding(bytes, i);
          continue;
        }
        if (profile !== undefined) profile.empty++;
      } else if (profile === undefined) {
        this.ragged.surplusEnd = column + 1;
      } else {
        if (valueStart > fieldStart || valueEnd < i) profile.spaced++;
        // A column that is text already stays text, so only its null texts are counted.
        if (profile.isText) {
          if (fields.nullStarts[first] !== 0) profile.addNullText(bytes, valueStart, valueEnd);
        } else fields.add(profile, this.rows + 1, bytes, valueStart, valueEnd);
      }

      if (ending === stop.delimiter) {
        column++;
        i++;
      } else {
        this.#endRecord(column, position + i);
        column = 0;
        i = afterEnding(bytes, i);
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
    if (i < end && !this.isBelowBlank) this.#checkLength(position + end);
    return Math.min(i, end);
  }

  /** The position of a field's closing quote, or -1 where it may go on after `end`. `quote`: of its first one. */
  #closingQuote(bytes: Uint8Array, quote: number, end: number): number {
    const stops = this.#quoted;
    this.#lineBreaks = 0;
    this.#hasEscapes = false;
    let i = quote + 1;
    for (;;) {
      while (stops[bytes[i] as number] === 0) i++;
      if (i >= end) return this.#unclosed();
      switch (stops[bytes[i] as number]) {
        case stop.quote:
          if (i + 1 >= end && !this.#isLast) return -1;
          if (i + 1 >= end || bytes[i + 1] !== this.#quote) return i;
          this.#hasEscapes = true;
          i += 2;
          break;
        case stop.escape:
          if (i + 1 >= end) return this.#unclosed();
          this.#hasEscapes = true;
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
          i = this.#unusualEnd(bytes, i, end);
          if (i < 0) return -1;
      }
    }
  }

  #unclosed(): number {
    if (this.#isLast) throw new InferenceError({ kind: 'unclosed-quote', row: this.rows + 1 });
    return -1;
  }

  /** Adds a field in quotes. Text after the closing quote, up to `end`, is part of the value, which is text then. */
  #addQuoted(bytes: Uint8Array, column: number, start: number, closingQuote: number, end: number): void {
    const profile = this.#profiles[column];
    const row = this.rows + 1;
    const isMalformed = end > closingQuote + 1;
    if (isMalformed) this.ragged.textAfterQuote.add(row);
    if (profile === undefined) {
      if (closingQuote > start || isMalformed) this.ragged.surplusEnd = column + 1;
    } else if (isMalformed) {
      profile.quoted++;
      profile.add(kind.text, row, bytes, start, end);
    } else if (closingQuote === start) {
      profile.empty++;
      profile.quotedEmpty++;
    } else this.#fields.addQuoted(profile, row, bytes, start, closingQuote, this.#hasEscapes);
    this.#lines.others += this.#lineBreaks;
  }

  /** Where to go on behind what is not ASCII text; -1 where that can't be known yet. */
  #unusualEnd(bytes: Uint8Array, start: number, end: number): number {
    const row = this.rows + 1;
    return this.characters.endAt(bytes, start, end, row, this.#lines.others + row);
  }

  #endRecord(column: number, end: number): void {
    this.rows++;
    this.lastLine = this.#lines.others + this.rows;
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

/** Behind the delimiter or the line break at a position. */
function afterEnding(bytes: Uint8Array, end: number): number {
  return bytes[end] === byte.carriageReturn && bytes[end + 1] === byte.lineFeed ? end + 2 : end + 1;
}
