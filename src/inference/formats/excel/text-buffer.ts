import { decodeEntities } from './xml-attributes.ts';
import { ascii } from './xml-names.ts';

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

  /** Decodes the entities in the text once it is complete. */
  decode(): void {
    if (!this.#hasEntities) return;
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
