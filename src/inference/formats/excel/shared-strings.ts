import { damaged } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { WorkBudget } from '../../work-budget.ts';
import { ascii, decodeEntities, type XmlAttributes } from './xml-attributes.ts';
import type { XmlHandler } from './xml-scanner.ts';

/** Bytes of a string that are kept: the report quotes fewer. */
const maxKeptBytes = limits.quotedLength * 4 + 4;

/** The strings that cells refer to by number (ECMA-376, part 1, section 18.4), as bytes in one buffer. */
export class SharedStrings implements XmlHandler {
  bytes: Uint8Array = new Uint8Array(64 * 1024);
  #ends = new Uint32Array(4096);
  #count = 0;
  #length = 0;
  readonly #budget: WorkBudget;
  readonly #text = new TextBuffer();
  #isText = false;
  /** Inside of phonetic hints, which are no part of the string. */
  #isHint = false;

  constructor(budget: WorkBudget) {
    this.#budget = budget;
  }

  get count(): number {
    return this.#count;
  }

  start(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] as number);
  }

  end(index: number): number {
    return this.#ends[index] as number;
  }

  open(name: string, _attributes: XmlAttributes): void {
    if (name === 't') this.#isText = !this.#isHint;
    else if (name === 'rPh') this.#isHint = true;
    else if (name === 'si') this.#text.clear();
  }

  text(bytes: Uint8Array, start: number, end: number, hasEntities: boolean): void {
    if (this.#isText) this.#text.add(bytes, start, end, hasEntities);
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isHint = false;
    else if (name === 'si') this.#add();
  }

  #add(): void {
    this.#text.decode(true);
    const length = Math.min(this.#text.length, maxKeptBytes);
    const end = this.#length + length;
    // Twice, because the memory doubles when it is full.
    this.#budget.keep(2 * (length + 4));
    if (end > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.bytes.set(this.#text.bytes.subarray(0, length), this.#length);
    this.#length = end;
    this.#ends[this.#count++] = end;
  }

  /** The number of a string that a cell has as text. */
  indexOf(bytes: Uint8Array, length: number): number {
    let index = 0;
    for (let i = 0; i < length; i++) index = index * 10 + (bytes[i] as number) - 0x30;
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) throw damaged('Excel');
    return index;
  }
}

/** Bytes of a text that are kept: enough for what the report quotes. */
const maxBytes = 4096;

/** Collects the parts of a text, cut, in one buffer that is reused. */
export class TextBuffer {
  bytes: Uint8Array = new Uint8Array(maxBytes);
  length = 0;
  #hasEntities = false;
  #hasUnderscores = false;

  clear(): void {
    this.length = 0;
    this.#hasEntities = false;
    this.#hasUnderscores = false;
  }

  add(bytes: Uint8Array, start: number, end: number, hasEntities: boolean): void {
    this.#hasEntities ||= hasEntities;
    const stop = Math.min(end, start + maxBytes - this.length);
    for (let i = start; i < stop; i++) {
      if (bytes[i] === underscore) this.#hasUnderscores = true;
      this.bytes[this.length++] = bytes[i] as number;
    }
  }

  /** Decodes the entities in the text once it is complete, and `_x000D_` (section 22.9.2.19) if it is no number. */
  decode(isText = false): void {
    if (this.#hasEntities) this.#decodeEntities();
    if (!isText || !this.#hasUnderscores) return;
    const text = new TextDecoder().decode(this.bytes.subarray(0, this.length));
    const decoded = text.replace(/_x([\dA-F]{4})_/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (decoded !== text) this.length = new TextEncoder().encodeInto(decoded, this.bytes).written;
  }

  #decodeEntities(): void {
    const { bytes, length } = this;
    const encoder = new TextEncoder();
    let to = 0;
    for (let from = 0; from < length; ) {
      const end = bytes[from] === ampersand ? entityEnd(bytes, from, length) : from;
      if (end > from) {
        // No entity is shorter than its character.
        to += encoder.encodeInto(decodeEntities(ascii(bytes, from, end)), bytes.subarray(to)).written;
        from = end;
      } else bytes[to++] = bytes[from++] as number;
    }
    this.length = to;
    this.#hasEntities = false;
  }
}

const ampersand = 0x26;
const underscore = 0x5f;
const semicolon = 0x3b;

/** Such as `&#x10FFFF;`. */
const maxEntityLength = 10;

/** The position after an entity's semicolon; `start` if there is none. */
function entityEnd(bytes: Uint8Array, start: number, length: number): number {
  const stop = Math.min(length, start + maxEntityLength);
  for (let i = start + 1; i < stop; i++) {
    const byte = bytes[i] as number;
    if (byte === semicolon) return i + 1;
    if (byte === ampersand || byte >= 0x80) break;
  }
  return start;
}
