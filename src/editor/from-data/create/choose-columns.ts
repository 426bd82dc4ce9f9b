import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { InferredColumn, InferredTable } from '../../../inference/tables/inferred-table.ts';
import { dataTypeOf } from '../../../inference/tables/to-dataset.ts';
import { itemText } from '../item-text.ts';

/** More columns can't be looked through in a list. */
const maxColumns = 1000;

interface ColumnItem extends QuickPickItem {
  readonly column?: InferredColumn;
}

/** The tables with the columns that the user keeps. `undefined` if the user cancels, or keeps none. */
export async function chooseColumns(
  tables: readonly InferredTable[],
): Promise<readonly InferredTable[] | undefined> {
  const count = tables.reduce((sum, { columns }) => sum + columns.length, 0);
  if (count > maxColumns) return tables;
  const items = tables.flatMap((table): ColumnItem[] => [
    { label: itemText(table.name), kind: QuickPickItemKind.Separator },
    ...table.columns.map((column) => ({
      label: itemText(column.name),
      description: dataTypeOf(column.type, l10n.t('fraction')),
      detail: column.examples
        .slice(0, 3)
        .map((example) => itemText(example, 40))
        .join(', '),
      picked: true,
      column,
    })),
  ]);
  const chosen = await window.showQuickPick(items, {
    canPickMany: true,
    matchOnDescription: true,
    title: l10n.t('Columns of the New Dataset'),
    placeHolder: l10n.t('Deselect the columns that you don’t need'),
    ignoreFocusOut: true,
  });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const kept = new Set(chosen.map(({ column }) => column));
  return tables
    .map((table) => ({ ...table, columns: table.columns.filter((column) => kept.has(column)) }))
    .filter(({ columns }) => columns.length > 0);
}
