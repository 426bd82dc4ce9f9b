import type { Localize } from '../../text/localize.ts';
import { printable } from '../../text/printable.ts';
import type { LocatedFinding, Span } from '../finding.ts';

/** A property name that occurs again in an object. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: Span;
  readonly second: Span;
}

/** The finding for a property name that occurs again, in JSON or YAML. */
export function duplicateKeyFinding(
  { key, first, second }: DuplicateKey,
  localize: Localize,
): LocatedFinding {
  return {
    code: 'duplicate-key',
    ...second,
    message: localize('The property "{property}" occurs twice. Remove or rename one of them.', {
      property: printable(key),
    }),
    related: { ...first, message: localize('First "{property}"', { property: printable(key) }) },
  };
}
