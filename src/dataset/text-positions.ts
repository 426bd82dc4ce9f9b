import type { Position } from './problem.ts';

/** The start of a line is kept after so many lines or characters: keeping all of them would take as much memory as the text. */
const linesPerMark = 64;
const charactersPerMark = 4096;

/**
 * Turns UTF-16 offsets of a text into positions. Lines end at `\n`, `\r\n` or `\r`, as in VS Code.
 * The text is read once, up to the furthest offset asked for. Ascending offsets are the cheapest.
 */
export function positionsIn(text: string): (offset: number) => Position {
  // `indexOf` is many times faster than a regular expression, and works for nearly all texts.
  const loneReturns = text.includes('\r') && /\r(?!\n)/.test(text);
  const lineAfter = loneReturns ? afterAnyBreak(text) : afterLineFeed(text);
  let line = 0;
  let start = 0;
  let next = lineAfter(0);
  /** Of the lines that are kept: their numbers, their starts, and the starts of the lines after them. */
  const lines = [line];
  const starts = [start];
  const nexts = [next];
  let last = 0;

  return (offset) => {
    if (offset < start || (offset >= next && start < (starts[last] ?? 0))) {
      const mark = lastNotAfter(starts, offset);
      line = lines[mark] ?? 0;
      start = starts[mark] ?? 0;
      next = nexts[mark] ?? Number.POSITIVE_INFINITY;
    }
    while (next <= offset) {
      line++;
      start = next;
      next = lineAfter(start);
      const before = starts[last] ?? 0;
      if (
        start > before &&
        (line - (lines[last] ?? 0) >= linesPerMark || next - before >= charactersPerMark)
      ) {
        last = lines.push(line) - 1;
        starts.push(start);
        nexts.push(next);
      }
    }
    return { line, character: offset - start };
  };
}

function lastNotAfter(marks: readonly number[], offset: number): number {
  let low = 0;
  let high = marks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((marks[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Turns positions of a text into UTF-16 offsets. Positions beyond the end become the end. */
export function offsetsIn(text: string): (position: Position) => number {
  const starts = [0];
  const lineAfter = /\r(?!\n)/.test(text) ? afterAnyBreak(text) : afterLineFeed(text);
  let next = lineAfter(0);
  return ({ line, character }) => {
    for (; starts.length <= line && next <= text.length; next = lineAfter(next)) starts.push(next);
    return Math.min((starts[line] ?? text.length) + character, text.length);
  };
}

/** Returns the start of the line after an offset; `Infinity` after the last line. */
type LineAfter = (from: number) => number;

function afterLineFeed(text: string): LineAfter {
  return (from) => {
    const at = text.indexOf('\n', from);
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  };
}

function afterAnyBreak(text: string): LineAfter {
  const lineBreak = /\r\n?|\n/g;
  return (from) => {
    lineBreak.lastIndex = from;
    return lineBreak.test(text) ? lineBreak.lastIndex : Number.POSITIVE_INFINITY;
  };
}

/** The offset at which the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  const afterLineFeed = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  // Only within the line: most texts have no carriage return, and would be searched up to their beginning.
  return afterLineFeed + text.slice(afterLineFeed, offset).lastIndexOf('\r') + 1;
}
