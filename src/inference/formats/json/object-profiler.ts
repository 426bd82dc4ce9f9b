import { utf8SequenceEnd } from '../../../text/utf8.ts';
import type { ColumnProfile, LineCount } from '../../columns/column-profile.ts';
import type { JsonLayout, ProfiledTable } from '../../data-format.ts';
import { checkColumnCount, checkDepth, checkNameLength, InferenceError } from '../../inference-error.ts';
import { RowCount } from '../../notes.ts';
import { maxNumberLength } from '../../values/classify.ts';
import { IsoDateReader } from '../../values/iso-date.ts';
import { kind } from '../../values/kinds.ts';
import type { NullTexts } from '../../values/null-texts.ts';
import { parseNumber } from '../../values/numbers.ts';
import { copyValue } from '../../values/values.ts';
import type { WorkBudget } from '../../work-budget.ts';
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  minus,
  openBrace,
  openBracket,
  quote,
  smallN,
  zero,
} from './json-bytes.ts';
import { classifyJsonNumber, escapeEnd, stop, stringStops } from './json-scalars.ts';
import { ObjectShape, type Property, type PropertyProfiling } from './object-shape.ts';

const trueBytes = new TextEncoder().encode('true');
const falseBytes = new TextEncoder().encode('false');
const nullBytes = new TextEncoder().encode('null');

/**
 * Reads JSON objects (RFC 8259) and profiles their properties as columns, in one pass over the bytes and without making
 * strings of the values. An object must be whole, and a byte must follow it that is no part of it.
 */
export class ObjectProfiler {
  readonly shape: ObjectShape;
  rows = 0;
  /** Properties that occur twice in their object. */
  readonly repeated = new RowCount();
  /** `null` in place of objects. */
  readonly nulls = new RowCount();
  readonly #nulls: NullTexts;
  readonly #lines: LineCount | undefined;
  readonly #dates = new IsoDateReader();
  readonly #stops = stringStops();
  /** 1 for each byte that is white space. */
  readonly #spaces = new Uint8Array(256);
  /** Whether the string that was read last has escapes. */
  #hasEscapes = false;

  /** With `lines`, a line feed ends an object, and so is no white space in it. */
  constructor(profiling: PropertyProfiling, budget: WorkBudget) {
    this.#nulls = profiling.nulls;
    this.#lines = profiling.lines;
    for (const space of [0x20, 0x0d, 0x09]) this.#spaces[space] = 1;
    this.#spaces[0x0a] = profiling.lines ? 0 : 1;
    this.shape = new ObjectShape(profiling, budget);
  }

  /**
   * Reads the object whose brace is at `start` as the next row, or skips `null`. Returns where it ends. Throws an
   * `InferenceError`.
   */
  readRow(bytes: Uint8Array, start: number): number {
    if (bytes[start] === smallN) {
      this.nulls.add(this.rows + 1, 1, this.#lineOf(this.rows + 1));
      return this.#wordEnd(bytes, start);
    }
    this.rows++;
    if (bytes[start] !== openBrace) throw new InferenceError({ kind: 'not-an-object', row: this.rows });
    return this.#object(bytes, start + 1, this.shape, 1);
  }

  /** The line that is being read, where each row has its own. */
  #lineOf(row: number): number | undefined {
    return this.#lines && this.#lines.others + row;
  }

  /** Adds the text of a property that the row's object itself doesn't have. */
  addText(property: Property, text: string): void {
    const bytes = new TextEncoder().encode(text);
    if (text !== '' && property.profile.addText(this.rows, bytes, 0, bytes.length, this.#dates))
      property.values++;
  }

  /** After the white space at `start`. */
  skipSpace(bytes: Uint8Array, start: number): number {
    let i = start;
    while (this.#spaces[bytes[i] as number] === 1) i++;
    return i;
  }

  #object(bytes: Uint8Array, start: number, shape: ObjectShape, depth: number): number {
    checkDepth(depth, this.rows);
    const { properties } = shape;
    // Objects of a file mostly have the same properties in the same order.
    let expected = 0;
    let i = this.skipSpace(bytes, start);
    if (bytes[i] === closeBrace) return i + 1;
    for (;;) {
      if (bytes[i] !== quote) throw this.#invalid();
      i++;
      let property = properties[expected];
      if (property !== undefined && isKey(property, bytes, i)) i += property.key.length;
      else {
        const keyEnd = this.#stringEnd(bytes, i);
        property = this.#property(bytes, i, keyEnd, shape);
        expected = property.index;
        i = this.skipSpace(bytes, keyEnd + 1);
        if (bytes[i] !== colon) throw this.#invalid();
        i++;
      }
      expected++;
      if ((bytes[i] as number) <= 0x20) i = this.skipSpace(bytes, i);
      i = this.#value(bytes, i, property, depth);
      let next = bytes[i] as number;
      if (next <= 0x20) {
        i = this.skipSpace(bytes, i);
        next = bytes[i] as number;
      }
      if (next === closeBrace) return i + 1;
      if (next !== comma) throw this.#invalid();
      i++;
      if ((bytes[i] as number) <= 0x20) i = this.skipSpace(bytes, i);
    }
  }

  #value(bytes: Uint8Array, start: number, property: Property, depth: number): number {
    const first = bytes[start] as number;
    const { profile } = property;
    const isRepeated = property.lastRow === this.rows;
    if (isRepeated) this.repeated.add(this.rows, 1, this.#lineOf(this.rows));
    else property.lastRow = this.rows;
    let end: number;
    if (first === quote) {
      const stops = this.#stops;
      end = start + 1;
      while (stops[bytes[end] as number] === 0) end++;
      this.#hasEscapes = false;
      if (bytes[end] !== quote) end = this.#stringEnd(bytes, end);
      if (!this.#string(bytes, start + 1, end, profile)) return end + 1;
      end++;
    } else if (first === minus || (first >= zero && first <= 0x39)) {
      end = this.#number(bytes, start, profile);
    } else if (first === openBrace) {
      property.object ??= this.shape.nested(property);
      end = this.#object(bytes, start + 1, property.object, depth + 1);
      property.objects++;
      if (profile.lacks(kind.object)) profile.add(kind.object, this.rows, bytes, start, end);
      return end;
    } else if (first === openBracket) {
      end = this.skipValue(bytes, start, depth);
      if (profile.lacks(kind.list)) profile.add(kind.list, this.rows, bytes, start, end);
    } else {
      end = this.#wordEnd(bytes, start);
      if (first === smallN) return end;
      if (profile.lacks(kind.boolean)) profile.add(kind.boolean, this.rows, bytes, start, end);
    }
    if (!isRepeated) property.values++;
    return end;
  }

  /** Returns whether the value is not empty. */
  #string(bytes: Uint8Array, start: number, end: number, profile: ColumnProfile): boolean {
    if (start === end) return false;
    if (this.#hasEscapes) {
      if (this.#nulls.mayBeEscaped(bytes, start, end)) {
        const text = copyValue(bytes, start, end, 'json');
        if (this.#nulls.find(text, 0, text.length) >= 0)
          return profile.addText(this.rows, text, 0, text.length, this.#dates);
      }
      if (!profile.isText) profile.add(kind.text, this.rows, bytes, start, end, 'json');
      return true;
    }
    if (profile.isText)
      return (
        this.#nulls.starts[bytes[start] as number] === 0 || profile.addNullText(bytes, start, end) !== 'empty'
      );
    return profile.addText(this.rows, bytes, start, end, this.#dates);
  }

  #number(bytes: Uint8Array, start: number, profile: ColumnProfile): number {
    const number = this.#numberAt(bytes, start);
    const { end } = number;
    if (end - start > maxNumberLength) {
      // As in delimited text. Each number that is close to it would be compared with all its digits.
      if (profile.lacks(kind.text)) profile.add(kind.text, this.rows, bytes, start, end);
      return end;
    }
    const value = parseNumber(bytes, start, end);
    if (profile.addNullNumber(value, bytes, start, end)) return end;
    else if (!profile.isText) {
      profile.addNumber(number.kind, this.rows, value, bytes, start, end);
    }
    return end;
  }

  #numberAt(bytes: Uint8Array, start: number) {
    const number = classifyJsonNumber(bytes, start);
    if (number === undefined) throw this.#invalid();
    return number;
  }

  /** Reads what an array or an object consists of, and returns where it ends. `read`: returns where an item ends. */
  #items(bytes: Uint8Array, start: number, depth: number, read: (start: number) => number): number {
    checkDepth(depth + 1, this.rows);
    const end = bytes[start] === openBracket ? closeBracket : closeBrace;
    let i = this.skipSpace(bytes, start + 1);
    if (bytes[i] === end) return i + 1;
    for (;;) {
      i = this.skipSpace(bytes, read(i));
      if (bytes[i] === end) return i + 1;
      if (bytes[i] !== comma) throw this.#invalid();
      i = this.skipSpace(bytes, i + 1);
    }
  }

  #afterKey(bytes: Uint8Array, start: number): number {
    if (bytes[start] !== quote) throw this.#invalid();
    const i = this.skipSpace(bytes, this.#stringEnd(bytes, start + 1) + 1);
    if (bytes[i] !== colon) throw this.#invalid();
    return this.skipSpace(bytes, i + 1);
  }

  /** Checks the value at `start`, and returns where it ends. */
  skipValue(bytes: Uint8Array, start: number, depth: number): number {
    const first = bytes[start] as number;
    switch (first) {
      case quote:
        return this.#stringEnd(bytes, start + 1) + 1;
      case openBracket:
        return this.#items(bytes, start, depth, (i) => this.skipValue(bytes, i, depth + 1));
      case openBrace:
        return this.#items(bytes, start, depth, (i) =>
          this.skipValue(bytes, this.#afterKey(bytes, i), depth + 1),
        );
      case 0x74:
      case 0x66:
      case smallN:
        return this.#wordEnd(bytes, start);
      default:
        return this.#numberAt(bytes, start).end;
    }
  }

  /** The closing quote of the string that goes on at `start`. Notes if there are escapes. */
  #stringEnd(bytes: Uint8Array, start: number): number {
    const stops = this.#stops;
    let i = start;
    for (;;) {
      while (stops[bytes[i] as number] === 0) i++;
      switch (stops[bytes[i] as number]) {
        case stop.quote:
          return i;
        case stop.backslash:
          this.#hasEscapes = true;
          i = escapeEnd(bytes, i + 1);
          if (i < 0) throw this.#invalid();
          break;
        case stop.nonAscii:
          // The line break after the last byte is no part of a sequence.
          i = utf8SequenceEnd(bytes, i, bytes.length);
          if (i < 0) throw new InferenceError({ kind: 'not-utf-8', row: this.rows });
          break;
        default:
          throw this.#invalid();
      }
    }
  }

  #property(bytes: Uint8Array, start: number, end: number, shape: ObjectShape): Property {
    checkNameLength(end - start, this.rows);
    const property = shape.property(bytes, start, end);
    checkColumnCount(this.shape.count);
    return property;
  }

  /** The end of `true`, `false` or `null`. */
  #wordEnd(bytes: Uint8Array, start: number): number {
    const word = bytes[start] === 0x74 ? trueBytes : bytes[start] === 0x66 ? falseBytes : nullBytes;
    for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) throw this.#invalid();
    return start + word.length;
  }

  #invalid(): InferenceError {
    return new InferenceError({ kind: 'invalid-json', row: this.rows });
  }
}

/** Whether the name of a property, its closing quote and a colon are at `start`, as they mostly are. */
function isKey({ key }: Property, bytes: Uint8Array, start: number): boolean {
  const { length } = key;
  // Names differ at their ends more often than at their starts.
  if (bytes[start + length - 1] !== colon || bytes[start + length - 2] !== quote) return false;
  for (let i = 0; i < length - 2; i++) if (bytes[start + i] !== key[i]) return false;
  return true;
}

/** Rows of a JSON document that are a table. */
export interface ReadRows {
  /** Whether they are objects with properties, or arrays that are surely a table: all of one length, and with more than texts. */
  readonly isSteady: boolean;
  /** Throws an `InferenceError` if there are no columns. */
  table(name: string | undefined, text: JsonLayout): ProfiledTable;
}

/** The table that objects are the rows of. Throws an `InferenceError` if there are no columns. */
export function objectTable(
  { rows, repeated, nulls, shape }: ObjectProfiler,
  format: string,
  name: string | undefined,
  text?: JsonLayout,
): ProfiledTable {
  const columns = shape.columns(rows);
  if (columns.length === 0) throw new InferenceError({ kind: 'no-column' });
  const notes = [...repeated.notes('repeated-properties'), ...nulls.notes('nulls')];
  return { name, format, rows, columns, text, notes };
}
