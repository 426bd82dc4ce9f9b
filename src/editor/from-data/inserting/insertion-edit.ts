import {
  type CancellationToken,
  DocumentDropOrPasteEditKind,
  l10n,
  type TextDocument,
  type Uri,
  ViewColumn,
  type WorkspaceEdit,
} from 'vscode';
import { addColumns, addTables } from '../../../dataset/edits/operation.ts';
import type { ListPlace } from '../../../dataset/language/list-place.ts';
import { defaultDecimalType, findDecimalType } from '../../../dataset/rules/type-names.ts';
import { type InferredTable, toDataset } from '../../../inference/inferred-table.ts';
import { runOnDocument, type TaskChecking } from '../../documents/run-on-document.ts';
import { indentOf, workspaceEditOf } from '../../documents/text-ranges.ts';
import { abortSignalOf } from '../../ui/progress.ts';
import type { DataPageQuestion } from '../data-page.ts';

/** What a drop and a paste of data are for VS Code. */
export const dataEditKind = DocumentDropOrPasteEditKind.Empty.append('dataset', 'data');

/**
 * The edit that inserts tables, or the columns of the first one, at a place. `undefined` if the document has syntax
 * errors or changes in the meantime. `decimalType`: that of fractions, by default a known one.
 */
export async function insertionEdit(
  document: TextDocument,
  place: ListPlace,
  tables: readonly InferredTable[],
  checking: TaskChecking,
  token: CancellationToken,
  decimalType?: string,
): Promise<WorkspaceEdit | undefined> {
  const { dataTypes } = await checking.settings.validation(document.uri);
  const values = valuesToInsert(tables, decimalType ? [decimalType] : dataTypes);
  const operation =
    place.list === 'tables'
      ? addTables(values, place.index)
      : addColumns(place.table, values[0]?.columns ?? [], place.index);
  const task = { kind: 'edits', operations: [operation], indent: indentOf(document) } as const;
  const edits = await runOnDocument(document, task, checking, token);
  if (!edits?.ok) return undefined;
  return workspaceEditOf(document, edits.value);
}

/** Tables as a document with these known data types has them. */
export function valuesToInsert(tables: readonly InferredTable[], dataTypes: readonly string[]) {
  const decimalType = findDecimalType(dataTypes) ?? defaultDecimalType;
  return toDataset('', tables, decimalType).tables.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => ({ ...column })),
  }));
}

/** What the page of data files asks before an insertion; beside the text, which VS Code keeps the place in. */
export function insertionQuestion(title: string, dataset: Uri, token: CancellationToken): DataPageQuestion {
  return {
    title,
    accept: l10n.t('Insert'),
    viewColumn: ViewColumn.Beside,
    formats: [],
    dataset,
    selectsColumns: true,
    signal: abortSignalOf(token),
  };
}
