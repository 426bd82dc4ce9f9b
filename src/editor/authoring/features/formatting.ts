import {
  type CancellationToken,
  EndOfLine,
  type FormattingOptions,
  type Range,
  type TextDocument,
  TextEdit,
} from 'vscode';
import type { Checking } from '../checking/checking.ts';
import { runOnDocument } from './document-task.ts';
import { rangeOf } from './text-ranges.ts';

/**
 * Formats a document, or a range of it, like VS Code's JSON formatter, which doesn't handle the language `dataset-json`.
 */
export async function formattingEdits(
  document: TextDocument,
  range: Range | undefined,
  { tabSize, insertSpaces }: FormattingOptions,
  checking: Checking,
  token: CancellationToken,
): Promise<TextEdit[]> {
  const span = range && { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const style = { tabSize, insertSpaces, eol: document.eol === EndOfLine.CRLF ? '\r\n' : '\n' };
  const edits =
    (await runOnDocument(document, { kind: 'format', range: span, style }, checking, token)) ?? [];
  return edits.map(({ newText, ...edit }) => TextEdit.replace(rangeOf(document, edit), newText));
}
