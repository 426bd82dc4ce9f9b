import { format } from 'jsonc-parser';
import { EndOfLine, type FormattingOptions, type Range, type TextDocument, TextEdit } from 'vscode';
import { rangeOf } from './text-ranges.ts';

/**
 * Formats a document, or a range of it, like VS Code's JSON formatter, which doesn't handle the language `dataset-json`.
 */
export function formattingEdits(
  document: TextDocument,
  range: Range | undefined,
  { tabSize, insertSpaces }: FormattingOptions,
): TextEdit[] {
  const start = range && document.offsetAt(range.start);
  const edits = format(
    document.getText(),
    range && start !== undefined
      ? { offset: start, length: document.offsetAt(range.end) - start }
      : undefined,
    { tabSize, insertSpaces, eol: document.eol === EndOfLine.CRLF ? '\r\n' : '\n' },
  );
  return edits.map(({ offset, length, content }) =>
    TextEdit.replace(rangeOf(document, { start: offset, end: offset + length }), content),
  );
}
