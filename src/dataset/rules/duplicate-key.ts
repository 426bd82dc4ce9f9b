import * as l10n from '@vscode/l10n';
import { printable } from '../../text/printable.ts';
import type { LocatedFinding, Span } from '../finding.ts';

/** A property name that occurs again in an object. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: Span;
  readonly second: Span;
}

/** The finding for a property name that occurs again, in JSON or YAML. */
export function duplicateKeyFinding({ key, first, second }: DuplicateKey): LocatedFinding {
  return {
    code: 'duplicate-key',
    ...second,
    message: l10n.t('The property "{property}" occurs twice. Remove or rename one of them.', {
      property: printable(key),
    }),
    related: { ...first, message: l10n.t('First "{property}"', { property: printable(key) }) },
  };
}
