import { plainText } from '../text/plain-text.ts';

/**
 * Makes text from a server, a file, or a setting safe to show in a notification, progress, or modal message: plain text
 * on one line. VS Code would turn `[label](command:…)` into a link and apply bidirectional control characters.
 */
export function notificationText(text: string): string {
  return plainText(text, 2000).replaceAll('](', '] (');
}
