import { invisible } from './printable.ts';

/** Terminal sequences (ECMA-48), including the text within them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for.
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;

/** A message of a server for a sentence that quotes it and goes on after it. */
export function withoutFullStop(text: string): string {
  return text.replace(/(?<![.…])[.。]$/, '');
}

/**
 * Text from outside (a server, a file name) as one line for people: without characters that move the cursor, change the
 * direction or are invisible, cut to `maxLength` characters.
 */
export function plainText(text: string, maxLength = 500): string {
  // Cut generously first, so that a huge text takes no longer.
  const line = text
    .slice(0, maxLength * 8)
    .replace(terminalSequence, ' ')
    .replace(invisible, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : line;
}

/**
 * Text for a notification, a progress or a dialog, which may contain text of a server, a file or an imported setting: plain
 * text on one line. VS Code would make a link of `[label](command:…)`, and show bidirectional characters as they are.
 */
export function notificationText(text: string): string {
  return plainText(text, 2000).replaceAll('](', '] (');
}

/** Text for a Quick Pick, a lens or the status bar, where `$(…)` would be an icon. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$ (');
}
