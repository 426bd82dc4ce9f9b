import type { DocumentFormat } from '../dataset/dataset.ts';
import { decodeUtf8, splitByteOrderMark } from '../dataset/decode.ts';
import { readTextValue } from '../dataset/document.ts';
import { applyEdits, type TextEdit } from '../dataset/edits/text-edit.ts';
import { type FormattingStyle, formatJson } from '../dataset/language/formatting.ts';
import type { Span, SyntaxFailure } from '../dataset/problem.ts';
import { type Result, success } from '../result.ts';

/** The edits that format a text, or only a range of it if it is JSON. */
export async function formattingEdits(
  text: string,
  format: DocumentFormat,
  style: FormattingStyle,
  range?: Span,
): Promise<TextEdit[]> {
  if (format === 'json') return formatJson(text, range, style);
  return (await import('../dataset/language/format-yaml.ts')).formatYaml(text, style);
}

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
  const formatted = applyEdits(text, await formattingEdits(text, format, styleOf(text)));
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
