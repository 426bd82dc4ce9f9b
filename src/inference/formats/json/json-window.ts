import { ByteWindow } from '../../bytes/byte-window.ts';
import { checkRecordLength, InferenceError } from '../../inference-error.ts';
import { backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './json-bytes.ts';

/** Finds where values of a JSON document start and end, in a window that moves over it. */
export class JsonWindow extends ByteWindow {
  /** Skips white space, and returns the byte after it without consuming it; `undefined` at the end. */
  async peek(): Promise<number | undefined> {
    for (;;) {
      const next = this.peekNow();
      if (next !== undefined || this.isLast) return next;
      await this.more();
    }
  }

  /** As `peek`, but `undefined` also where more bytes are needed: waiting for each value would take most of the time. */
  peekNow(): number | undefined {
    const { bytes, end } = this;
    this.start = skipSpace(bytes, this.start, end);
    return this.start < end ? bytes[this.start] : undefined;
  }

  /** The end of the value at the start of the window, which then is in it as a whole. `row`: for the error. */
  async valueEnd(row: number): Promise<number> {
    for (;;) {
      const valueEnd = this.valueEndNow(row);
      if (valueEnd !== undefined) return valueEnd;
      if (this.isLast) throw new InferenceError({ kind: 'invalid-json', row });
      await this.more();
    }
  }

  /** As `valueEnd`, but `undefined` where the window doesn't have the whole value. */
  valueEndNow(row: number): number | undefined {
    const { bytes, start, end, isLast } = this;
    const valueEnd = findValueEnd(bytes, start, end);
    checkRecordLength((valueEnd ?? end) - start, row);
    if (valueEnd === undefined || (valueEnd === end && !isLast)) return undefined;
    // What comes after it ends a number, and stops each loop over the bytes.
    if (valueEnd === end) bytes[end] = 0;
    return valueEnd;
  }
}

/** The end of a value of JSON that may be invalid; `undefined` where it goes on after `end`. */
export function findValueEnd(bytes: Uint8Array, start: number, end: number): number | undefined {
  let depth = 0;
  for (let i = start; i < end; i++) {
    const value = bytes[i] as number;
    if (value === quote) {
      const close = findStringEnd(bytes, i + 1, end);
      if (close === undefined) return undefined;
      i = close;
      if (depth === 0) return i + 1;
    } else if (value === openBrace || value === openBracket) depth++;
    else if (value === closeBrace || value === closeBracket) {
      depth--;
      if (depth === 0) return i + 1;
      if (depth < 0) return i;
    } else if (depth === 0 && (value === comma || isSpace(value))) return i;
  }
  return depth === 0 ? end : undefined;
}

export function findStringEnd(bytes: Uint8Array, start: number, end: number): number | undefined {
  for (let i = start; i < end; i++) {
    if (bytes[i] === quote) return i;
    if (bytes[i] === backslash) i++;
  }
  return undefined;
}

/** After the white space at `start`. */
export function skipSpace(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && isSpace(bytes[i] as number)) i++;
  return i;
}

export function isSpace(value: number): boolean {
  return value === 0x20 || value === 0x0a || value === 0x0d || value === 0x09;
}
