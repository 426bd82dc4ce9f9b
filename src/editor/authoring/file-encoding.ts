import type * as vscode from 'vscode';
import type { Problem } from '../../dataset/problem.ts';
import { localize } from '../localize.ts';

/**
 * What is wrong with the bytes that a document is saved as. Its text doesn't show it, but the file would be refused:
 * by the command line, by *Validate All Datasets*, and by *Create Dataset* once it is saved.
 */
export function encodingProblem(document: vscode.TextDocument): Problem | undefined {
  const message = messageFor(document);
  if (message === undefined) return undefined;
  const start = { line: 0, character: 0 };
  return { code: 'syntax', severity: 'error', range: { start, end: start }, message };
}

function messageFor(document: vscode.TextDocument): string | undefined {
  const { encoding } = document;
  switch (encoding) {
    case 'utf8':
      return undefined;
    case 'utf8bom':
      return localize('The file begins with a byte order mark (BOM). Save it as UTF-8 without BOM.');
    default:
      // Other encodings mostly have ASCII in common.
      return !encoding.startsWith('utf16') && isAscii(document.getText())
        ? undefined
        : localize('The file is encoded as {encoding}. Save it as UTF-8.', { encoding });
  }
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text);
}
