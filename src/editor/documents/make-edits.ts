import { Disposable, type TextDocument, workspace } from 'vscode';
import { inverseEdits, type TextEdit } from '../../dataset/edits/text-edit.ts';
import { workspaceEditOf } from './text-ranges.ts';

/** The maximum time in milliseconds until VS Code says that an edited document has unsaved changes. */
const maxDelay = 1000;

/**
 * Edits a document, in one step for undo. VS Code (as of 1.139) doesn't tell extensions whether a file is read-only, for example by
 * `files.readonlyInclude`. It makes their edits, but the document never has unsaved changes: such an edit is reverted.
 */
export async function makeEdits(
  document: TextDocument,
  edits: readonly TextEdit[],
): Promise<'kept' | 'reverted' | 'refused'> {
  const text = document.getText();
  const registrations: Disposable[] = [];
  const isKept = new Promise<true>((resolve) => {
    registrations.push(
      workspace.onDidSaveTextDocument((saved) => {
        if (saved === document) resolve(true);
      }),
      workspace.onDidChangeTextDocument((change) => {
        if (change.document === document && document.isDirty) resolve(true);
      }),
    );
  });
  try {
    if (!(await workspace.applyEdit(workspaceEditOf(document, edits)))) return 'refused';
    if (document.isUntitled || document.isDirty) return 'kept';
    const isDirty = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(document.isDirty), maxDelay);
    });
    if (await Promise.race([isKept, isDirty])) return 'kept';
    // Unless VS Code has read the file again. Not the command Undo, which acts on the active editor.
    if (document.getText() !== text)
      await workspace.applyEdit(workspaceEditOf(document, inverseEdits(text, edits)));
    return 'reverted';
  } finally {
    Disposable.from(...registrations).dispose();
  }
}
