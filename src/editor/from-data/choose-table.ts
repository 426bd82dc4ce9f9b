import { l10n, type QuickPickItem, type TextDocument, window } from 'vscode';
import { type DocumentFormat, itemsOf, nameIn } from '../../dataset/dataset.ts';
import { tableIndexAt } from '../../dataset/language/list-place.ts';
import { ParsedDocument } from '../../dataset/parsed-document.ts';
import type { InferredTable } from '../../inference/tables/inferred-table.ts';
import { plainText } from '../../text/plain-text.ts';
import { withoutIcons } from '../notification-text.ts';
import { showFailure } from '../notifications.ts';

/** The position of the table at the cursor, or of the only one; otherwise asks. `undefined` if the user cancels. */
export async function chooseTable(
  document: TextDocument,
  format: DocumentFormat,
  dataset: unknown,
): Promise<number | undefined> {
  const editor = window.visibleTextEditors.find((each) => each.document === document);
  const atCursor =
    editor &&
    (await tableIndexAt(
      new ParsedDocument(document.getText(), format),
      document.offsetAt(editor.selection.active),
    ));
  if (atCursor !== undefined) return atCursor;
  const tables = itemsOf(dataset, 'tables');
  if (tables.length === 0) {
    showFailure(l10n.t('The document has no tables. Run New Dataset from Data Files instead.'));
    return undefined;
  }
  if (tables.length === 1) return 0;
  const items = tables.map((table, index) => ({
    label: itemText(nameIn(table) ?? '') || l10n.t('(unnamed)'),
    index,
  }));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Update Table from Data File'),
    placeHolder: l10n.t('Select the table to update'),
  });
  return choice?.index;
}

/** The only table of a file, or the one of a name, in a list; otherwise asks. `undefined` if the user cancels. */
export async function chooseDataTable(
  tables: readonly InferredTable[],
  name: string | undefined,
): Promise<InferredTable | undefined> {
  const found = tables.length === 1 ? tables[0] : tables.find((table) => table.name === name);
  if (found) return found;
  const items: (QuickPickItem & { readonly table: InferredTable })[] = tables.map((table) => ({
    label: itemText(table.name),
    table,
  }));
  const choice = await window.showQuickPick(items, {
    title: l10n.t('Update Table from Data File'),
    placeHolder: l10n.t('The file contains several tables. Select the one to compare with'),
    ignoreFocusOut: true,
  });
  return choice?.table;
}

/** Text from data or a document for an item of a Quick Pick. */
export function itemText(text: string, maxLength?: number): string {
  return withoutIcons(plainText(text, maxLength));
}
