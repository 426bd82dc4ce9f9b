import { isAscii, isNameEnd, isSpace } from './xml-names.ts';

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
      while (nameEnd > nameStart && isSpace(bytes[nameEnd - 1] as number)) nameEnd--;
      i++;
      while (i < this.#end && isSpace(bytes[i] as number)) i++;
      const quote = bytes[i];
      if (quote !== 0x22 && quote !== 0x27) return false;
      const valueStart = ++i;
      while (i < this.#end && bytes[i] !== quote) i++;
      if (nameEnd - nameStart === name.length && isAscii(bytes, nameStart, name)) {
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
