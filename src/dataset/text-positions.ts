import type { Position } from './problem.ts';

/** A line is kept after so many characters: keeping all of them would take as much memory as the text. */
const charactersPerMark = 4096;

interface Line {
  readonly number: number;
  readonly start: number;
  /** The start of the line after it. */
  readonly next: number;
}

/**
 * Turns UTF-16 offsets of a text into positions. Lines end at `\n`, `\r\n` or `\r`, as in VS Code.
 * The text is read once, up to the furthest offset asked for. Ascending offsets are the cheapest.
 */
export function positionsIn(text: string): (offset: number) => Position {
  const lineAfter = lineBreaks(text);
  let number = 0;
  let start = 0;
  let next = lineAfter(0);
  const marks: Line[] = [{ number, start, next }];
  let lastMark = 0;
  return (offset) => {
    if (offset < start || (offset >= next && start < lastMark))
      ({ number, start, next } = lastNotAfter(marks, offset));
    while (next <= offset) {
      number++;
      start = next;
      next = lineAfter(start);
      if (start > lastMark && next - lastMark >= charactersPerMark) {
        lastMark = start;
        marks.push({ number, start, next });
      }
    }
    return { line: number, character: offset - start };
  };
}

function lastNotAfter(marks: readonly Line[], offset: number): Line {
  let low = 0;
  let high = marks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((marks[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return marks[low] as Line;
}

/** Turns positions of a text into UTF-16 offsets. Positions beyond the end become the end. */
export function offsetsIn(text: string): (position: Position) => number {
  const starts = [0];
  const lineAfter = lineBreaks(text);
  let next = lineAfter(0);
  return ({ line, character }) => {
    for (; starts.length <= line && next <= text.length; next = lineAfter(next)) starts.push(next);
    return Math.min((starts[line] ?? text.length) + character, text.length);
  };
}

/** Returns the start of the line after an offset; `Infinity` after the last line. */
function lineBreaks(text: string): (from: number) => number {
  const lineBreak = /\r\n?|\n/g;
  if (text.includes('\r') && /\r(?!\n)/.test(text))
    return (from) => {
      lineBreak.lastIndex = from;
      return lineBreak.test(text) ? lineBreak.lastIndex : Number.POSITIVE_INFINITY;
    };
  // `indexOf` is many times faster than a regular expression, and works for nearly all texts.
  return (from) => {
    const at = text.indexOf('\n', from);
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  };
}

/** The offset at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  const afterLineFeed = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  // Only within the line: most texts have no carriage return, and would be searched up to their beginning.
  return afterLineFeed + text.slice(afterLineFeed, offset).lastIndexOf('\r') + 1;
}

/** The offset of the line break that ends the line of an offset, or of the text's end. */
export function lineEnd(text: string, offset: number): number {
  const found = /[\r\n]/g;
  found.lastIndex = offset;
  return found.exec(text)?.index ?? text.length;
}

/** The offset after the line break that ends the line of an offset, or of the text's end. */
export function nextLine(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return text.startsWith('\r\n', end) ? end + 2 : Math.min(end + 1, text.length);
}

/** The offset of the line break before a line. */
export function previousLineEnd(text: string, line: number): number {
  return line - (text.startsWith('\r\n', line - 2) ? 2 : 1);
}
