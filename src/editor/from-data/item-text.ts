import { plainText } from '../../text/plain-text.ts';

/** Text from data or a document for an item of a Quick Pick, where `$(…)` would be an icon. */
export function itemText(text: string, maxLength?: number): string {
  return plainText(text, maxLength).replaceAll('$(', '$ (');
}
