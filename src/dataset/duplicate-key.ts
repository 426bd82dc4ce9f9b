import type { DuplicateKey } from './duplicate-keys.ts';
import type { LocatedFinding } from './finding.ts';
import type { Localize } from './localize.ts';
import { printable } from './printable.ts';

/** The finding for a property name that an object has twice, in JSON and YAML alike. */
export function duplicateKeyFinding(
  { key, first, second }: DuplicateKey,
  localize: Localize,
): LocatedFinding {
  return {
    code: 'duplicate-key',
    ...second,
    message: localize('The property "{property}" is here twice. Remove or rename one of them.', {
      property: printable(key),
    }),
    related: { ...first, message: localize('The first "{property}"', { property: printable(key) }) },
  };
}
