import { unicodeEscape } from './unicode-escape.ts';

/** The longest quotation in a message, in characters. */
const defaultLongest = 60;

/**
 * Control, format (bidirectional overrides, zero-width), separator, unassigned, and private characters, and lone
 * surrogates: invisible, or able to change how the rest of a message looks.
 */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The same without tabs and line feeds, and with other invisible characters. */
const unprintableInLines = /(?![\t\n])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Nearly all names are ASCII. */
const plain = /^[ -~]*$/;

/** Document text for a message: unprintable characters as `\uXXXX`, cut at 60 or `longest` characters with `…`. */
export function printable(text: string, longest = defaultLongest): string {
  if (text.length <= longest && plain.test(text)) return text;
  // Long enough for so many characters: a huge string takes no longer than a small one.
  const characters = [...text.slice(0, 2 * longest + 2)];
  const cut = characters.length > longest;
  const shown = cut ? characters.slice(0, longest).join('') : text;
  return shown.replace(unprintable, unicodeEscape) + (cut ? '…' : '');
}

/** Text of any length for a terminal or a log: unprintable characters except tabs as `\uXXXX`, line breaks as line feeds. */
export function escapeUnprintable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintableInLines, unicodeEscape);
}
