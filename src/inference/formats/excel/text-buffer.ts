import { decodeEntities } from './xml-scanner.ts';

/** Bytes of a text that are kept: enough for what the report quotes. */
const longest = 4096;

/** Collects the parts of a text, cut, in one buffer that is reused. */
export class TextBuffer {
  bytes: Uint8Array = new Uint8Array(longest);
  length = 0;
  #hasEntities = false;

  clear(): void {
    this.length = 0;
    this.#hasEntities = false;
  }

  add(bytes: Uint8Array, start: number, end: number, hasEntities: boolean): void {
    this.#hasEntities ||= hasEntities;
    const stop = Math.min(end, start + longest - this.length);
    for (let i = start; i < stop; i++) this.bytes[this.length++] = bytes[i] as number;
  }

  /** Decodes the entities in the text once it is complete. */
  decode(): void {
    if (!this.#hasEntities) return;
    const text = new TextDecoder().decode(this.bytes.subarray(0, this.length));
    this.length = new TextEncoder().encodeInto(decodeEntities(text), this.bytes).written;
    this.#hasEntities = false;
  }
}
