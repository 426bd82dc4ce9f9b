import { htmlEntities, maxEntityNameLength } from './html-entities.ts';

/**
 * One way to read a character of a text, as a number: its UTF-16 code unit (or its code point, if one escape represents both
 * units), followed by ten bits with the length of its spelling.
 */
export type Reading = number;

export function codeOf(reading: Reading): number {
  return reading >>> 10;
}

export function lengthOf(reading: Reading): number {
  return reading & 0x3ff;
}

/** A longer spelling of one character is none that a server would write. */
export const longestSpelling = 0x3ff;

/** Used instead of a spelling whose length doesn't fit ten bits: no server writes one. */
const noReading: Reading = 0;

function readingOf(code: number, length: number): Reading {
  return length > longestSpelling ? noReading : (code << 10) | length;
}

/** The same reading with a spelling that is `length` characters longer. */
function longer(reading: Reading, length: number): Reading {
  return reading === noReading ? noReading : readingOf(codeOf(reading), lengthOf(reading) + length);
}

/** The plain readings of ASCII characters. */
const ascii: readonly (readonly Reading[])[] = Array.from({ length: 128 }, (_, code) => [readingOf(code, 1)]);
const none: readonly Reading[] = [];

/** How many escapes can be nested, as in `\\u002B` (two) or `&amp;#37;2B` (three). */
const maxDepth = 3;

/** In digits, including leading zeros. A longer number is not a character reference. */
const maxDigits = 16;

/** The largest number of cached readings for each depth. A power of two. */
const maxCacheSize = 1024;

const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;

/** Whether an escape can begin with this code unit. */
export function beginsEscape(code: number): boolean {
  return code === backslash || code === percent || code === ampersand;
}

/** The escapes of JSON (RFC 8259, section 7) and JavaScript that are one character after a backslash. */
const shortEscapes: ReadonlyMap<number, number> = new Map(
  ['""', '\\\\', '//', "''", 'b\b', 'f\f', 'n\n', 'r\r', 't\t', 'v\v'].map((pair) => [
    pair.charCodeAt(0),
    pair.charCodeAt(1),
  ]),
);

/** The readings at the offsets of a text, so that a run of escapes is read once and not again for each escape before it. */
class ReadingCache {
  readonly #mask: number;
  readonly #offsets: Int32Array;
  readonly #readings: (readonly Reading[])[];

  /** `length`: of the text. */
  constructor(length: number) {
    const size = Math.min(2 ** Math.ceil(Math.log2(length)), maxCacheSize);
    this.#mask = size - 1;
    this.#offsets = new Int32Array(size).fill(-1);
    this.#readings = new Array<readonly Reading[]>(size).fill(none);
  }

  get(offset: number): readonly Reading[] | undefined {
    const slot = offset & this.#mask;
    return this.#offsets[slot] === offset ? this.#readings[slot] : undefined;
  }

  set(offset: number, readings: readonly Reading[]): readonly Reading[] {
    const slot = offset & this.#mask;
    this.#readings[slot] = readings;
    this.#offsets[slot] = offset;
    return readings;
  }
}

/**
 * A text whose characters can be JSON, HTML or percent escapes, nested and mixed. Reading at one offset takes bounded time for
 * any text.
 */
export class SpelledText {
  readonly #text: string;
  /** By depth, each created when it is first needed: most texts contain no escape. */
  readonly #known: (ReadingCache | undefined)[] = new Array(maxDepth).fill(undefined);

  constructor(text: string) {
    this.#text = text;
  }

  /** All ways to read the character at `offset`, the literal one first. Empty at the end of the text. */
  at(offset: number, depth = maxDepth): readonly Reading[] {
    if (offset >= this.#text.length) return none;
    const unit = this.#text.charCodeAt(offset);
    if (!beginsEscape(unit)) return ascii[unit] ?? [readingOf(unit, 1)];
    // No escape continues with a second `%` or `&`.
    if (depth === 0 || (unit !== backslash && this.#text.charCodeAt(offset + 1) === unit))
      return ascii[unit] ?? none;
    const known = this.#known[depth - 1] ?? new ReadingCache(this.#text.length);
    this.#known[depth - 1] = known;
    return known.get(offset) ?? known.set(offset, this.#read(offset, depth - 1));
  }

  /** The readings with less depth, and the escapes that begin with one of them. */
  #read(offset: number, depth: number): readonly Reading[] {
    const inner = this.at(offset, depth);
    const found = [...inner];
    for (const first of inner) {
      const length = lengthOf(first);
      for (const rest of this.#escaped(first, offset + length, depth)) {
        const reading = longer(rest, length);
        if (reading !== noReading && !found.includes(reading)) found.push(reading);
      }
    }
    return found;
  }

  /** The readings of an escape whose first character ends at `offset`. Their length doesn't include that character. */
  #escaped(first: Reading, offset: number, depth: number): readonly Reading[] {
    switch (codeOf(first)) {
      case backslash:
        return this.#afterBackslash(lengthOf(first), offset, depth);
      case percent:
        return this.#afterPercent(offset, depth);
      case ampersand:
        return this.#afterAmpersand(offset, depth);
      default:
        return none;
    }
  }

  /** `before` is the length of the backslash's own spelling. */
  #afterBackslash(before: number, offset: number, depth: number): readonly Reading[] {
    const found: Reading[] = [];
    const isRun = this.#text.charCodeAt(offset) === backslash;
    for (const reading of this.at(offset, depth)) {
      const code = codeOf(reading);
      const length = lengthOf(reading);
      // In a run of backslashes, all are escaped in the same way.
      if (isRun && code === backslash && length !== before) continue;
      const short = shortEscapes.get(code);
      if (short !== undefined) found.push(readingOf(short, length));
      const digits = code === 0x75 ? 4 : code === 0x78 ? 2 : 0;
      const unit = digits > 0 ? this.#number(offset + length, depth, 16, digits, digits) : undefined;
      if (unit !== undefined) found.push(longer(unit, length));
    }
    return found;
  }

  /** A byte of UTF-8 (RFC 3986, section 2.1) or Latin-1, or `%uXXXX` as JavaScript's `escape` writes it. */
  #afterPercent(offset: number, depth: number): readonly Reading[] {
    const letter = this.#character(offset, depth, 0x75);
    const unit = letter > 0 ? this.#number(offset + letter, depth, 16, 4, 4) : undefined;
    if (unit !== undefined) return [longer(unit, letter)];
    const byte = this.#number(offset, depth, 16, 2, 2);
    if (byte === undefined) return none;
    const character = this.#continued(byte, offset, depth);
    return character === undefined ? [byte] : [byte, character];
  }

  /** The character of several percent-encoded bytes of UTF-8 (RFC 3629, section 3). */
  #continued(first: Reading, offset: number, depth: number): Reading | undefined {
    const byte = codeOf(first);
    const missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    if (missing === 0) return undefined;
    let code = byte & (0x3f >> missing);
    let length = lengthOf(first);
    for (let count = 0; count < missing; count++) {
      const next = this.#continuation(offset + length, depth);
      if (next === undefined) return undefined;
      code = code * 0x40 + (codeOf(next) & 0x3f);
      length += lengthOf(next);
    }
    return code <= 0x10ffff ? readingOf(code, length) : undefined;
  }

  #continuation(offset: number, depth: number): Reading | undefined {
    for (const sign of this.at(offset, depth)) {
      if (codeOf(sign) !== percent) continue;
      const byte = this.#number(offset + lengthOf(sign), depth, 16, 2, 2);
      if (byte !== undefined && (codeOf(byte) & 0xc0) === 0x80) return longer(byte, lengthOf(sign));
    }
    return undefined;
  }

  /** An HTML character reference: decimal, hexadecimal or named. The semicolon can be missing. */
  #afterAmpersand(offset: number, depth: number): readonly Reading[] {
    const sign = this.#character(offset, depth, 0x23);
    if (sign === 0) return this.#named(offset, depth);
    const letter = this.#character(offset + sign, depth, 0x78) || this.#character(offset + sign, depth, 0x58);
    const number = this.#number(offset + sign + letter, depth, letter > 0 ? 16 : 10, 1, maxDigits);
    return number === undefined ? none : [this.#withSemicolon(longer(number, sign + letter), offset, depth)];
  }

  #named(offset: number, depth: number): readonly Reading[] {
    let found: Reading | undefined;
    let name = '';
    let length = 0;
    while (name.length < maxEntityNameLength) {
      const letter = this.at(offset + length, depth).find((reading) => isLetterOrDigit(codeOf(reading)));
      if (letter === undefined) break;
      name += String.fromCharCode(codeOf(letter));
      length += lengthOf(letter);
      const code = htmlEntities.get(name);
      if (code !== undefined) found = readingOf(code, length);
    }
    return found === undefined ? none : [this.#withSemicolon(found, offset, depth)];
  }

  /** `reading` begins at `offset`. */
  #withSemicolon(reading: Reading, offset: number, depth: number): Reading {
    return longer(reading, this.#character(offset + lengthOf(reading), depth, 0x3b));
  }

  /** The length of this character's spelling; 0 if the text has another character there. */
  #character(offset: number, depth: number, code: number): number {
    for (const reading of this.at(offset, depth)) if (codeOf(reading) === code) return lengthOf(reading);
    return 0;
  }

  /** All digits at `offset`: at least `least`, at most `most`. */
  #number(offset: number, depth: number, base: 10 | 16, least: number, most: number): Reading | undefined {
    let code = 0;
    let length = 0;
    let count = 0;
    for (; count < most; count++) {
      const digit = this.#digit(offset + length, depth, base);
      if (digit === undefined) break;
      code = Math.min(code * base + digitValue(codeOf(digit)), 0x110000);
      length += lengthOf(digit);
    }
    return count >= least && code <= 0x10ffff ? readingOf(code, length) : undefined;
  }

  #digit(offset: number, depth: number, base: number): Reading | undefined {
    for (const reading of this.at(offset, depth)) if (digitValue(codeOf(reading)) < base) return reading;
    return undefined;
  }
}

/** 0 to 15 for a hexadecimal digit, otherwise `Infinity`. */
function digitValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x61 + 10 : Number.POSITIVE_INFINITY;
}

function isLetterOrDigit(code: number): boolean {
  const small = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (small >= 0x61 && small <= 0x7a);
}
