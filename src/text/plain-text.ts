/** Controls, format and bidirectional characters, others that show nothing, lone surrogates, line separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** Terminal sequences (ECMA-48): what stands in them is no text either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for.
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/**
 * Text from outside (a server, a file name) as one line for a person: without what moves a cursor, turns the
 * direction or can't be seen, and at most `longest` characters of it.
 */
export function plainText(text: string, longest = 500): string {
  // A generous cut first, so that a huge text costs no more than it shows.
  const line = text
    .slice(0, longest * 8)
    .replace(terminalSequence, ' ')
    .replace(unprintable, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line;
}
