/** Control, format, bidirectional, and invisible characters, lone surrogates, line separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** Terminal sequences (ECMA-48), with their parameters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for.
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/**
 * Text from outside (a server, a file name) as one line that is safe to show: without characters that move the cursor,
 * change the direction, or are invisible, and cut at `longest` characters.
 */
export function plainText(text: string, longest = 500): string {
  // Cut first, so that a huge text takes no longer than a small one.
  const line = text
    .slice(0, longest * 8)
    .replace(terminalSequence, ' ')
    .replace(unprintable, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line;
}
