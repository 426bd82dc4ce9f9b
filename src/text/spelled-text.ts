import { htmlEntities, longestEntityName } from './html-entities.ts';

/**
 * One way to read a character of a text: its UTF-16 code unit, or its code point where one escape spells both units, and in the
 * last ten bits the length of its spelling.
 */
export type Reading = number;

export function codeOf(reading: Reading): number {
  return reading >>> 10;
}

export function lengthOf(reading: Reading): number {
  return reading & 0x3ff;
}

/** In characters: no server writes a longer spelling of one character. */
export const longestSpelling = 0x3ff;

/** No spelling: no server writes one that is longer than ten bits can express. */
const noReading: Reading = 0;

function readingOf(code: number, length: number): Reading {
  return length > longestSpelling ? noReading : (code << 10) | length;
}

/** The same with `length` more characters before or after it. */
function longer(reading: Reading, length: number): Reading {
  return reading === noReading ? noReading : readingOf(codeOf(reading), lengthOf(reading) + length);
}

/** The plain readings of ASCII characters. */
const ascii: readonly (readonly Reading[])[] = Array.from({ length: 128 }, (_, code) => [readingOf(code, 1)]);
const none: readonly Reading[] = [];

/** How many escapes may be nested in each other, as in `\\u002B` (two) or `&amp;#37;2B` (three). */
const deepest = 3;

/** The most digits of a character. Leading zeros count. */
const longestNumber = 16;

/** Readings that are kept, for each depth. A power of two. */
const remembered = 1024;

const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;

/** Whether an escape can begin with this character. */
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

/**
 * A text whose characters may be spelled as JSON, HTML or percent escapes, nested in each other and mixed. Reading from one
 * offset takes bounded time, whatever the text.
 */
export class SpelledText {
  readonly #text: string;
  /** By depth and offset, so that a run of escapes is read only once. */
  readonly #known = Array.from({ length: deepest }, () => ({
    offsets: new Int32Array(remembered).fill(-1),
    readings: new Array<readonly Reading[]>(remembered).fill(none),
  }));

  constructor(text: string) {
    this.#text = text;
  }

  /** Every way to read the character at `offset`, the plain one first; none at the end of the text. */
  at(offset: number, depth = deepest): readonly Reading[] {
    if (offset >= this.#text.length) return none;
    const unit = this.#text.charCodeAt(offset);
    if (!beginsEscape(unit)) return ascii[unit] ?? [readingOf(unit, 1)];
    const known = this.#known[depth - 1];
    // No escape goes on with a second `%` or `&`.
    if (!known || (unit !== backslash && this.#text.charCodeAt(offset + 1) === unit))
      return ascii[unit] ?? none;
    const slot = offset & (remembered - 1);
    if (known.offsets[slot] !== offset) {
      known.readings[slot] = this.#read(offset, depth - 1);
      known.offsets[slot] = offset;
    }
    return known.readings[slot] ?? none;
  }

  /** The readings of less depth, and those escapes that begin with one of them. */
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

  /** What an escape means whose first character ends at `offset`; its length without that. */
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

  /** `before`: the length of the backslash. */
  #afterBackslash(before: number, offset: number, depth: number): readonly Reading[] {
    const found: Reading[] = [];
    const isRun = this.#text.charCodeAt(offset) === backslash;
    for (const reading of this.at(offset, depth)) {
      const code = codeOf(reading);
      const length = lengthOf(reading);
      // All backslashes of a run are escaped in the same way.
      if (isRun && code === backslash && length !== before) continue;
      const short = shortEscapes.get(code);
      if (short !== undefined) found.push(readingOf(short, length));
      const digits = code === 0x75 ? 4 : code === 0x78 ? 2 : 0;
      const unit = digits > 0 ? this.#number(offset + length, depth, 16, digits, digits) : undefined;
      if (unit !== undefined) found.push(longer(unit, length));
    }
    return found;
  }

  /** A byte of UTF-8 (RFC 3986, section 2.1), or of Latin-1; or `%uXXXX`, as `escape` of JavaScript writes it. */
  #afterPercent(offset: number, depth: number): readonly Reading[] {
    const letter = this.#character(offset, depth, 0x75);
    const unit = letter > 0 ? this.#number(offset + letter, depth, 16, 4, 4) : undefined;
    if (unit !== undefined) return [longer(unit, letter)];
    const byte = this.#number(offset, depth, 16, 2, 2);
    if (byte === undefined) return none;
    const character = this.#continued(byte, offset, depth);
    return character === undefined ? [byte] : [byte, character];
  }

  /** RFC 3629, section 3. */
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

  /** A character reference of HTML, decimal, hexadecimal, or named; the semicolon is often missing. */
  #afterAmpersand(offset: number, depth: number): readonly Reading[] {
    const sign = this.#character(offset, depth, 0x23);
    if (sign === 0) return this.#named(offset, depth);
    const letter = this.#character(offset + sign, depth, 0x78) || this.#character(offset + sign, depth, 0x58);
    const number = this.#number(offset + sign + letter, depth, letter > 0 ? 16 : 10, 1, longestNumber);
    return number === undefined ? none : [this.#withSemicolon(longer(number, sign + letter), offset, depth)];
  }

  #named(offset: number, depth: number): readonly Reading[] {
    let found: Reading | undefined;
    let name = '';
    let length = 0;
    while (name.length < longestEntityName) {
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

  /** The length of this character's spelling; 0 if there is another one. */
  #character(offset: number, depth: number, code: number): number {
    for (const reading of this.at(offset, depth)) if (codeOf(reading) === code) return lengthOf(reading);
    return 0;
  }

  /** As many digits as there are, at least `least` and at most `most`. */
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

/** Of a digit, up to 15; otherwise infinite. */
function digitValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x66 ? small - 0x61 + 10 : Number.POSITIVE_INFINITY;
}

function isLetterOrDigit(code: number): boolean {
  const small = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (small >= 0x61 && small <= 0x7a);
}
