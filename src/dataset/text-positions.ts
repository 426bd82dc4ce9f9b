import type { Position } from './problem.ts';

/**
 * Turns UTF-16 offsets of a text into positions. Lines end at `\n`, `\r\n` or `\r`, as in VS Code.
 * The text is read up to the furthest offset asked for, once.
 */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  // `indexOf` is many times faster than a regular expression, and nearly all texts can do with it.
  const loneReturns = text.includes('\r') && /\r(?!\n)/.test(text);
  const nextLine = loneReturns ? afterAnyBreak(text) : afterLineFeed(text);
  let next = nextLine(0);

  return (offset) => {
    for (; next !== undefined && next <= offset; next = nextLine(next)) starts.push(next);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };
}

/** Gives the start of the line after an offset. */
type NextLine = (from: number) => number | undefined;

function afterLineFeed(text: string): NextLine {
  return (from) => {
    const at = text.indexOf('\n', from);
    return at < 0 ? undefined : at + 1;
  };
}

function afterAnyBreak(text: string): NextLine {
  const lineBreak = /\r\n?|\n/g;
  return (from) => {
    lineBreak.lastIndex = from;
    return lineBreak.test(text) ? lineBreak.lastIndex : undefined;
  };
}
