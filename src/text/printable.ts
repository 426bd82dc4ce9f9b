import { unicodeEscape } from './unicode-escape.ts';

/** Longest quotation in a message, in characters. */
const defaultLongest = 60;

/**
 * Control, format (bidirectional overrides, zero-width) and separator characters, unassigned and private ones,
 * lone surrogates: what can't be seen, or changes how the rest of a message looks.
 */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The same, but for tabs and line feeds, and with other characters that show nothing. */
const unprintableInLines = /(?![\t\n])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** What nearly all names are made of. */
const plain = /^[ -~]*$/;

/** Document text for a message: unprintable characters as `\uXXXX`, cut at 60 or `longest` characters with `…`. */
export function printable(text: string, longest = defaultLongest): string {
  if (text.length <= longest && plain.test(text)) return text;
  // A slice long enough for that many characters, so that a huge string costs no more than a small one.
  const characters = [...text.slice(0, 2 * longest + 2)];
  const cut = characters.length > longest;
  const shown = cut ? characters.slice(0, longest).join('') : text;
  return shown.replace(unprintable, unicodeEscape) + (cut ? '…' : '');
}

/** Text of any length for a terminal or a log: unprintable characters as `\uXXXX`, but for tabs; line breaks as line feeds. */
export function escapeUnprintable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unprintableInLines, unicodeEscape);
}
