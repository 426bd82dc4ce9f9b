import {
  commands,
  languages,
  Range,
  type TextDocument,
  TextEditorRevealType,
  ViewColumn,
  window,
} from 'vscode';
import type { Diagnostics } from '../checking/diagnostics.ts';

/**
 * In milliseconds. A walkthrough takes the focus 250 ms after a step was selected, which would close the menu. The light bulb
 * looks for fixes 250 ms after the cursor moved, and VS Code would then drop the request for the menu.
 */
const quietTime = 500;

/** Opens VS Code's quick fix menu for the first problem of a document. Returns whether it has one. */
export async function showQuickFixes(document: TextDocument, diagnostics: Diagnostics): Promise<boolean> {
  await diagnostics.checked(document);
  const problem = languages.getDiagnostics(document.uri).find(({ source }) => source === 'dataset');
  if (!problem) return false;
  const { start } = problem.range;
  const show = () => {
    const visible = window.visibleTextEditors.find((editor) => editor.document === document);
    const viewColumn = visible?.viewColumn ?? ViewColumn.Active;
    return window.showTextDocument(document, {
      viewColumn,
      preview: false,
      selection: new Range(start, start),
    });
  };
  await show();
  await new Promise((resolve) => setTimeout(resolve, quietTime));
  const editor = await show();
  editor.revealRange(problem.range, TextEditorRevealType.InCenterIfOutsideViewport);
  await commands.executeCommand('editor.action.quickFix');
  return true;
}
