import { Range, Selection, type TextDocument, TextEditorRevealType, ViewColumn, window } from 'vscode';
import type { Span } from '../../dataset/problem.ts';
import { rangeOf } from '../authoring/features/text-ranges.ts';

/** Selects a span in the text editors that show a document, without taking the focus. */
export function selectInText(document: TextDocument, span: Span): void {
  const { start, end } = rangeOf(document, span);
  for (const editor of window.visibleTextEditors) {
    if (editor.document !== document) continue;
    editor.selection = new Selection(start, end);
    editor.revealRange(new Range(start, end), TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** Shows a range in a text editor, which gets the focus: in one that shows the document, or beside the designer. */
export async function showInText(document: TextDocument, selection: Range): Promise<void> {
  const open = window.visibleTextEditors.find((editor) => editor.document === document);
  await window.showTextDocument(document, {
    viewColumn: open?.viewColumn ?? ViewColumn.Beside,
    selection,
  });
}
