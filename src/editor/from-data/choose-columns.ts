import { l10n, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import {
  dataTypeOf,
  type InferredColumn,
  type InferredTable,
} from '../../inference/tables/inferred-table.ts';
import { plainText } from '../../text/plain-text.ts';
import { readingOptionsTitle } from './data-page.ts';

/** More columns can't be looked through in a list. */
const maxColumns = 1000;

interface ColumnItem extends QuickPickItem {
  readonly column?: InferredColumn;
}

export type ColumnsChoice =
  /** The tables with the columns that the user keeps. */
  | { readonly kind: 'chosen'; readonly tables: readonly InferredTable[] }
  /** The user wants to change how the files are read. */
  | { readonly kind: 'options' }
  | { readonly kind: 'cancelled' };

export interface ColumnsQuestion {
  readonly title: string;
  readonly placeHolder: string;
}

/** Asks which columns to keep. A button in the title leads to the options for reading. */
export async function chooseColumns(
  tables: readonly InferredTable[],
  { title, placeHolder }: ColumnsQuestion,
): Promise<ColumnsChoice> {
  const count = tables.reduce((sum, { columns }) => sum + columns.length, 0);
  if (count > maxColumns) return { kind: 'chosen', tables };
  const pick = window.createQuickPick<ColumnItem>();
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.title = title;
  pick.placeholder = placeHolder;
  pick.ignoreFocusOut = true;
  pick.items = tables.flatMap(itemsOf);
  pick.selectedItems = pick.items.filter(({ column }) => column !== undefined);
  pick.buttons = [{ iconPath: new ThemeIcon('gear'), tooltip: readingOptionsTitle() }];
  return new Promise<ColumnsChoice>((resolve) => {
    pick.onDidTriggerButton(() => resolve({ kind: 'options' }));
    pick.onDidHide(() => resolve({ kind: 'cancelled' }));
    pick.onDidAccept(() => resolve(keep(tables, pick.selectedItems)));
    pick.show();
  }).finally(() => pick.dispose());
}

function itemsOf(table: InferredTable): ColumnItem[] {
  return [
    { label: itemText(table.name), kind: QuickPickItemKind.Separator },
    ...table.columns.map((column) => ({
      label: itemText(column.name),
      description: dataTypeOf(column.type, l10n.t('fraction')),
      detail: column.examples
        .slice(0, 3)
        .map((example) => itemText(example, 40))
        .join(', '),
      column,
    })),
  ];
}

function keep(tables: readonly InferredTable[], chosen: readonly ColumnItem[]): ColumnsChoice {
  if (chosen.length === 0) return { kind: 'cancelled' };
  const kept = new Set(chosen.map(({ column }) => column));
  const remaining = tables
    .map((table) => ({ ...table, columns: table.columns.filter((column) => kept.has(column)) }))
    .filter(({ columns }) => columns.length > 0);
  return { kind: 'chosen', tables: remaining };
}

/** Text from data or a document for an item of a Quick Pick, where `$(…)` would be an icon. */
export function itemText(text: string, maxLength?: number): string {
  return plainText(text, maxLength).replaceAll('$(', '$ (');
}
