import {
  l10n,
  Range,
  TextEdit,
  Uri,
  WorkspaceEdit,
  type WorkspaceEditEntryMetadata,
  workspace,
} from 'vscode';
import { itemsOf, nameIn } from '../../dataset/dataset.ts';
import { readTextValue } from '../../dataset/document.ts';
import { editFailureMessage } from '../../dataset/edits/operation.ts';
import { inferenceReport } from '../../inference/report/report.ts';
import { defaultDecimalType, hasFractions } from '../../inference/tables/inferred-table.ts';
import {
  compareWithData,
  type EditGroup,
  isEmptyUpdate,
  updateEdits,
} from '../../inference/tables/table-update.ts';
import { activeDocumentUri } from '../active-document.ts';
import { languages } from '../languages.ts';
import { notify, showFailure } from '../notifications.ts';
import type { ReadOnlyDocuments } from '../read-only-documents.ts';
import { openDialog } from './choose-data-files.ts';
import { chooseDataTable, chooseTable } from './choose-table.ts';
import { chooseDecimalType } from './decimal-type.ts';
import { type FromDataHost, fileName } from './infer-files.ts';
import { readData } from './read-data.ts';
import { offerReport } from './show-report.ts';

/**
 * **Update Table from Data File…**: compares a table with a data file, and shows the changes in the refactor preview.
 * `target`: the dataset's URI, the active editor's by default. `request` may name the position of the table (`table`) and
 * the URI of the data file (`file`).
 */
export async function updateFromData(
  host: FromDataHost,
  documents: ReadOnlyDocuments,
  target: unknown,
  request: unknown,
): Promise<void> {
  const uri = target instanceof Uri ? target : activeDocumentUri();
  const document = uri && (await workspace.openTextDocument(uri));
  const format = document && languages.get(document.languageId);
  if (!document || !format) {
    showFailure(l10n.t('No dataset file is open. Open one, place the cursor in a table, and try again.'));
    return;
  }
  const before = await readTextValue(document.getText(), format);
  if (!before.ok) return showFailure(editFailureMessage({ kind: 'syntax-errors' }));
  const { table = await chooseTable(document, format, before.value), file = await chooseFile() } =
    readRequest(request);
  if (table === undefined || file === undefined) return;
  const tableName = nameIn(itemsOf(before.value, 'tables')[table]);
  const read = await readData(host, [file], {
    chooseTables: ({ tables }) => chooseDataTable(tables, tableName),
    title: l10n.t('Columns of {0}', fileName(file)),
    placeHolder: l10n.t('Deselect the columns to leave as they are'),
  });
  const [data] = read?.tables ?? [];
  const [selected] = read?.selected ?? [];
  if (data === undefined || selected === undefined) return;

  // The document may have changed while the file was read.
  const text = document.getText();
  const { version } = document;
  const current = await readTextValue(text, format);
  const value = current.ok ? itemsOf(current.value, 'tables')[table] : undefined;
  // Another table may be at its position.
  if (nameIn(value) !== tableName) return showChanged();
  const decimalType = hasFractions([selected]) ? await chooseDecimalType(document.uri) : defaultDecimalType;
  if (decimalType === undefined) return;

  const update = compareWithData(value, data, decimalType, selected.columns);
  const name = tableName ?? '';
  if (isEmptyUpdate(update)) {
    void notify(
      'information',
      l10n.t('Table {0} fits {1}. There is nothing to change.', name, fileName(file)),
    );
    return;
  }
  const groups = await updateEdits(text, format, table, update);
  if (!groups.ok) return showFailure(editFailureMessage(groups.failure));
  if (document.version !== version) return showChanged();
  const edit = previewedEdit(
    document.uri,
    (offset) => document.positionAt(offset),
    groups.value,
    fileName(file),
  );
  const isApplied = await workspace.applyEdit(edit, { isRefactoring: true });
  if (isApplied)
    void offerReport(
      l10n.t('Table {0} was updated.', name),
      documents,
      name,
      inferenceReport([data], decimalType),
    );
}

function showChanged(): void {
  showFailure(l10n.t('The document has changed in the meantime. Try again.'));
}

function readRequest(request: unknown): { readonly table?: number; readonly file?: Uri } {
  if (typeof request !== 'object' || request === null) return {};
  return {
    ...('table' in request && typeof request.table === 'number' && { table: request.table }),
    ...('file' in request && request.file instanceof Uri && { file: request.file }),
  };
}

async function chooseFile(): Promise<Uri | undefined> {
  return (await openDialog(false))?.[0];
}

/** An edit that VS Code shows in the refactor preview, where each group can be selected by itself. */
function previewedEdit(
  uri: Uri,
  positionAt: (offset: number) => Range['start'],
  groups: readonly EditGroup[],
  file: string,
): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  edit.set(
    uri,
    groups.flatMap(({ change, edits }) => {
      const metadata: WorkspaceEditEntryMetadata = {
        label: labelOf(change),
        description: file,
        needsConfirmation: true,
      };
      return edits.map(({ start, end, newText }): [TextEdit, WorkspaceEditEntryMetadata] => [
        TextEdit.replace(new Range(positionAt(start), positionAt(end)), newText),
        metadata,
      ]);
    }),
  );
  return edit;
}

function labelOf(change: EditGroup['change']): string {
  switch (change) {
    case 'new-data-types':
      return l10n.t("Change data types that don't fit the data");
    case 'new-columns':
      return l10n.t('Add new columns');
    case 'missing-columns':
      return l10n.t("Remove columns that the data doesn't have");
    case 'new-and-missing-columns':
      return l10n.t("Add new columns, and remove columns that the data doesn't have");
  }
}
