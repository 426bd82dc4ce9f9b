import { l10n, workspace } from 'vscode';
import { editDataset } from '../../dataset/edits/edit-dataset.ts';
import { type EditOperation, editFailureMessage } from '../../dataset/edits/operation.ts';
import { type TextEdit as CoreEdit, inverseEdits } from '../../dataset/edits/text-edit.ts';
import { indentOf, workspaceEditOf } from '../authoring/features/text-ranges.ts';
import type { DesignedDocument, DocumentReading } from './document-reading.ts';

export type EditResult =
  | { readonly kind: 'applied' }
  /** The document isn't at the version of the edit any more. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'failed'; readonly message: string };

/** Changes a reading of a document by its structure, in one step for undo. */
export async function applyOperations(
  designed: DesignedDocument,
  { text, format, version, parsed }: DocumentReading,
  operations: readonly EditOperation[],
): Promise<EditResult> {
  const { document, checks } = designed;
  if (document.version !== version) return { kind: 'outdated' };
  const task = { kind: 'edits', operations, indent: indentOf(document) } as const;
  const result =
    parsed === undefined
      ? await checks.runInWorker(task, text, format)
      : await editDataset(parsed, operations, task.indent);
  if (result === undefined) return { kind: 'failed', message: tooLargeMessage() };
  if (!result.ok) return { kind: 'failed', message: editFailureMessage(result.failure) };
  return applyTextEdits(designed, version, result.value);
}

export function tooLargeMessage(): string {
  return l10n.t('This file is too large for the designer. Edit the text instead.');
}

/** Changes a version of a document, in one step for undo. */
export async function applyTextEdits(
  { document, file }: Pick<DesignedDocument, 'document' | 'file'>,
  version: number,
  edits: readonly CoreEdit[],
): Promise<EditResult> {
  if (document.version !== version) return { kind: 'outdated' };
  const text = document.getText();
  if (await file.edit(() => workspace.applyEdit(workspaceEditOf(document, edits)))) {
    if (!file.isReadOnly) return { kind: 'applied' };
    // Not the command Undo, which acts on the active editor.
    await workspace.applyEdit(workspaceEditOf(document, inverseEdits(text, edits)));
    return { kind: 'failed', message: l10n.t('The file is read-only, so the change was reverted.') };
  }
  if (document.version !== version) return { kind: 'outdated' };
  return {
    kind: 'failed',
    message: l10n.t("The document can't be changed. Check whether it is read-only."),
  };
}
