import type { SqlDialect } from './sql-dialect.ts';

/** For each byte whether it is in a class. */
type ByteClass = Readonly<Uint8Array>;

export interface ByteTables {
  /** Parts of words. */
  readonly isWord: ByteClass;
  /** What can have a meaning in a statement that is skipped. */
  readonly isStop: ByteClass;
  /** What lines between statements can begin with that are none. */
  readonly isClient: ByteClass;
  /** What lines can begin with that end a statement. */
  readonly isEnd: ByteClass;
}

export function byteTables({ isMySql, hasBrackets }: SqlDialect, delimiter: string): ByteTables {
  const isWord = byteClass('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$@#');
  isWord.fill(1, 0x80);
  isWord[delimiter.charCodeAt(0)] = 0;
  const stops = `\n\r'"\`-/*$${isMySql ? '#' : ''}${hasBrackets ? '[' : ''}`;
  return {
    isWord,
    isStop: byteClass(stops + delimiter.charAt(0)),
    isClient: byteClass('/\\.:@GgDdRrPpSsWw'),
    isEnd: byteClass('/GgCcAaDd'),
  };
}

function byteClass(characters: string): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const character of characters) bytes[character.charCodeAt(0) & 0xff] = 1;
  return bytes;
}

/** The next characters, as far as they are ASCII. */
export function asciiText(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

/** Where bytes occur first from a position on; −1 if nowhere. */
export function indexOfText(bytes: Uint8Array, text: string, start: number): number {
  const first = text.charCodeAt(0);
  let i = bytes.indexOf(first, start);
  while (i >= 0 && !startsWith(bytes, text, i)) i = bytes.indexOf(first, i + 1);
  return i;
}

export function startsWith(bytes: Uint8Array, text: string, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
