import * as l10n from '@vscode/l10n';
import type { Change, ChangeSeverity } from './change.ts';

/** How many changes there are, such as `2 changes (1 breaking)`. */
export function summarizeChanges(changes: readonly Change[]): string {
  const count = changes.length;
  const breaking = countOf(changes, 'breaking');
  if (count === 0) return l10n.t('No changes');
  if (count === 1) return breaking === 0 ? l10n.t('1 change') : l10n.t('1 change (breaking)');
  return breaking === 0
    ? l10n.t('{0} changes', count)
    : l10n.t('{0} changes ({1} breaking)', count, breaking);
}

function countOf(changes: readonly Change[], severity: ChangeSeverity): number {
  return changes.filter((change) => change.severity === severity).length;
}
