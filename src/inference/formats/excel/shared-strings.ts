import { damagedData } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import type { WorkBudget } from '../../work-budget.ts';
import { decodeEntities, type XmlAttributes } from './xml-attributes.ts';
import type { XmlHandler } from './xml-scanner.ts';

/** Bytes of a string that are kept: the report quotes fewer. */
const maxKeptBytes = limits.quotedLength * 4 + 4;

/** The strings that cells refer to by number (ECMA-376, part 1, section 18.4), as bytes in one buffer. */
export class SharedStrings implements XmlHandler {
  bytes: Uint8Array = new Uint8Array(64 * 1024);
  /** Where each begins, and where the last one ends. */
  readonly #bounds = [0];
  readonly #budget: WorkBudget;
  readonly #text = new TextBuffer();
  #isText = false;
  /** Inside of phonetic hints, which are no part of the string. */
  #isHint = false;

  constructor(budget: WorkBudget) {
    this.#budget = budget;
  }

  start(index: number): number {
    return this.#bounds[index] as number;
  }

  end(index: number): number {
    return this.#bounds[index + 1] as number;
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
    const start = this.#bounds.at(-1) as number;
    // Of a buffer that doubles when it is full, with the one before it; and what the list of bounds takes as it grows.
    this.#budget.keep(2.5 * length + 32);
    if (start + length > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.set(this.#text.bytes.subarray(0, length), start);
    this.#bounds.push(start + length);
  }

  /** The number of a string that a cell has as text. */
  indexOf(bytes: Uint8Array, length: number): number {
    let index = 0;
    for (let i = 0; i < length; i++) index = index * 10 + (bytes[i] as number) - 0x30;
    if (!Number.isInteger(index) || index < 0 || index > this.#bounds.length - 2) throw damagedData('Excel');
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

  clear(): void {
    this.length = 0;
    this.#hasEntities = false;
  }

  add(bytes: Uint8Array, start: number, end: number, hasEntities: boolean): void {
    this.#hasEntities ||= hasEntities;
    const stop = Math.min(end, start + maxBytes - this.length);
    for (let i = start; i < stop; i++) this.bytes[this.length++] = bytes[i] as number;
  }

  /** Decodes the entities in the text once it is complete, and `_x000D_` (section 22.9.2.19) if it is no number. */
  decode(isText: boolean): void {
    const bytes = this.bytes.subarray(0, this.length);
    if (!this.#hasEntities && !(isText && bytes.includes(underscore))) return;
    const text = decodeEntities(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    const decoded = isText
      ? text.replace(/_x([\dA-F]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      : text;
    this.length = new TextEncoder().encodeInto(decoded, this.bytes).written;
  }
}

const underscore = 0x5f;
