import type { Position } from './problem.ts';

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Turns UTF-16 offsets of a text into positions. Lines end at `\n`, `\r\n` or `\r`, as in VS Code.
 * The text is read up to the furthest offset asked for, once.
 */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  let read = 0;

  function readTo(offset: number): void {
    for (; read <= offset && read < text.length; read++) {
      const unit = text.charCodeAt(read);
      if (unit === lineFeed || (unit === carriageReturn && text.charCodeAt(read + 1) !== lineFeed)) {
        starts.push(read + 1);
      }
    }
  }

  return (offset) => {
    readTo(offset);
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
