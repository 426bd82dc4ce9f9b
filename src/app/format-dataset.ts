import type { DocumentFormat } from '../dataset/dataset.ts';
import { formatting } from '../dataset/dataset-language.ts';
import { decodeUtf8, splitByteOrderMark } from '../dataset/decode.ts';
import { readTextValue } from '../dataset/document.ts';
import { applyEdits } from '../dataset/edits/text-edit.ts';
import type { FormattingStyle } from '../dataset/language/formatting.ts';
import { ParsedDocument } from '../dataset/parsed-document.ts';
import type { SyntaxFailure } from '../dataset/problem.ts';
import { noRuleSettings } from '../dataset/rules/settings.ts';
import { type Result, success } from '../result.ts';

/** A formatted document. */
export interface FormattedDataset {
  /** With the byte order mark, the line ends, and the final line break that it had. */
  readonly text: string;
  readonly isChanged: boolean;
}

/** Formats a document, and indents it as it is indented. Fails if it has syntax errors. */
export async function formatDataset(
  content: Uint8Array,
  format: DocumentFormat,
): Promise<Result<FormattedDataset, SyntaxFailure>> {
  const { mark, rest } = splitByteOrderMark(content);
  const decoded = decodeUtf8(rest);
  if (!decoded.ok) return decoded;
  const text = decoded.value;
  const read = await readTextValue(text, format);
  if (!read.ok) return read;
  const document = new ParsedDocument(text, format);
  const edits = await formatting(document, noRuleSettings, { style: styleOf(text) });
  const formatted = applyEdits(text, edits);
  return success({ text: mark + formatted, isChanged: formatted !== text });
}

/** In spaces. A document that is indented by more is indented by two. */
const maxIndent = 8;

/** The line breaks of a text, and its smallest indentation. Comments of YAML can be indented by anything. */
function styleOf(text: string): FormattingStyle {
  const indents = Array.from(text.matchAll(/^([ \t]+)[^\s#]/gm), ([, indent = '']) => indent);
  const smallest = indents.reduce((least, { length }) => Math.min(least, length), maxIndent + 1);
  return {
    tabSize: smallest > maxIndent ? 2 : smallest,
    insertSpaces: !indents[0]?.startsWith('\t'),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
