import type { Span } from '../finding.ts';

/** A span of a text to be replaced, in UTF-16 offsets. */
export interface TextEdit extends Span {
  readonly newText: string;
}

/** A text after edits that are in its order and don't overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, newText } of edits) {
    result += text.slice(at, start) + newText;
    at = end;
  }
  return result + text.slice(at);
}

export function insertion(at: number, newText: string): TextEdit {
  return { start: at, end: at, newText };
}

export function removal(start: number, end: number): TextEdit {
  return { start, end, newText: '' };
}
