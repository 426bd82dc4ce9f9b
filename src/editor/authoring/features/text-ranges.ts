import { Range, type TextDocument } from 'vscode';
import type { DocumentFormat } from '../../../dataset/document.ts';
import type { Span } from '../../../dataset/finding.ts';
import { languages } from '../../languages.ts';

export function formatOf(document: TextDocument): DocumentFormat {
  return languages.get(document.languageId) ?? 'json';
}

/** A stretch of a document's text, given in UTF-16 offsets. */
export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}

/**
 * Longest text, in UTF-16 units, whose structure is read unasked: some 20 ms' work where all extensions run, and
 * several times that for the window to show it. YAML takes ten times as long as JSON.
 */
const longestUnasked: Readonly<Record<DocumentFormat, number>> = { json: 256 * 1024, yaml: 16 * 1024 };

/** Whether a document is too large for what VS Code asks of it after each key, such as the outline. */
export function isTooLargeUnasked(document: TextDocument): boolean {
  const end = document.lineAt(document.lineCount - 1).range.end;
  return document.offsetAt(end) > longestUnasked[formatOf(document)];
}
