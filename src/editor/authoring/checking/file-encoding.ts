import { l10n, type TextDocument } from 'vscode';
import { decodeUtf8 } from '../../../dataset/decode.ts';
import type { ValidationOptions } from '../../../dataset/document.ts';
import type { Problem } from '../../../dataset/problem.ts';
import { toProblems } from '../../../dataset/rules/problems.ts';
import type { StoredFiles } from '../workspace/file-content.ts';

/**
 * What is wrong with the bytes that a document is saved as. Its text doesn't show it, but the file would be refused:
 * by the command line, by *Validate All Datasets*, and by *Create Dataset* once it is saved.
 */
export async function encodingProblems(
  document: TextDocument,
  options: ValidationOptions,
  files: StoredFiles,
): Promise<readonly Problem[]> {
  const message = messageFor(document);
  if (message === undefined) return hiddenProblems(document, options, files);
  const start = { line: 0, character: 0 };
  return [{ code: 'syntax', severity: 'error', range: { start, end: start }, message }];
}

/**
 * Where bytes are no UTF-8, VS Code shows U+FFFD. A file may hold this character itself, so that only its bytes tell;
 * once the document is changed, the character is what will be saved.
 */
async function hiddenProblems(
  document: TextDocument,
  options: ValidationOptions,
  files: StoredFiles,
): Promise<readonly Problem[]> {
  if (document.isDirty || document.isUntitled || !document.getText().includes('\ufffd')) return [];
  const reading = await files.read(document.uri);
  if (reading.outcome !== 'read' || document.isDirty) return [];
  const decoded = decodeUtf8(reading.content);
  return 'finding' in decoded ? toProblems([decoded.finding], decoded.before, options) : [];
}

function messageFor(document: TextDocument): string | undefined {
  const { encoding } = document;
  switch (encoding) {
    case 'utf8':
      return undefined;
    case 'utf8bom':
      return l10n.t('The file begins with a byte order mark (BOM). Save it as UTF-8 without BOM.');
    default:
      // Other encodings mostly have ASCII in common.
      return !encoding.startsWith('utf16') && isAscii(document.getText())
        ? undefined
        : l10n.t('The file is encoded as {encoding}. Save it as UTF-8.', { encoding });
  }
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text);
}
