import { format } from 'jsonc-parser';
import { isDeep } from '../../text/indent-json.ts';
import { applyEdits, type TextEdit } from '../edits/text-edit.ts';
import type { Span } from '../problem.ts';

/** How JSON is formatted. */
export interface FormattingStyle {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  /** The line break. */
  readonly eol: string;
}

export function endsWithLineBreak(text: string): boolean {
  return text.endsWith('\n') || text.endsWith('\r');
}

/** An editor takes longer to apply more edits than to replace the whole text. */
const maxEdits = 10_000;

/** The edits that format a JSON text, or only a range of it; none if it is nested too deeply. A final line break stays. One edit replaces the text where there would be too many. */
export function formatJson(text: string, range: Span | undefined, style: FormattingStyle): TextEdit[] {
  if (isDeep(text)) return [];
  const insertFinalNewline = range === undefined && endsWithLineBreak(text);
  const jsonRange = range && { offset: range.start, length: range.end - range.start };
  const edits = format(text, jsonRange, { ...style, insertFinalNewline }).map(
    ({ offset, length, content }) => ({ start: offset, end: offset + length, newText: content }),
  );
  const [first] = edits;
  const end = edits.at(-1)?.end;
  if (first === undefined || end === undefined || edits.length <= maxEdits) return edits;
  return [{ start: first.start, end, newText: applyEdits(text.slice(0, end), edits).slice(first.start) }];
}
