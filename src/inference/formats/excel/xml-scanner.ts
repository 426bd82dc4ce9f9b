import { asciiText, indexOfText } from '../../bytes/ascii.ts';
import type { ByteWindow } from '../../bytes/byte-window.ts';
import { damagedData } from '../../inference-error.ts';
import { limits } from '../../inference-limits.ts';
import { nameAt, XmlAttributes } from './xml-attributes.ts';

/** What an XML scanner finds. Names are local: without their prefixes. Ranges are valid during the call only. */
export interface XmlHandler {
  /** `attributes`: of the element that opens. An empty element is closed by a call of its own. */
  open(name: string, attributes: XmlAttributes): void;
  /** Text of the element that is open, in one part or several; `hasEntities`: not decoded yet. */
  text?(bytes: Uint8Array, start: number, end: number, hasEntities: boolean): void;
  close?(name: string): void;
}

const lessThan = 0x3c;
const greaterThan = 0x3e;
const slash = 0x2f;
const ampersand = 0x26;

/**
 * Reads XML in UTF-8 as it comes, without making strings of it. A tag or a text must fit into 16 MiB. Document type
 * declarations, which could define entities, are refused. Throws an `InferenceError` if the document is not complete.
 */
export async function readXml(window: ByteWindow, handler: XmlHandler): Promise<void> {
  const scanner = new XmlScanner(handler);
  do {
    await window.more();
    window.start = scanner.scan(window.bytes.subarray(0, window.end), window.start);
    if (window.end - window.start > limits.recordBytes) throw damagedData('Excel');
  } while (!window.isLast);
  if (!scanner.isComplete) throw damagedData('Excel');
}

class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #attributes = new XmlAttributes();
  #depth = 0;
  #hasRoot = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  get isComplete(): boolean {
    return this.#hasRoot && this.#depth === 0;
  }

  /** Returns how far the bytes are read: up to the last complete tag. */
  scan(bytes: Uint8Array, from: number): number {
    let i = from;
    for (;;) {
      const start = i;
      let hasEntities = false;
      while (i < bytes.length && bytes[i] !== lessThan) if (bytes[i++] === ampersand) hasEntities = true;
      if (i === bytes.length) return start;
      if (i > start) this.#handler.text?.(bytes, start, i, hasEntities);
      const end = this.#tagEnd(bytes, i);
      if (end < 0) return i;
      i = end;
    }
  }

  /** Reads what is between `<` at `start` and `>`. Returns the position after it, or -1 if it is not complete. */
  #tagEnd(bytes: Uint8Array, start: number): number {
    switch (bytes[start + 1]) {
      case undefined:
        return -1;
      case slash: {
        const end = bytes.indexOf(greaterThan, start);
        if (end < 0) return -1;
        if (--this.#depth < 0) throw damagedData('Excel');
        this.#handler.close?.(nameAt(bytes, start + 2, end));
        return end + 1;
      }
      // `?`: a processing instruction, such as the declaration.
      case 0x3f: {
        const end = indexOfText(bytes, '?>', start);
        return end < 0 ? -1 : end + 2;
      }
      case 0x21:
        return this.#markupEnd(bytes, start);
      default:
        return this.#elementEnd(bytes, start);
    }
  }

  #markupEnd(bytes: Uint8Array, start: number): number {
    if (bytes.length < start + 9) return -1;
    const opening = asciiText(bytes, start, start + 9);
    if (opening.startsWith('<!--')) {
      const end = indexOfText(bytes, '-->', start + 4);
      return end < 0 ? -1 : end + 3;
    }
    if (opening !== '<![CDATA[') throw damagedData('Excel');
    const end = indexOfText(bytes, ']]>', start);
    if (end < 0) return -1;
    this.#handler.text?.(bytes, start + 9, end, false);
    return end + 3;
  }

  #elementEnd(bytes: Uint8Array, start: number): number {
    let i = start + 1;
    let quote = 0;
    for (; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === greaterThan) break;
      else if (byte === 0x22 || byte === 0x27) quote = byte;
    }
    if (i === bytes.length) return -1;
    const isEmpty = bytes[i - 1] === slash;
    const name = nameAt(bytes, start + 1, i);
    this.#hasRoot = true;
    this.#depth++;
    this.#attributes.set(bytes, start + 1, i);
    this.#handler.open(name, this.#attributes);
    if (isEmpty) {
      this.#depth--;
      this.#handler.close?.(name);
    }
    return i + 1;
  }
}
