import { sameBytes } from './values.ts';

/** Texts that programs write for a missing value. The report counts them, whether they count as empty or not. */
const commonNullTexts = ['NULL', 'NA', '\\N'];

/** Texts that people write for a missing value. The report counts them where only they keep a column from a narrower type. */
const otherNullTexts = [
  ...['N/A', 'n/a', '#N/A', '-', '--', '.', '..', '?', 'missing', 'None', 'NaN'],
  ...['Inf', '-Inf', 'inf', '-inf', 'Infinity', '-Infinity'],
  // As MySQL writes a date that is none.
  ...['0000-00-00', '0000-00-00 00:00:00'],
];

/** A number with fewer characters has no digits that only distinguish doubles. */
const fewDigits = 16;

/** Looks for texts that count as missing values. */
export class NullTexts {
  /** In the order of `counts` of a column. */
  readonly texts: readonly string[];
  /** 1 for each byte that a text starts with. */
  readonly starts = new Uint8Array(256);
  /** Bytes of the longest text. */
  readonly #longest: number;
  /** Bytes of the longest text where each character is escaped in JSON, as `\\u0041`. */
  readonly #longestEscaped: number;
  readonly #bytes: readonly Uint8Array[];
  /** The indexes of the texts that begin with a byte. */
  readonly #byStart: readonly (readonly number[])[];
  readonly #named: ReadonlySet<string>;

  /** `named`: the texts that count as empty values. */
  constructor(named: readonly string[]) {
    this.#named = new Set(named);
    this.texts = [...new Set([...commonNullTexts, ...otherNullTexts, ...named])].filter(
      (text) => text !== '',
    );
    this.#bytes = this.texts.map((text) => new TextEncoder().encode(text));
    for (const text of this.#bytes) this.starts[text[0] as number] = 1;
    this.#byStart = Array.from({ length: 256 }, (_, byte) =>
      this.#bytes.flatMap((text, index) => (text[0] === byte ? [index] : [])),
    );
    this.#longest = Math.max(...this.#bytes.map(({ length }) => length));
    this.#longestEscaped = 6 * Math.max(...this.texts.map((text) => text.length));
  }

  /** The index in `texts` of a value, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (length > this.#longest) return -1;
    for (const index of this.#byStart[bytes[start] as number] ?? []) {
      const text = this.#bytes[index] as Uint8Array;
      if (text.length === length && sameBytes(text, bytes, start)) return index;
    }
    return -1;
  }

  /** As `find`, of a number: as it is written, or with the fewest digits, as programs show it. */
  findNumber(value: number, bytes: Uint8Array, start: number, end: number): number {
    if (this.starts[bytes[start] as number] === 0) return -1;
    const found = this.find(bytes, start, end);
    if (found >= 0 || end - start < fewDigits) return found;
    const text = new TextEncoder().encode(String(value));
    return this.find(text, 0, text.length);
  }

  /** Whether a JSON string with escapes may be one of the texts. */
  mayBeEscaped(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start > this.#longestEscaped) return false;
    if (bytes[start] !== 0x5c) return this.starts[bytes[start] as number] === 1;
    // `\u` may be any character; other escapes are that of the character itself, or of a control character.
    return bytes[start + 1] === 0x75 || this.starts[bytes[start + 1] as number] === 1;
  }

  /** Whether a text is reported only where it matters. */
  isUnusual(index: number): boolean {
    return otherNullTexts.includes(this.texts[index] ?? '');
  }

  isEmpty(index: number): boolean {
    return this.#named.has(this.texts[index] ?? '');
  }
}
