import { plainText } from '../text/plain-text.ts';

/**
 * Text for a notification, a progress or a modal message, in which words of a server, a file or an imported setting
 * may stand: as plain text on one line. VS Code would make a link of `[label](command:…)`, and show a name that
 * turns its own direction as it wants to be read.
 */
export function notificationText(text: string): string {
  return plainText(text, 2000).replaceAll('](', '] (');
}
