import * as vscode from 'vscode';
import type { DocumentFormat } from '../../dataset/document.ts';
import type { Span } from '../../dataset/finding.ts';
import { languages } from './diagnostics.ts';

export function formatOf(document: vscode.TextDocument): DocumentFormat {
  return languages[document.languageId] ?? 'json';
}

/** A stretch of a document's text, given in UTF-16 offsets. */
export function rangeOf(document: vscode.TextDocument, { start, end }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
