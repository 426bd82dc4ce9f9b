import { valueText } from '../bytes/encoding.ts';
import { limits } from '../inference-limits.ts';

/** How quotes within a value in quotes are written: doubled, also where quotes are `'` (`single`), or after a backslash. */
export type QuoteEscape = keyof typeof quoteEscapes;

/** How the characters of a value are written in the file. */
export type Escaping = 'none' | 'json' | QuoteEscape;

/** Whether a byte says that the next one is a part of the value. */
const quoteEscapes = {
  doubled: (byte: number, next: number) => byte === 0x22 && next === 0x22,
  single: (byte: number, next: number) => byte === 0x27 && next === 0x27,
  backslash: (byte: number, next: number) =>
    (byte === 0x5c && (next === 0x22 || next === 0x5c)) || (byte === 0x22 && next === 0x22),
};

/** Bytes that hold at least as many characters as the report quotes. */
const maxCopiedBytes = limits.quotedLength * 4;

/** A copy of a value's bytes without its escapes, cut: the buffer that it is in is reused. */
export function copyValue(
  bytes: Uint8Array,
  start: number,
  end: number,
  escaping: Escaping,
  maxBytes = maxCopiedBytes,
): Uint8Array {
  if (escaping === 'none') return bytes.slice(start, Math.min(end, start + maxBytes));
  if (escaping === 'json')
    return new TextEncoder().encode(decodeJsonString(bytes, start, end)).slice(0, maxBytes);
  const copy: number[] = [];
  for (let i = start; i < end && copy.length < maxBytes; i++) {
    if (i + 1 < end && quoteEscapes[escaping](bytes[i] as number, bytes[i + 1] as number)) i++;
    copy.push(bytes[i] as number);
  }
  return Uint8Array.from(copy);
}

/** The text of a valid JSON string without its quotes. */
export function decodeJsonString(bytes: Uint8Array, start: number, end: number): string {
  const written = new TextDecoder().decode(bytes.subarray(start, end));
  return written.includes('\\') ? JSON.parse(`"${written}"`) : written;
}

export function sameBytes(value: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < value.length; i++) if (value[i] !== bytes[start + i]) return false;
  return true;
}

/** The text of a value, cut. */
export function quotedText(value: Uint8Array): string {
  const text = valueText(value);
  if (text.length <= limits.quotedLength) return text;
  const characters = [...text];
  if (characters.length <= limits.quotedLength) return text;
  return `${characters.slice(0, limits.quotedLength).join('')}…`;
}
