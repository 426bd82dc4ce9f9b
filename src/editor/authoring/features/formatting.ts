import { format } from 'jsonc-parser';
import * as vscode from 'vscode';
import { rangeOf } from './text-ranges.ts';

/** Formats as VS Code formats JSON, all or a range; our language is its own, so no other formatter would. */
export function formattingEdits(
  document: vscode.TextDocument,
  range: vscode.Range | undefined,
  { tabSize, insertSpaces }: vscode.FormattingOptions,
): vscode.TextEdit[] {
  const start = range && document.offsetAt(range.start);
  const edits = format(
    document.getText(),
    range && start !== undefined
      ? { offset: start, length: document.offsetAt(range.end) - start }
      : undefined,
    { tabSize, insertSpaces, eol: document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n' },
  );
  return edits.map(({ offset, length, content }) =>
    vscode.TextEdit.replace(rangeOf(document, { start: offset, end: offset + length }), content),
  );
}
