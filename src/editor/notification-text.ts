/**
 * Text for a notification or a modal message, where VS Code turns `[label](command:…)` into a link:
 * words that came from a server or a file must not become one.
 */
export function notificationText(text: string): string {
  return text.replaceAll('](', '] (');
}
