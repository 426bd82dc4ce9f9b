const slash = 0x2f;
const greaterThan = 0x3e;

/** Short names again and again: their bytes as a number lead to the same string. */
const shortNames = ['c', 'v', 't', 'is', 'r', 'row', 'si', 'f', 'phonetic', 'rPh'];

/** The local name at `start`, without its prefix. */
export function nameAt(bytes: Uint8Array, start: number, end: number): string {
  let from = start;
  let to = start;
  for (; to < end && !isNameEnd(bytes[to] as number); to++) if (bytes[to] === 0x3a) from = to + 1;
  for (const name of shortNames) if (name.length === to - from && isAscii(bytes, from, name)) return name;
  return ascii(bytes, from, Math.min(to, from + 100));
}

/** Whether a byte ends the name of an element. */
export function isNameEnd(byte: number): boolean {
  return isSpace(byte) || byte === slash || byte === greaterThan;
}

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether an ASCII text is at `start`. */
export function isAscii(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

export function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}
