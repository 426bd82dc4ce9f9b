import type { SqlDialect } from './sql-dialect.ts';

/** For each byte whether it is in a class. */
type ByteClass = Readonly<Uint8Array>;

export interface ByteTables {
  /** Parts of words. */
  readonly isWord: ByteClass;
  /** What can have a meaning in a statement that is skipped. */
  readonly isStop: ByteClass;
  /** What lines can begin with that are for the client, or end a statement. */
  readonly isCommand: ByteClass;
}

export function byteTables(
  { name, hasHashComments, hasBrackets }: SqlDialect,
  delimiter: string,
): ByteTables {
  const isWord = byteClass('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$@#');
  isWord.fill(1, 0x80);
  isWord[delimiter.charCodeAt(0)] = 0;
  const stops = `\n\r'"\`-/*$${hasHashComments ? '#' : ''}${hasBrackets ? '[' : ''}`;
  return {
    isWord,
    isStop: byteClass(stops + delimiter.charAt(0)),
    isCommand: byteClass(`/\\.:@AaCcDdGgPpRrSsWw${name === 'sqlserver' ? 'EeIiUu' : ''}`),
  };
}

function byteClass(characters: string): Uint8Array {
  const bytes = new Uint8Array(256);
  for (const character of characters) bytes[character.charCodeAt(0) & 0xff] = 1;
  return bytes;
}
