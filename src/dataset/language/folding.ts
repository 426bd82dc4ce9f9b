import type { Span } from '../finding.ts';
import { quotedEnd } from '../json/cursor.ts';

/** Editors fold no more. */
const mostRanges = 5000;

/**
 * What of a JSON text can be folded, by zero-based lines: from the line of an opening bracket to the one before the
 * line of its closing bracket. YAML is folded by its indentation, which VS Code does by itself.
 */
export function jsonFolding(text: string): Span[] {
  const ranges: Span[] = [];
  const openLines: number[] = [];
  let line = 0;
  for (let at = 0; at < text.length && ranges.length < mostRanges; at++) {
    switch (text.charCodeAt(at)) {
      case 10: // line feed
        line++;
        break;
      case 13: // carriage return
        if (text.charCodeAt(at + 1) !== 10) line++;
        break;
      case 34: // "
        at = quotedEnd(text, at) - 1;
        break;
      case 91: // [
      case 123: // {
        openLines.push(line);
        break;
      case 93: // ]
      case 125: {
        // }
        const start = openLines.pop();
        if (start !== undefined && line - 1 > start && ranges.at(-1)?.start !== start)
          ranges.push({ start, end: line - 1 });
        break;
      }
    }
  }
  return ranges;
}
