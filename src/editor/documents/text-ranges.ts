import {
  CodeAction,
  type CodeActionKind,
  type Diagnostic,
  Range,
  type TextDocument,
  TextEdit,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { DocumentFormat } from '../../dataset/dataset.ts';
import type { TextEdit as CoreEdit } from '../../dataset/edits/text-edit.ts';
import type { Span } from '../../dataset/problem.ts';
import { datasetFormat } from '../studio/languages.ts';

export function documentFormat(document: TextDocument): DocumentFormat {
  return datasetFormat(document) ?? 'json';
}

/** One level of indentation for new text: as the editor detected it in the document, otherwise by its settings. */
export function indentOf(document: TextDocument): string {
  const options = window.visibleTextEditors.find((editor) => editor.document === document)?.options;
  const settings = workspace.getConfiguration('editor', document);
  const insertSpaces = options?.insertSpaces ?? settings.get<unknown>('insertSpaces');
  const tabSize = Number(options?.tabSize ?? settings.get<unknown>('tabSize'));
  return insertSpaces === false ? '\t' : ' '.repeat(tabSize >= 1 && tabSize <= 16 ? tabSize : 2);
}

/** Converts UTF-16 offsets to a range. */
export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}

export function textEditsOf(document: TextDocument, edits: readonly CoreEdit[]): TextEdit[] {
  return edits.map(({ newText, ...span }) => TextEdit.replace(rangeOf(document, span), newText));
}

/** Edits of a document in one step for undo. */
export function workspaceEditOf(document: TextDocument, edits: readonly CoreEdit[]): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  edit.set(document.uri, textEditsOf(document, edits));
  return edit;
}

/** A code action that runs a command. */
export function commandAction(
  title: string,
  kind: CodeActionKind,
  command: string,
  args: unknown[],
  diagnostics?: Diagnostic[],
): CodeAction {
  const action = new CodeAction(title, kind);
  action.command = { title, command, arguments: args };
  if (diagnostics !== undefined) action.diagnostics = diagnostics;
  return action;
}

/**
 * In UTF-16 code units. Parsing takes about 20 ms in the extension host, and showing the result several times as long in
 * the window. YAML takes much longer to parse, but no longer to show.
 */
const maxLiveLength: Readonly<Record<DocumentFormat, number>> = { json: 256 * 1024, yaml: 16 * 1024 };

/** Whether a document is too large for features that VS Code updates after each keystroke, such as the outline. */
export function isTooLargeForLiveFeatures(document: TextDocument): boolean {
  return document.getText().length > maxLiveLength[documentFormat(document)];
}
