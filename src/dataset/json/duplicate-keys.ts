import type { Span } from '../finding.ts';
import type { DuplicateKey } from '../rules/duplicate-key.ts';
import { KeyStack } from './key-stack.ts';
import { stringContent, stringEnd } from './skip.ts';

/**
 * Finds the property names that occur twice in one object of a valid JSON text, in the order of the text.
 * Objects at `clean` (in order) are known to have none, and are skipped.
 */
export function duplicateKeys(text: string, clean: readonly Span[]): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  const keys = new KeyStack(text);
  let atKey = false;
  let nextClean = 0;

  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 123: // {
        if (i === clean[nextClean]?.start) {
          i = (clean[nextClean]?.end ?? i + 1) - 1;
          nextClean++;
        } else {
          keys.open(true);
          atKey = true;
        }
        break;
      case 91: // [
        keys.open(false);
        atKey = false;
        break;
      case 125: // }
      case 93: // ]
        keys.close();
        atKey = false;
        break;
      case 44: // ,
        atKey = keys.inObject;
        break;
      case 34: {
        // "
        const open = i;
        const close = stringEnd(text, open);
        if (atKey) {
          atKey = false;
          const first = keys.add(open, close);
          if (first !== undefined) {
            duplicates.push({
              key: stringContent(text, open, close),
              first,
              second: { start: open, end: close },
            });
          }
        }
        i = close - 1;
        break;
      }
    }
  }
  return duplicates;
}
