import { plainText } from '../text/plain-text.ts';

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
