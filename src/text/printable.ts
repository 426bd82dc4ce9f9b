/** For quotations in messages, in characters. */
const defaultMaxLength = 60;

/**
 * Control, format (bidirectional overrides, zero-width), separator, unassigned and private characters, and lone surrogates:
 * they are invisible, or change how the rest of a message looks. Joiners between letters (of scripts other than Latin) and in emoji
 * sequences are text (Unicode, section 23.2).
 */
const unprintable =
  /(?!(?<=(?![A-Za-z])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control}(?=(?![A-Za-z])[\p{L}\p{Extended_Pictographic}]))[\p{C}\p{Zl}\p{Zp}]/gu;

/** The same and all other invisible characters, but for the selector of the emoji form (Unicode, section 23.4). */
export const invisible =
  /(?!(?<=(?![A-Za-z])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control}(?=(?![A-Za-z])[\p{L}\p{Extended_Pictographic}])|(?<=[\p{Extended_Pictographic}#*0-9])\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The same without tabs and line feeds. To rule out ASCII first takes a fifth of the time. */
const unprintableInLines =
  /(?![\t\n -~]|(?<=(?![A-Za-z])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control}(?=(?![A-Za-z])[\p{L}\p{Extended_Pictographic}])|(?<=[\p{Extended_Pictographic}#*0-9])\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Most names are printable ASCII. */
const plain = /^[ -~]*$/;

/** So are most texts. */
const plainLines = /^[\t\n -~]*$/;

/** Document text for a message: unprintable characters as `\uXXXX`, cut to 60 or `maxLength` characters with `…`. */
export function printable(text: string, maxLength = defaultMaxLength): string {
  if (text.length <= maxLength && plain.test(text)) return text;
  // A slice that is long enough for that many characters, so that a huge string takes no longer.
  const characters = [...text.slice(0, 2 * maxLength + 2)];
  const cut = characters.length > maxLength;
  const shown = cut ? characters.slice(0, maxLength).join('') : text;
  return shown.replace(unprintable, unicodeEscape) + (cut ? '…' : '');
}

/** Text of any length for a terminal or a log: unprintable characters as `\uXXXX`, or as `escapeCharacter` has each, except tabs; line breaks as line feeds. */
export function escapeUnprintable(text: string, escapeCharacter = unicodeEscape): string {
  return plainLines.test(text)
    ? text
    : text.replace(/\r\n?/g, '\n').replace(unprintableInLines, escapeCharacter);
}

/** Each UTF-16 code unit as `\uXXXX`, as in JSON. */
export function unicodeEscape(text: string): string {
  let escaped = '';
  for (let i = 0; i < text.length; i++) escaped += `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
