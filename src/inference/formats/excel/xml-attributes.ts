import { asciiText, startsWith } from '../../bytes/ascii.ts';

/** The attributes of an element. */
export class XmlAttributes {
  bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  /** Where the value is that `find` found. */
  valueStart = 0;
  valueEnd = 0;

  set(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  /** Looks for an attribute by its local name. */
  find(name: string): boolean {
    const { bytes } = this;
    let i = this.#start;
    while (i < this.#end && !isNameEnd(bytes[i] as number)) i++;
    while (i < this.#end) {
      while (i < this.#end && isNameEnd(bytes[i] as number)) i++;
      let nameStart = i;
      while (i < this.#end && bytes[i] !== 0x3d) {
        if (bytes[i] === 0x3a) nameStart = i + 1;
        i++;
      }
      let nameEnd = i;
      while (nameEnd > nameStart && isXmlSpace(bytes[nameEnd - 1] as number)) nameEnd--;
      i++;
      while (i < this.#end && isXmlSpace(bytes[i] as number)) i++;
      const quote = bytes[i];
      if (quote !== 0x22 && quote !== 0x27) return false;
      const valueStart = ++i;
      while (i < this.#end && bytes[i] !== quote) i++;
      if (nameEnd - nameStart === name.length && startsWith(bytes, name, nameStart)) {
        this.valueStart = valueStart;
        this.valueEnd = i;
        return true;
      }
      i++;
    }
    return false;
  }

  /** The text of an attribute. */
  get(name: string): string | undefined {
    return this.find(name)
      ? decodeEntities(new TextDecoder().decode(this.bytes.subarray(this.valueStart, this.valueEnd)))
      : undefined;
  }
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Text with its five named entities and its characters by number; others stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

const slash = 0x2f;
const greaterThan = 0x3e;

/** Short names again and again: their bytes as a number lead to the same string. */
const shortNames = ['c', 'v', 't', 'is', 'r', 'row', 'si', 'f', 'phonetic', 'rPh'];

/** The local name at `start`, without its prefix. */
export function nameAt(bytes: Uint8Array, start: number, end: number): string {
  let from = start;
  let to = start;
  for (; to < end && !isNameEnd(bytes[to] as number); to++) if (bytes[to] === 0x3a) from = to + 1;
  for (const name of shortNames) if (name.length === to - from && startsWith(bytes, name, from)) return name;
  return asciiText(bytes, from, Math.min(to, from + 100));
}

/** Whether a byte ends the name of an element. */
export function isNameEnd(byte: number): boolean {
  return isXmlSpace(byte) || byte === slash || byte === greaterThan;
}

export function isXmlSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
