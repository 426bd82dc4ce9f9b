import { l10n, type TextDocument } from 'vscode';
import { decodeUtf8 } from '../../../dataset/decode.ts';
import { type Problem, syntaxProblem } from '../../../dataset/problem.ts';
import type { StoredFiles } from '../workspace/file-content.ts';

/**
 * Problems with the encoding of a document's file. The text in the editor doesn't show them, but the command line, *Validate
 * All Datasets*, and *Create Dataset* reject the saved file. `text`: the document's text in parts.
 */
export async function encodingProblems(
  document: TextDocument,
  text: readonly string[],
  files: StoredFiles,
): Promise<readonly Problem[]> {
  const message = encodingMessage(document, text);
  return message === undefined ? invalidByteProblems(document, text, files) : [syntaxProblem(message)];
}

/**
 * Problems with bytes that are not UTF-8. VS Code shows them as U+FFFD. Because a file can also contain that character
 * itself, this reads the file. In a changed document, VS Code saves the character instead of the bytes.
 */
async function invalidByteProblems(
  document: TextDocument,
  text: readonly string[],
  files: StoredFiles,
): Promise<readonly Problem[]> {
  if (document.isDirty || document.isUntitled) return [];
  if (!text.some((part) => part.includes('\ufffd'))) return [];
  const result = await files.read(document.uri);
  if (!result.ok || document.isDirty) return [];
  const decoded = decodeUtf8(result.value);
  return decoded.ok ? [] : decoded.failure.problems;
}

function encodingMessage({ encoding }: TextDocument, text: readonly string[]): string | undefined {
  switch (encoding) {
    case 'utf8':
      return undefined;
    case 'utf8bom':
      return l10n.t('The file begins with a byte order mark (BOM). Save it as UTF-8 without BOM.');
    default:
      // Most other encodings are the same as UTF-8 for ASCII.
      return !encoding.startsWith('utf16') && text.every(isAscii)
        ? undefined
        : l10n.t('The file is encoded as {encoding}. Save it as UTF-8.', { encoding });
  }
}

function isAscii(text: string): boolean {
  return !/[^\p{ASCII}]/u.test(text);
}
