import * as l10n from '@vscode/l10n';
import type { Path } from '../dataset/problem.ts';

export type ChangeKind =
  /** A whole dataset: what is compared are files. */
  | 'dataset-added'
  | 'dataset-removed'
  | 'dataset-renamed'
  | 'table-added'
  | 'table-removed'
  | 'table-renamed'
  | 'table-moved'
  | 'column-added'
  | 'column-removed'
  | 'column-renamed'
  | 'column-moved'
  | 'column-type-changed'
  | 'property-changed'
  /** Not of the dataset: how it was created. */
  | 'retention-policy-changed';

/**
 * What a change means for those who use the dataset: `breaking` (a name or a type that they rely on is gone),
 * `compatible` (something is new, or a property that the service doesn't define is different), `cosmetic` (the order).
 */
export type ChangeSeverity = 'breaking' | 'compatible' | 'cosmetic';

/** One difference between two datasets. */
export interface Change {
  readonly kind: ChangeKind;
  readonly severity: ChangeSeverity;
  /** The table's name in the new dataset, or of a removed one in the old. `null`: a table without a name. */
  readonly table?: string | null;
  /** The column's name, as for `table`. */
  readonly column?: string | null;
  /** Of `property-changed`: which one. Absent if the value as a whole isn't an object. */
  readonly property?: string;
  /**
   * The old name, value or data type, or position counted from 1. Absent if the old dataset has none. An array or
   * object whose items are compared by themselves is shown empty.
   */
  readonly from?: unknown;
  /** The same in the new dataset. */
  readonly to?: unknown;
  /** The path in the old value, even of a property that isn't there yet. Absent for a table or column that is new. */
  readonly oldPath?: Path;
  /** The path in the new value, even of a property that is gone. Absent for a table or column that is gone. */
  readonly newPath?: Path;
  /** Of a removed table or column: the path in the new value of what was before it, or of the list that it was in. */
  readonly nearPath?: Path;
  /** The whole dataset, table, or column that was added or removed. */
  readonly item?: unknown;
}

export const changeSeverities: readonly ChangeSeverity[] = ['breaking', 'compatible', 'cosmetic'];

export const severityOfKind: Readonly<Record<ChangeKind, ChangeSeverity>> = {
  'dataset-added': 'compatible',
  'dataset-removed': 'breaking',
  'dataset-renamed': 'compatible',
  'table-added': 'compatible',
  'table-removed': 'breaking',
  'table-renamed': 'breaking',
  'table-moved': 'cosmetic',
  'column-added': 'compatible',
  'column-removed': 'breaking',
  'column-renamed': 'breaking',
  'column-moved': 'cosmetic',
  'column-type-changed': 'breaking',
  'property-changed': 'compatible',
  'retention-policy-changed': 'compatible',
};

/** Breaking changes first, cosmetic ones last; otherwise in the order of the dataset. */
export function bySeverity(changes: readonly Change[]): Change[] {
  return changeSeverities.flatMap((severity) => changes.filter((change) => change.severity === severity));
}

/** How many changes there are, such as `2 changes (1 breaking)`. */
export function summarizeChanges(changes: readonly Change[]): string {
  const count = changes.length;
  const breaking = changes.filter(({ severity }) => severity === 'breaking').length;
  if (count === 0) return l10n.t('No changes');
  if (count === 1) return breaking === 0 ? l10n.t('1 change') : l10n.t('1 change (breaking)');
  return breaking === 0
    ? l10n.t('{0} changes', count)
    : l10n.t('{0} changes ({1} breaking)', count, breaking);
}
