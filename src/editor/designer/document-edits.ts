import { l10n, type TextDocument, TextEdit, WorkspaceEdit, workspace } from 'vscode';
import { editDataset } from '../../dataset/edits/edit-dataset.ts';
import { editFailureMessage } from '../../dataset/edits/edit-failure.ts';
import type { EditOperation } from '../../dataset/edits/operation.ts';
import type { TextEdit as CoreEdit } from '../../dataset/edits/text-edit.ts';
import type { TextChecks } from '../authoring/checking/text-checks.ts';
import { rangeOf } from '../authoring/features/text-ranges.ts';
import type { DocumentReading } from './document-reading.ts';

/** Changes a reading of a document by its structure, in one step for undo. Returns why that isn't possible. */
export async function applyOperation(
  document: TextDocument,
  { text, format, version, parsed }: DocumentReading,
  operation: EditOperation,
  checks: TextChecks,
): Promise<string | undefined> {
  if (document.version !== version) return changedMeanwhile();
  const result =
    parsed === undefined
      ? await checks.edits(text, format, [operation])
      : await editDataset(text, format, [operation], parsed);
  if (result === undefined) {
    return l10n.t('This file is too large for the designer. Edit the text instead.');
  }
  if (!result.ok) return editFailureMessage(result.failure);
  return applyTextEdits(document, version, result.value);
}

/** Changes a version of a document, in one step for undo. Returns why that isn't possible. */
export async function applyTextEdits(
  document: TextDocument,
  version: number,
  edits: readonly CoreEdit[],
): Promise<string | undefined> {
  if (document.version !== version) return changedMeanwhile();
  const edit = new WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(({ newText, ...span }) => TextEdit.replace(rangeOf(document, span), newText)),
  );
  const isApplied = await workspace.applyEdit(edit);
  return isApplied ? undefined : l10n.t("The document can't be changed. Check whether it is read-only.");
}

export function changedMeanwhile(): string {
  return l10n.t('The document has changed in the meantime. Try again.');
}
