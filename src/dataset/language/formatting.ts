import { format } from 'jsonc-parser';
import { applyEdits, type TextEdit } from '../edits/text-edit.ts';
import type { Span } from '../problem.ts';

/** How JSON is formatted. */
export interface FormattingStyle {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  /** The line break. */
  readonly eol: string;
}

/** An editor takes longer to apply more edits than to replace the whole text. */
const maxEdits = 10_000;

/** The edits that format a JSON text, or only a range of it. One edit replaces the text where there would be too many. */
export function formatJson(text: string, range: Span | undefined, style: FormattingStyle): TextEdit[] {
  const edits = format(text, range && { offset: range.start, length: range.end - range.start }, style).map(
    ({ offset, length, content }) => ({ start: offset, end: offset + length, newText: content }),
  );
  const [first] = edits;
  const end = edits.at(-1)?.end;
  if (first === undefined || end === undefined || edits.length <= maxEdits) return edits;
  return [{ start: first.start, end, newText: applyEdits(text.slice(0, end), edits).slice(first.start) }];
}
